import { formatKstDay, kstDayOf } from '../../clock.ts';
import { type Html, html } from '../../http/html.ts';
import { PLAIN_SEARCH } from '../../search/search-index.ts';
import { QUERY_DAYS } from '../../search/search-log.ts';
import {
  createBlockList,
  SIMILAR_WORDS_MAX,
  TERM_LENGTH_MAX,
  TermRefusedError,
  termKey,
} from '../../search/search-term-admin.ts';
import { choice, type InputOf, integer, line, pageNumber, paragraph, typed, word } from '../kit/fields.ts';
import { buttonForm, filterForm, formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import { addressWith, moment, PAGE_SIZE, pager, section, table, tabs } from '../kit/ui.ts';
import { confirm, invalid, required, type Visit } from '../kit/visit.ts';
import { partiesOf } from './audit.ts';
import { REASON } from './items.ts';

const ADDRESS = '/portal/console/search';
const MAX = { max: TERM_LENGTH_MAX };
const TERM = line(1, TERM_LENGTH_MAX).called('searchWords.blocked.term', 'searchWords.blocked.termHint', MAX);
const BLOCK = { term: TERM, ...REASON };
const WORDS = paragraph(1, SIMILAR_WORDS_MAX * (TERM_LENGTH_MAX + 1));
const GROUP = { words: WORDS.called('searchWords.similar.words', 'searchWords.similar.wordsHint') };

const TABS = ['missed', 'corrected', 'blocked', 'similar'] as const;
const QUERY = {
  list: word(TABS).or('missed'),
  days: integer(1, QUERY_DAYS).or(7),
  text: typed(0, TERM_LENGTH_MAX, { type: 'search' }).or('').called('searchWords.similar.find'),
  /** A query to block, or a word to group. */
  term: typed(0, 200).or(''),
  page: pageNumber(),
};
type Query = InputOf<typeof QUERY>;

/** Search words that operators manage, and what searches reveal (docs/search.md#blocked-terms). */
export const wordsScreen = screen(ADDRESS, {
  needs: 'see-shop',
  query: QUERY,
  async show(visit, query) {
    const t = visit.words('searchWords');
    const lists = TABS.map(
      (one) => [`${ADDRESS}?list=${one}`, t(`tabs.${one}`), one === query.list] as const,
    );
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`${tabs(t('tabs.label'), lists)}
${await LISTS[query.list](visit, query)}`,
    };
  },
  forms: {
    block: form('shop', BLOCK, async (visit, { term, reason }) => {
      await confirmTerm(visit, term);
      await refuseAt('term', () => visit.services.searchTerms.blockTerm(term, visit.actor, reason));
      return done('searchWords.blocked.done', { term }, `${ADDRESS}?list=blocked`);
    }),
    allow: form('shop', BLOCK, async (visit, { term, reason }) => {
      required(await visit.services.searchTerms.allowTerm(term, visit.actor, reason));
      return done('searchWords.blocked.allowed', { term });
    }),
    group: form('shop', GROUP, async (visit, input) => {
      const words = input.words.split(/\s*\n\s*/);
      const { searchTerms } = visit.services;
      const group = await refuseAt('words', () => searchTerms.addSimilarWords(words, visit.actor));
      return done('searchWords.similar.done', { words: group.join(', ') }, `${ADDRESS}?list=similar`);
    }),
    ungroup: form('shop', { word: TERM }, async (visit, input) => {
      required(await visit.services.searchTerms.removeSimilarWords(input.word, visit.actor));
      return done('searchWords.similar.removed');
    }),
  },
});

const LISTS = { missed: searches, corrected: searches, blocked: blockedTerms, similar: similarWords };

/** A term that hides more searches of the last days, or a larger share of the catalogue, needs a confirmation. */
const SEARCH_DAYS = 30;
const SEARCHES_MAX = 20;
const CATALOGUE_SHARE_MAX = 0.01;

/** Asks for confirmation if a blocked term would hide a lot (docs/search.md#blocked-terms). Throws CONFIRM. */
async function confirmTerm(visit: Visit, term: string): Promise<void> {
  const { searchTerms, catalog, clock, search } = visit.services;
  const list = createBlockList([term]);
  const searches = (await searchTerms.listQueryCounts(kstDayOf(clock.nowMs()) - SEARCH_DAYS + 1))
    .filter(({ query }) => list.blocks(query))
    .reduce((sum, { calls }) => sum + calls, 0);
  const { totalCount: products } = await search.search({ ...PLAIN_SEARCH, query: term, limit: 1 });
  const ofAll = await catalog.countItems();
  if (searches <= SEARCHES_MAX && products <= ofAll * CATALOGUE_SHARE_MAX) return;
  const reach = { searches, products, ofAll, days: SEARCH_DAYS };
  confirm(visit, Math.max(searches, products), 'input.termReach', reach);
}

async function refuseAt<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TermRefusedError)) throw error;
    throw invalid(field, `input.${error.refusal}`, { max: error.max });
  }
}

const HISTORY_MAX = 50;
const PERIODS = [1, 7, 30, 90];

