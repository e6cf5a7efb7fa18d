import { REASON_MAX } from '../../catalog/item-overrides.ts';
import { formatKstDay, kstDayOf } from '../../clock.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { termKey } from '../../search/block-list.ts';
import { QUERY_DAYS } from '../../search/search-log.ts';
import { SIMILAR_WORDS_MAX, TERM_LENGTH_MAX } from '../../search/search-term-admin.ts';
import { type InputOf, integer, line, or, pageNumber, paragraph, typed, word } from '../kit/fields.ts';
import { moment } from '../kit/figures.ts';
import { buttonForm, filterForm, formOf } from '../kit/form.ts';
import { PAGE_SIZE, pager, section, table } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';
import { partiesOf } from './audit-lines.ts';
import { REASON } from './item-decisions.ts';

export const ADDRESS = '/portal/console/search';
export const TERM = line(1, TERM_LENGTH_MAX);
export const BLOCK = { term: TERM, ...REASON };
export const GROUP = { words: paragraph(1, SIMILAR_WORDS_MAX * (TERM_LENGTH_MAX + 1)) };
export const ONE_WORD = { word: TERM };

export const TABS = ['missed', 'corrected', 'blocked', 'similar'] as const;
export const QUERY = {
  list: or(word(TABS), 'missed'),
  days: or(integer(1, QUERY_DAYS), 7),
  text: or(typed(0, TERM_LENGTH_MAX, { type: 'search' }), ''),
  /** What the form begins with: a search to block, or to group. */
  term: or(typed(0, 200), ''),
  page: pageNumber(),
};
export type Query = InputOf<typeof QUERY>;

/** Decisions about blocked terms that the page shows. */
const HISTORY_MAX = 50;

/** Periods to look at, in days. */
const PERIODS = ['1', '7', '30', '90'] as const;

/** Searches that found nothing, or only after a correction, the most frequent first. */
export async function searches(visit: Visit, { list, days, page }: Query): Promise<Html> {
  const t = visit.words('searchWords');
  const { searchTerms, clock } = visit.services;
  const counts = await searchTerms.listQueryCounts(kstDayOf(clock.nowMs()) - days + 1);
  const found = counts.filter(({ correction }) => (correction === null) === (list === 'missed'));
  const period = { list: word(TABS), days: word(PERIODS) };
  const filter = filterForm(visit, {
    fields: period,
    values: { days },
    button: t('searches.show'),
    hidden: { list },
    body: (field) => [
      field('days', {
        label: t('searches.days'),
        nameOf: (one) => t('searches.lastDays', { days: Number(one) }),
      }),
    ],
  });
  const act = (to: 'blocked' | 'similar', term: string, text: string, name: string) =>
    html`<a href="${ADDRESS}?${new URLSearchParams({ list: to, term }).toString()}" aria-label="${name}">${text}</a> `;
  const isCorrected = list === 'corrected';
  const rows = table({
    caption: t(`tabs.${list}`),
    none: t('searches.none'),
    part: 'searches',
    columns: [
      [
        t('searches.query'),
        ({ query }) => (query === '' ? html`<em>${t('searches.others')}</em>` : html`<bdi>${query}</bdi>`),
      ],
      isCorrected && [t('searches.used'), ({ correction }) => html`<bdi>${correction?.query}</bdi>`],
      isCorrected && [
        t('searches.how'),
        ({ correction }) => correction !== null && t(`searches.kinds.${correction.kind}`),
      ],
      [t('searches.calls'), ({ calls }) => visit.number(calls), 'number'],
      [t('searches.lastDay'), ({ lastDay }) => formatKstDay(lastDay), 'line wide'],
      [
        t('searches.act'),
        ({ query }): HtmlValue =>
          query !== '' &&
          visit.may('shop') &&
          html`${act('similar', query, t('searches.group'), t('searches.groupQuery', { query }))}${act('blocked', query, t('searches.block'), t('searches.blockQuery', { query }))}`,
      ],
    ],
    rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
  });
  return html`<div class="stack"><p>${t(list === 'missed' ? 'searches.missedBody' : 'searches.correctedBody')}</p>${filter}${rows}</div>${pager(visit, { page, totalCount: found.length })}`;
}

