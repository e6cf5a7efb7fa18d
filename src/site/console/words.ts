import { kstDayOf } from '../../clock.ts';
import { type Html, html } from '../../http/html.ts';
import type { Texts } from '../../messages/languages.ts';
import { message } from '../../messages/messages.ts';
import { type TermRefusal, TermRefusedError } from '../../search/search-term-admin.ts';
import {
  BLOCKED_TERMS_MAX,
  SIMILAR_GROUPS_MAX,
  SIMILAR_WORDS_MAX,
  TERM_LENGTH_MAX,
} from '../../search/search-term-bounds.ts';
import { numberToConfirm, SEARCH_DAYS, searchesWith } from '../../search/term-reach.ts';
import { invalid, required } from '../kit/failures.ts';
import { done, form, screen } from '../kit/screen.ts';
import { tabs } from '../kit/ui.ts';
import { confirmNumber, type Visit } from '../kit/visit.ts';
import { plainSearch } from '../shop/shown-item.ts';
import {
  ADDRESS,
  BLOCK,
  blockedTerms,
  GROUP,
  ONE_WORD,
  QUERY,
  type Query,
  searches,
  similarWords,
  TABS,
} from './word-lists.ts';

/** Search words that operators manage, and what searches reveal (docs/search.md#blocked-terms). */
export const wordsScreen = screen(ADDRESS, {
  needs: 'see-shop',
  query: QUERY,
  async show(visit, query) {
    const t = visit.words('searchWords');
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`${tabs(
        t('tabs.label'),
        TABS.map((list) => [`${ADDRESS}?list=${list}`, t(`tabs.${list}`), list === query.list]),
      )}
${await LISTS[query.list](visit, query)}`,
    };
  },
  forms: {
    block: form('shop', BLOCK, async (visit, { term, reason }) => {
      await confirmTerm(visit, term);
      const { searchTerms } = visit.services;
      await refuseAt('term', () => searchTerms.blockTerm(term, visit.actor, reason));
      return done('searchWords.blocked.done', { term }, `${ADDRESS}?list=blocked`);
    }),
    allow: form('shop', BLOCK, async (visit, { term, reason }) => {
      required((await visit.services.searchTerms.allowTerm(term, visit.actor, reason)) || null);
      return done('searchWords.blocked.allowed', { term });
    }),
    group: form('shop', GROUP, async (visit, input) => {
      const words = input.words
        .split('\n')
        .map((one) => one.trim())
        .filter((one) => one !== '');
      const { searchTerms } = visit.services;
      const group = await refuseAt('words', () => searchTerms.addSimilarWords(words, visit.actor));
      return done('searchWords.similar.done', { words: group.join(', ') }, `${ADDRESS}?list=similar`);
    }),
    ungroup: form('shop', ONE_WORD, async (visit, input) => {
      required((await visit.services.searchTerms.removeSimilarWords(input.word, visit.actor)) || null);
      return done('searchWords.similar.removed');
    }),
  },
});

const LISTS: Readonly<Record<(typeof TABS)[number], (visit: Visit, query: Query) => Promise<Html>>> = {
  missed: searches,
  corrected: searches,
  blocked: blockedTerms,
  similar: similarWords,
};

/** Asks for the number to be typed when a blocked term would hide a lot. Throws CONFIRM_NUMBER. */
async function confirmTerm(visit: Visit, term: string): Promise<void> {
  const { searchTerms, catalog, clock, search } = visit.services;
  const fromDay = kstDayOf(clock.nowMs()) - SEARCH_DAYS + 1;
  const hidden = searchesWith(term, await searchTerms.listQueryCounts(fromDay));
  const { totalCount: products } = await plainSearch(search, { query: term, limit: 1 });
  const ofAll = await catalog.countItems();
  const reach = { searches: hidden, products, ofAll };
  const total = numberToConfirm(reach);
  if (total !== null)
    confirmNumber(visit, total, message('input.termReach', { ...reach, days: SEARCH_DAYS }));
}

/** Reports a refused term for its field. */
async function refuseAt<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TermRefusedError ? invalid(field, REFUSALS[error.refusal]) : error;
  }
}

const REFUSALS: Readonly<Record<TermRefusal, Texts>> = {
  tooLong: message('input.termTooLong', { max: TERM_LENGTH_MAX }),
  nothingSearchable: message('input.nothingSearchable'),
  tooManyTerms: message('input.tooManyTerms', { max: BLOCKED_TERMS_MAX }),
  tooFewWords: message('input.tooFewWords'),
  tooManyWords: message('input.tooManyWords', { max: SIMILAR_WORDS_MAX }),
  tooManyGroups: message('input.tooManyGroups', { max: SIMILAR_GROUPS_MAX }),
};
