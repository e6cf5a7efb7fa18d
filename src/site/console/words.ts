import { kstDayOf } from '../../clock.ts';
import { type Html, html } from '../../http/html.ts';
import type { Texts } from '../../messages/languages.ts';
import { message } from '../../messages/messages.ts';
import { createBlockList } from '../../search/block-list.ts';
import {
  BLOCKED_TERMS_MAX,
  SIMILAR_GROUPS_MAX,
  SIMILAR_WORDS_MAX,
  TERM_LENGTH_MAX,
  type TermRefusal,
  TermRefusedError,
} from '../../search/search-term-admin.ts';
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

/** Days of searches examined before a term is blocked. */
const SEARCH_DAYS = 30;
/** Searches of these days, and share of the catalogue, that a term may hide without confirmation. */
const SEARCHES_MAX = 20;
const CATALOGUE_SHARE_MAX = 0.01;

/** Asks for the number to be typed when a blocked term would hide a lot (docs/search.md#blocked-terms). Throws CONFIRM_NUMBER. */
async function confirmTerm(visit: Visit, term: string): Promise<void> {
  const { searchTerms, catalog, clock, search } = visit.services;
  const list = createBlockList([term]);
  const searches = (await searchTerms.listQueryCounts(kstDayOf(clock.nowMs()) - SEARCH_DAYS + 1))
    .filter(({ query }) => list.blocks(query))
    .reduce((sum, { calls }) => sum + calls, 0);
  const { totalCount: products } = await plainSearch(search, { query: term, limit: 1 });
  const ofAll = await catalog.countItems();
  if (searches <= SEARCHES_MAX && products <= ofAll * CATALOGUE_SHARE_MAX) return;
  const reach = message('input.termReach', { searches, products, ofAll, days: SEARCH_DAYS });
  confirmNumber(visit, Math.max(searches, products), reach);
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