export async function blockedTerms(visit: Visit, { term }: Query): Promise<Html> {
  const t = visit.words('searchWords');
  const { searchTerms } = visit.services;
  const { terms } = await searchTerms.blockList();
  const decisions = await searchTerms.listTermDecisions(HISTORY_MAX);
  const parties = await partiesOf(
    visit,
    decisions.map(({ actor }) => actor),
  );
  const block = formOf(visit, 'block', {
    fields: BLOCK,
    values: { term },
    button: t('blocked.submit'),
    kind: 'danger',
    body: (field) => [
      field('term', { label: t('blocked.term'), hint: t('blocked.termHint', { max: TERM_LENGTH_MAX }) }),
      field('reason', { label: t('reason'), hint: t('reasonHint', { max: REASON_MAX }) }),
    ],
  });
  const allow = (one: string) => {
    const attributes = { 'aria-label': t('blocked.allowTerm', { term: one }) };
    return buttonForm(visit, 'allow', { term: one }, t('blocked.allow'), { attributes });
  };
  const list = table({
    caption: t('blocked.list', { count: terms.length }),
    none: t('blocked.none'),
    part: 'terms',
    columns: [
      [t('blocked.list', { count: terms.length }), (one) => html`<bdi>${one}</bdi>`],
      visit.may('shop') && ['', allow],
    ],
    rows: terms,
  });
  const history = table({
    caption: t('blocked.history'),
    none: t('blocked.noHistory'),
    part: 'history',
    columns: [
      [t('blocked.when'), ({ decidedAtMs }) => moment(decidedAtMs)],
      [t('blocked.by'), ({ actor }) => parties.get(actor)?.link ?? actor],
      [
        t('blocked.what'),
        ({ action, term: one, reason }) =>
          html`<bdi>${t(action === 'blocked' ? 'blocked.wasBlocked' : 'blocked.wasAllowed', { term: one })}</bdi>${reason !== '' && html`<bdi class="block">${reason}</bdi>`}`,
      ],
    ],
    rows: decisions,
  });
  return html`<div class="stack"><p>${t('blocked.body')}</p>${visit.may('shop') && block}</div>
${section(t('tabs.blocked'), list)}${section(t('blocked.history'), history)}`;
}

export async function similarWords(visit: Visit, { text, term, page }: Query): Promise<Html> {
  const t = visit.words('searchWords');
  const key = termKey(text);
  const { groups } = await visit.services.searchTerms.similarWords();
  const found = groups.filter((words) => words.some((one) => termKey(one).includes(key)));
  const add = formOf(visit, 'group', {
    fields: GROUP,
    values: { words: term },
    button: t('similar.submit'),
    body: (field) => field('words', { label: t('similar.words'), hint: t('similar.wordsHint') }),
  });
  const find = filterForm(visit, {
    fields: { text: QUERY.text },
    values: { text },
    button: t('similar.findSubmit'),
    hidden: { list: 'similar' },
    body: (field) => [field('text', { label: t('similar.find') })],
  });
  const remove = ([one = '']: readonly string[]) => {
    const attributes = { 'aria-label': t('similar.removeGroup', { word: one }) };
    return buttonForm(visit, 'ungroup', { word: one }, t('similar.remove'), { attributes });
  };
  const list = table({
    caption: t('similar.list', { count: found.length }),
    none: t('similar.none'),
    part: 'groups',
    columns: [
      [t('similar.list', { count: found.length }), (words) => html`<bdi>${words.join(', ')}</bdi>`],
      visit.may('shop') && ['', remove],
    ],
    rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
  });
  return html`<div class="stack"><p>${t('similar.body')}</p>${visit.may('shop') && add}</div>
${section(t('tabs.similar'), html`<div class="stack">${find}${list}</div>`)}${pager(visit, { page, totalCount: found.length })}`;
}