async function searches(visit: Visit, { list, days, page }: Query): Promise<Html> {
  const t = visit.words('searchWords');
  const { searchTerms, clock } = visit.services;
  const counts = await searchTerms.listQueryCounts(kstDayOf(clock.nowMs()) - days + 1);
  const found = counts.filter(({ kind }) => (kind === '') === (list === 'missed'));
  const names = new Map(PERIODS.map((one) => [String(one), t('searches.lastDays', { days: one })]));
  const filter = filterForm(visit, {
    fields: { days: choice(names).called('searchWords.searches.days') },
    values: { days },
    button: t('searches.show'),
    hidden: { list },
  });
  const act = (to: 'blocked' | 'similar', term: string, text: string, name: string) =>
    html`<a href="${addressWith(ADDRESS, { list: to, term })}" aria-label="${name}">${text}</a> `;
  const isCorrected = list === 'corrected';
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const rows = table(t, {
    caption: t(`tabs.${list}`),
    none: t('searches.none'),
    part: 'searches',
    columns: [
      'searches.query',
      isCorrected && 'searches.used',
      isCorrected && 'searches.how',
      'searches.calls:number',
      'searches.lastDay:line wide',
      'searches.act',
    ],
    rows: shown.map(({ query, kind, used, calls, lastDay }) => [
      query === '' ? html`<em>${t('searches.others')}</em>` : html`<bdi>${query}</bdi>`,
      html`<bdi>${used}</bdi>`,
      kind !== '' && t(`searches.kinds.${kind}`),
      visit.number(calls),
      formatKstDay(lastDay),
      query !== '' &&
        visit.may('shop') && [
          act('similar', query, t('searches.group'), t('searches.groupQuery', { query })),
          act('blocked', query, t('blocked.submit'), t('searches.blockQuery', { query })),
        ],
    ]),
  });
  return html`<div class="stack"><p>${t(list === 'missed' ? 'searches.missedBody' : 'searches.correctedBody')}</p>${filter}${rows}</div>${pager(visit, { page, totalCount: found.length })}`;
}

async function blockedTerms(visit: Visit, { term }: Query): Promise<Html> {
  const t = visit.words('searchWords');
  const { searchTerms } = visit.services;
  const { terms } = await searchTerms.blockList();
  const decisions = await searchTerms.listTermDecisions(HISTORY_MAX);
  const actors = decisions.map(({ actor }) => actor);
  const parties = await partiesOf(visit, actors);
  const button = t('blocked.submit');
  const block = formOf(visit, 'block', { fields: BLOCK, values: { term }, button, kind: 'danger' });
  const title = t('blocked.list', { count: terms.length });
  const allow = (one: string) => {
    const attributes = { 'aria-label': t('blocked.allowTerm', { term: one }) };
    return buttonForm(visit, 'allow', { term: one }, t('blocked.allow'), { attributes });
  };
  const list = table(t, {
    caption: title,
    none: t('blocked.none'),
    part: 'terms',
    columns: [[title], visit.may('shop') && ['']],
    rows: terms.map((one) => [html`<bdi>${one}</bdi>`, visit.may('shop') && allow(one)]),
  });
  const history = table(t, {
    caption: t('blocked.history'),
    none: t('blocked.noHistory'),
    part: 'history',
    columns: ['blocked.when', 'blocked.by', 'blocked.what'],
    rows: decisions.map(({ decidedAtMs, actor, action, term: one, reason }) => [
      moment(decidedAtMs),
      parties.get(actor)?.link,
      html`<bdi>${t(action === 'blocked' ? 'blocked.wasBlocked' : 'blocked.wasAllowed', { term: one })}</bdi>${reason !== '' && html`<bdi class="block">${reason}</bdi>`}`,
    ]),
  });
  return html`<div class="stack"><p>${t('blocked.body')}</p>${visit.may('shop') && block}</div>
${section(t('tabs.blocked'), list)}${section(t('blocked.history'), history)}`;
}

async function similarWords(visit: Visit, { text, term, page }: Query): Promise<Html> {
  const t = visit.words('searchWords');
  const key = termKey(text);
  const { groups } = await visit.services.searchTerms.similarWords();
  const found = groups.filter((words) => words.some((one) => termKey(one).includes(key)));
  const button = t('similar.submit');
  const add = formOf(visit, 'group', { fields: GROUP, values: { words: term }, button });
  const find = filterForm(visit, {
    fields: { text: QUERY.text },
    values: { text },
    button: t('similar.findSubmit'),
    hidden: { list: 'similar' },
  });
  const title = t('similar.list', { count: found.length });
  const remove = ([one = '']: readonly string[]) => {
    const attributes = { 'aria-label': t('similar.removeGroup', { word: one }) };
    return buttonForm(visit, 'ungroup', { word: one }, t('similar.remove'), { attributes });
  };
  const list = table(t, {
    caption: title,
    none: t('similar.none'),
    part: 'groups',
    columns: [[title], visit.may('shop') && ['']],
    rows: found
      .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      .map((words) => [html`<bdi>${words.join(', ')}</bdi>`, visit.may('shop') && remove(words)]),
  });
  return html`<div class="stack"><p>${t('similar.body')}</p>${visit.may('shop') && add}</div>
${section(t('tabs.similar'), html`<div class="stack">${find}${list}</div>`)}${pager(visit, { page, totalCount: found.length })}`;
}
