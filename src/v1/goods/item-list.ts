import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import { payloadOf } from '../../http/answer.ts';
import { ApiError } from '../../http/errors.ts';
import { suggestionHeadersOf } from '../../search/query-headers.ts';
import { NO_FILTER, type SearchRequest, type SearchResult } from '../../search/search-index.ts';
import { fromIndex } from '../from-index.ts';
import { pageOffset, renderItemList, stateKey } from '../item.ts';
import { PAGE_SIZE_JSON, type Page, readDetail, readPaging } from '../params.ts';
import { itemListCoverOnly, parameter } from '../schemas.ts';
import {
  readCorrect,
  readSearchCategory,
  readSearchFilter,
  readSearchSort,
  readSearchTarget,
  readSearchTerm,
} from '../search-params.ts';
import { correctionHeaders, searchParameter, suggestionHeaders } from '../search-schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** Products by keyword (docs/rules/search.md). */
export const itemList: Endpoint = {
  path: '/v1/goods/itemList',
  name: 'itemList',
  title: 'Product search',
  description:
    'Products whose title, contributors, publisher or series hold all words of the search term. A term without ' +
    'result is corrected where that helps; two headers then tell the term that was used and why.',
  parameters: Type.Object({
    query: searchParameter.term,
    category: searchParameter.category,
    sort: searchParameter.sort,
    page: parameter.page,
    pageSize: parameter.pageSize,
    detail: parameter.detail,
    target: searchParameter.target,
    inStock: searchParameter.inStock,
    publishedFrom: searchParameter.publishedFrom,
    publishedTo: searchParameter.publishedTo,
    priceFrom: searchParameter.priceFrom,
    priceTo: searchParameter.priceTo,
    correct: searchParameter.correct,
  }),
  data: itemListCoverOnly,
  headers: correctionHeaders,
  notFoundHeaders: suggestionHeaders,
  errors: ['PARAM_003', 'PARAM_005', 'PARAM_006', 'PARAM_007', 'PARAM_008', 'SEARCH_001', 'SEARCH_002'],
  answer,
};

async function answer(call: Call, services: Services): Promise<Answer> {
  const { request, page, detail } = readRequest(call);
  const { blocks } = await services.searchTerms.blockList();
  if (blocks(request.query)) throw new ApiError('SEARCH_002');
  const key = `search|${await stateKey(call, services)}|${JSON.stringify([request, detail])}`;
  const known = services.payloads.find(key);
  if (known !== undefined) return { payload: known, list: { ...page, totalCount: known.totalCount ?? 0 } };
  const found = await fromIndex(services.search.search(request));
  // A correction must not lead around the operator.
  if (found.correction !== null && blocks(found.correction.query)) throw new ApiError('SEARCH_002');
  const suggestion = found.suggestion !== null && !blocks(found.suggestion) ? found.suggestion : null;
  recordOutcome(request, found, services);
  if (found.totalCount === 0 && found.withheldCount > 0) throw new ApiError('SEARCH_002');
  if (found.totalCount === 0) throw new ApiError('SEARCH_001', {}, suggestionHeadersOf(suggestion));
  const offset = pageOffset(page, found.totalCount, 'SEARCH_001');
  const items = await services.catalog.findItems(found.itemIds);
  const entries = items.flatMap((item, index) =>
    item === null ? [] : [{ item, sortOrder: offset + index + 1, upDown: null }],
  );
  const view = { detail, sides: false, addOnUserKey: call.caller.addOnUserKey };
  const members = await renderItemList(entries, view, page, found.totalCount, services);
  const payload = payloadOf(members, found.totalCount);
  // What a correction leads to depends on more than the catalogue.
  const isPlain = found.correction === null && found.suggestion === null;
  if (isPlain && services.search.isCurrent(found)) services.payloads.keep(key, payload);
  const list = { ...page, totalCount: found.totalCount };
  return { payload, list, correction: found.correction, suggestion };
}

function readRequest({ query }: Call): { request: SearchRequest; page: Page; detail: boolean } {
  const term = {
    query: readSearchTerm(query),
    category: readSearchCategory(query),
    sort: readSearchSort(query),
  };
  const page = readPaging(query, PAGE_SIZE_JSON);
  const detail = readDetail(query);
  const extra = {
    target: readSearchTarget(query),
    filter: readSearchFilter(query),
    correct: readCorrect(query),
  };
  const slice = { offset: (page.page - 1) * page.pageSize, limit: page.pageSize };
  return { request: { ...term, ...extra, ...slice }, page, detail };
}

/** Tells the operator of terms that found nothing or were corrected: once a search, not for each of its pages. */
function recordOutcome(
  { query, filter, offset }: SearchRequest,
  found: SearchResult,
  { searchTerms }: Services,
): void {
  if (offset > 0) return;
  const { correction } = found;
  // What a filter leaves out is no gap in the catalogue.
  const isMissed =
    found.totalCount === 0 && found.withheldCount === 0 && isDeepStrictEqual(filter, NO_FILTER);
  if (isMissed || correction !== null) searchTerms.recordQuery({ query, correction });
}
