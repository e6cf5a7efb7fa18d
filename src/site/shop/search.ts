import { ApiError, ERROR_STATUS } from '../../http/errors.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import type { Query } from '../../http/query-string.ts';
import { message } from '../../messages/messages.ts';
import { SEARCH_LENGTH_MAX } from '../../search/search-index.ts';
import { givenOf, type InputOf, pageNumber, parameterFields, typed } from '../kit/fields.ts';
import { type DrawField, filterForm } from '../kit/form.ts';
import { screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { addressWith, details, notice, pager } from '../kit/ui.ts';
import { Failure, invalid, type Visit } from '../kit/visit.ts';
import {
  callsBehind,
  categoryChips,
  chips,
  drawShelf,
  frontShelf,
  readShelf,
  SHELF_SIZE,
  type Shelf,
  type ShownCall,
} from './page.ts';

const FILTERS = [
  ...(['category', 'sort', 'target'] as const),
  ...(['publishedFrom', 'publishedTo', 'priceFrom', 'priceTo', 'inStock'] as const),
];
const QUERY = {
  query: typed(0, SEARCH_LENGTH_MAX, { type: 'search', list: 'suggestions', autocomplete: 'off' })
    .or('')
    .called('shop.search.label', 'shop.search.hint'),
  ...parameterFields('itemList', [...FILTERS, 'correct']),
  page: pageNumber(),
};
type Search = InputOf<typeof QUERY>;

export const searchScreen = screen('/search', {
  needs: 'nobody',
  limit: 'searching',
  query: QUERY,
  isFilter: true,
  async show(visit, search) {
    const t = visit.words('shop');
    const { services } = visit;
    const query = search.query.trim();
    const found = query === '' ? null : await find({ ...search, query }, services);
    const sent = visit.raw.query as Query;
    const asked =
      found instanceof Failure ? { ...visit, problem: { form: '', at: '', failure: found, sent } } : visit;
    return {
      title: t('search.title'),
      lead: t('search.lead'),
      width: 'wide',
      hasTitles: true,
      body: html`${searchForm(asked, search)}
${found === null ? await front(visit) : !(found instanceof Failure) && (await results(visit, { ...search, query }, found))}`,
    };
  },
});

function searchForm(visit: Visit, search: Search): Html {
  const t = visit.words('shop');
  const { query: _, page: __, correct: ___, ...filters } = callOf(search).parameters;
  const count = Object.keys(filters).length;
  const more = (field: DrawField<typeof QUERY>) =>
    html`<div class="filters">${FILTERS.map((name) => field(name))}</div>`;
  return html`<div class="find" data-suggest="/search/suggestions">${filterForm(visit, {
    fields: QUERY,
    values: search,
    button: t('search.submit'),
    body: (field) => [
      field('query'),
      details(t('search.filters', { count }), more(field), count > 0 || visit.problem !== null),
    ],
  })}<datalist id="suggestions"></datalist></div>`;
}

function callOf(search: Search): ShownCall {
  return { endpoint: 'itemList', parameters: givenOf(QUERY, search) };
}

async function find(search: Search, services: Services): Promise<Shelf | 'busy' | Failure> {
  try {
    return await readShelf(callOf(search), services);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (ERROR_STATUS[error.code] === 503) return 'busy';
    const { parameter, start, startValue = '' } = error.values;
    // If a range ends before its start, the message names the start by its label in the form.
    const label = FILTERS.find((name) => name === start);
    const takes =
      label === undefined
        ? message(`errors.${error.code}`, error.values)
        : message('api.notBelow', { start: QUERY[label].label ?? label, value: startValue });
    return invalid(typeof parameter === 'string' ? parameter : 'query', takes);
  }
}

export const suggestionsScreen = screen('/search/suggestions', {
  needs: 'nobody',
  limit: 'suggestions',
  query: { query: QUERY.query },
  async show({ services }, { query }) {
    const found = query.trim() === '' ? [] : await suggestionsFor(query.trim(), services);
    const body = html`${found.map((one) => html`<option value="${one}"></option>`)}`.toString();
    return { type: 'text/html; charset=utf-8', body };
  },
});

/** No suggestions if the API refuses the query or is busy. */
async function suggestionsFor(query: string, { api }: Services): Promise<readonly string[]> {
  const none = { json: '{"data":{"suggestions":[]}}' };
  const { json } = await api.read('suggest', { query }).catch((error: unknown) => {
    if (error instanceof ApiError) return none;
    throw error;
  });
  return JSON.parse(json).data.suggestions;
}

async function results(visit: Visit, { query, page }: Search, found: Shelf | 'busy'): Promise<Html> {
  const t = visit.words('shop');
  if (found === 'busy') return notice('warn', html`<p data-part="busy">${t('search.busy')}</p>`);
  const { books, totalCount, correction, suggestion, call } = found;
  // Keeps only known parameters of the request's URL.
  const address = addressWith('/search', call.parameters);
  const unranked = books.map(({ sortOrder, upDown, ...book }) => book);
  const searchFor = (other: string) => addressWith('/search', { query: other });
  const list =
    books.length === 0
      ? await noResults(visit, query, found)
      : html`<p class="small soft">${t('total', { count: totalCount })}</p>
${drawShelf(visit, unranked, t('search.results', { query }))}
${pager({ ...visit, address }, { page, pageSize: SHELF_SIZE, totalCount })}`;
  return html`<section class="list" data-part="results"><h2><bdi>${t('search.results', { query })}</bdi></h2>
${correction !== null && html`<p role="status" data-part="correction"><bdi>${t(`search.corrected.${correction.kind}`, { query: correction.query })}</bdi> <a rel="nofollow" href="${addressWith(address, { correct: 'N' })}">${t('search.exactly', { query })}</a></p>`}
${suggestion !== null && html`<p data-part="meant"><a rel="nofollow" href="${searchFor(suggestion)}">${t('search.meant', { query: suggestion })}</a></p>`}
${list}</section>
${callsBehind(visit, [call])}`;
}

async function noResults(visit: Visit, query: string, { reason }: Shelf): Promise<Html> {
  const t = visit.words('shop');
  const others = reason === null ? await suggestionsFor(query, visit.services) : [];
  const suggested = others
    .filter((other) => other !== query)
    .map((other) => ({ name: other, to: addressWith('/search', { query: other }) }));
  return html`<div class="none" data-part="none">${reason === null ? html`<p><strong>${t('search.none', { query })}</strong></p><p>${t('search.noneBody')}</p>` : html`<p><strong>${t('noneTitle')}</strong></p><p>${reason[visit.language]}</p>`}
${suggested.length > 0 && html`<nav aria-label="${t('search.suggestions')}">${chips(suggested)}</nav>`}
<p><a class="button" href="${addressWith('/search', { query })}">${t('search.all')}</a></p></div>`;
}

async function front(visit: Visit): Promise<HtmlValue> {
  const t = visit.words('shop');
  const categories = await visit.services.catalog.listCategories();
  const roots = categories.filter(({ parentId }) => parentId === null);
  if (roots.length === 0)
    return html`<div class="none" data-part="empty"><p><strong>${t('empty.title')}</strong></p><p>${t('empty.body')}</p>
${visit.may('console') && html`<p><a class="button" href="/portal/console">${t('empty.console')}</a></p>`}</div>`;
  const shelf = await frontShelf(visit, SHELF_SIZE);
  return html`<nav class="below" aria-label="${t('search.browse')}" data-part="categories">${categoryChips(roots)}</nav>
${shelf !== null && [shelf.drawn, callsBehind(visit, [shelf.call])]}`;
}
