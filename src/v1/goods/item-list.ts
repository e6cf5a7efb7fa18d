import Type from 'typebox';
import { payloadOf } from '../../http/answer.ts';
import { ApiError } from '../../http/errors.ts';
import {
  NO_FILTER,
  type SearchRequest,
  type SearchResult,
  SearchUnavailableError,
} from '../../search/search-index.ts';
import { pageOffset, renderItemList } from '../item.ts';
import {
  PAGE_SIZE_JSON,
  readDetail,
  readPaging,
  readSearchCategory,
  readSearchSort,
  readSearchTerm,
} from '../params.ts';
import { itemListCoverOnly, parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** Products by keyword (spec 4.1, 7; decisions 4). */
export const itemList: Endpoint = {
  path: '/v1/goods/itemList',
  name: 'itemList',
  title: 'Product search',
  description: 'Products whose title, contributors, publisher or series hold all words of the search term.',
  parameters: Type.Object({
    query: parameter.searchTerm,
    category: parameter.searchCategory,
    sort: parameter.searchSort,
    page: parameter.page,
    pageSize: parameter.pageSize,
    detail: parameter.detail,
  }),
  data: itemListCoverOnly,
  errors: [
    'PARAM_003',
    'PARAM_005',
    'PARAM_006',
    'PARAM_007',
    'PARAM_008',
    'SEARCH_001',
    'SEARCH_002',
    'UPSTREAM_UNAVAILABLE',
  ],
  answer,
};

async function answer(call: Call, services: Services): Promise<Answer> {
  const query = readSearchTerm(call.query);
  const category = readSearchCategory(call.query);
  const sort = readSearchSort(call.query);
  const page = readPaging(call.query, PAGE_SIZE_JSON);
  const detail = readDetail(call.query);

  const offset = (page.page - 1) * page.pageSize;
  const found = await search(
    {
      query,
      category,
      sort,
      target: 'all',
      filter: NO_FILTER,
      correct: true,
      offset,
      limit: page.pageSize,
    },
    services,
  );
  if (found.totalCount === 0 && found.withheldCount > 0) throw new ApiError('SEARCH_002');
  pageOffset(page, found.totalCount, 'SEARCH_001');
  const items = await services.catalog.findItems(found.itemIds);
  const entries = items.flatMap((item, index) =>
    item === null ? [] : [{ item, sortOrder: offset + index + 1, upDown: null }],
  );
  const view = { detail, sides: false, addOnUserKey: call.caller.addOnUserKey };
  return { payload: payloadOf(await renderItemList(entries, view, page, found.totalCount, services)) };
}

async function search(request: SearchRequest, services: Services): Promise<SearchResult> {
  try {
    return await services.search.search(request);
  } catch (error) {
    if (error instanceof SearchUnavailableError) throw new ApiError('UPSTREAM_UNAVAILABLE');
    throw error;
  }
}
