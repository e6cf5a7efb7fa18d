import { categoryPath, firstRoot } from '../catalog/category.ts';
import { mainCategoryOf, salePriceOn } from '../catalog/item.ts';
import { kstDayOf, parseKstMonth } from '../clock.ts';
import { ApiError, ERROR_STATUS } from '../http/errors.ts';
import { message } from '../messages/messages.ts';
import { suggestionOf } from '../search/query-headers.ts';
import { findPublicItem, itemFields } from '../site/shop/shown-item.ts';
import type { ItemPage, Shelf, ShelfItem, ShelfList, SuggestionsView } from './contract/catalogue.ts';
import { callPath } from './curl.ts';
import { invalid, PortalError, required } from './failures.ts';
import { BROWSING, openRoute, type PortalRoute, SEARCHING } from './route.ts';
import type { PortalServices } from './services.ts';

/** The catalogue, read and searched without signing in (docs/rules/accounts.md#reading-without-an-account). */
export const catalogRoutes: readonly PortalRoute[] = [
  openRoute('GET /categories', BROWSING, async ({ input }, { catalog }) => {
    const parent = input.parent === '' ? null : input.parent;
    const categories = await catalog.listCategories();
    const parents = new Set(categories.map((category) => category.parentId));
    return {
      categories: categories
        .filter((category) => category.parentId === parent)
        .map(({ categoryId, categoryName }) => ({
          categoryId,
          name: categoryName,
          hasChildren: parents.has(categoryId),
        })),
    };
  }),
  openRoute('GET /shelf', BROWSING, async ({ input }, services) => {
    const { list, category, month, sex, age, page } = input;
    const parameters: Record<string, string> = {
      categoryId: category ?? firstRoot(await services.catalog.listCategories()) ?? '',
    };
    if (list === 'monthly' && month !== undefined) {
      if (parseKstMonth(month) === null) throw invalid('month', message('input.month'));
      parameters.date = `${month}-01`;
    }
    if (list === 'monthly' || list === 'overall') {
      if (sex !== 'A') parameters.sex = sex;
      if (age !== '255') parameters.age = age;
    }
    if (page > 1) parameters.page = String(page);
    return readShelf(ENDPOINT_OF_LIST[list], parameters, services);
  }),
  /** The filters are named as in the API, which alone checks them. */
  openRoute('GET /search', SEARCHING, async ({ input }, services) => {
    const { query, category, sort, page, ...filters } = input;
    const parameters: Record<string, string> = { query };
    if (category !== 'ALL') parameters.category = category;
    if (sort !== 'DEFAULT') parameters.sort = sort;
    Object.assign(parameters, filters);
    if (page > 1) parameters.page = String(page);
    return readShelf('itemList', parameters, services);
  }),
  /** No suggestions when the API refuses the term. */
  openRoute('GET /suggest', SEARCHING, async ({ input: { query } }, { api }) => {
    if (query === '') return { suggestions: [] };
    try {
      const { json } = await api.read('suggest', { query });
      const { data }: { readonly data: SuggestionsView } = JSON.parse(json);
      return { suggestions: data.suggestions };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (ERROR_STATUS[error.code] === 503) throw new PortalError('UNAVAILABLE');
      return { suggestions: [] };
    }
  }),
  openRoute('GET /item', BROWSING, async ({ input }, services) => {
    const { catalog, links } = services;
    const text = input.itemId;
    const isNumber = /^[1-9]\d{0,15}$/.test(text);
    const item = required(isNumber ? await findPublicItem(Number(text), catalog) : null);
    const parameters = { searchType: 'ItemId', query: text };
    const detail = { ...parameters, detail: 'Y' };
    const { json } = await services.api.read('history', parameters);
    const history: { readonly data: Pick<ItemPage, 'ranks' | 'rootRanks'> } = JSON.parse(json);
    const fields = itemFields(item, links);
    return {
      itemId: item.itemId,
      title: fields.title,
      subTitle: fields.subTitle ?? '',
      author: fields.author,
      publisher: fields.publisher,
      publishDate: fields.publishDate,
      goodsType: fields.goodsType,
      itemStatus: fields.itemStatus,
      isbn13: fields.isbn13,
      pages: fields.pages ?? null,
      shopPrice: fields.shopPrice,
      salePrice: salePriceOn(item, kstDayOf(services.clock.nowMs())),
      cover: fields.cover,
      link: links.item(item.itemId),
      introduction: fields.contentDetail?.bookIntroduction ?? null,
      contents: fields.contentDetail?.tableOfContents ?? null,
      categories: categoryPath(mainCategoryOf(item), await catalog.listCategories()),
      ranks: history.data.ranks,
      rootRanks: history.data.rootRanks,
      detailCall: callView('itemDetail', detail, services),
      historyCall: callView('history', parameters, services),
    };
  }),
];

const ENDPOINT_OF_LIST: Readonly<Record<ShelfList, string>> = {
  overall: 'bestseller',
  monthly: 'bestsellerMonthly',
  daily: 'bestsellerDaily',
  realtime: 'bestsellerRealtime',
  steady: 'bestsellerSteady',
  deal: 'bestsellerDeal',
  new: 'newproduct',
  attention: 'newproductAttention',
};

/** What a shelf shows of an endpoint's item list (docs/rules/interface.md#item-lists). */
interface ItemListData {
  readonly items: readonly (Omit<ShelfItem, 'rank'> & { readonly sortOrder: number })[];
  readonly totalCount: number;
}

/** A shelf is the API's response, so both always agree. An empty one isn't a failure here. */
async function readShelf(
  endpoint: string,
  parameters: Readonly<Record<string, string>>,
  services: PortalServices,
): Promise<Shelf> {
  const call = callView(endpoint, parameters, services);
  try {
    const { json, edition, correction, suggestion } = await services.api.read(endpoint, parameters);
    const { items, totalCount }: ItemListData = JSON.parse(json);
    return {
      items: items.map(toShelfItem),
      totalCount,
      edition,
      correction,
      suggestedQuery: suggestion,
      call,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const status = ERROR_STATUS[error.code];
    if (status === 404 || error.code === 'PARAM_001') {
      const suggestedQuery = suggestionOf(error.headers);
      return { items: [], totalCount: 0, edition: '', correction: null, suggestedQuery, call };
    }
    if (status === 503) throw new PortalError('UNAVAILABLE');
    throw refusal(error);
  }
}

/** The API's refusal, reported for the parameter that it names. */
function refusal({ code, values }: ApiError): PortalError {
  const { parameter, allowed } = values;
  if (typeof parameter !== 'string' || allowed === undefined)
    return invalid('query', message(`errors.${code}`, values));
  if (typeof allowed === 'object') return invalid(parameter, allowed);
  return invalid(parameter, message('input.oneOf', { words: allowed }));
}

function toShelfItem(item: ItemListData['items'][number]): ShelfItem {
  const { itemId, title, author, publisher, cover, link, sortOrder, upDown, shopPrice, salePrice } = item;
  return { itemId, title, author, publisher, cover, link, rank: sortOrder, upDown, shopPrice, salePrice };
}

function callView(
  endpoint: string,
  parameters: Readonly<Record<string, string>>,
  { api }: PortalServices,
): Shelf['call'] {
  const path = api.pathOf(endpoint);
  if (path === null) throw new Error(`there is no endpoint ${endpoint}`);
  return { endpoint, parameters, path: callPath(path, parameters) };
}
