import { type CatalogStore, isPublic, type StoredItem } from '../../catalog/catalog-store.ts';
import { type Category, categoryPath } from '../../catalog/category.ts';
import { isWithin, mainCategoryOf } from '../../catalog/item.ts';
import { formatKstDay, formatKstMonth, kstDayOf, parseKstMonth } from '../../clock.ts';
import type { Links } from '../../http/links.ts';
import { PLAIN_SEARCH, type SearchRequest } from '../../search/search-index.ts';
import { type ItemFields, itemJson } from '../../v1/item.ts';
import type { Services } from '../kit/services.ts';
import { categoryAddress } from './shelf.ts';

/** Reads a product or author number: digits without leading zeros. Null if the text can't be one. */
export function readNumber(text: string): number | null {
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

/** An item that the public may see; null if it is unknown or withheld. */
export async function findPublicItem(itemId: number, catalog: CatalogStore): Promise<StoredItem | null> {
  const [item] = await catalog.findItems([itemId]);
  return isPublic(item) ? item : null;
}

/** The fields of an item as with detail=Y, and the selling price without deals. */
export function itemFields(item: StoredItem, links: Links): ItemFields {
  const placed = { item: { ...item, deal: null }, sortOrder: 1, upDown: null };
  const view = { detail: true, sides: false, addOnUserKey: null };
  return itemJson(placed, view, { links, goodsSortNames: NO_NAMES, today: 0 });
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** A search among all products, without correction. Throws SearchUnavailableError. */
export function plainSearch(
  search: Services['search'],
  request: Pick<SearchRequest, 'query' | 'limit'> & Partial<SearchRequest>,
) {
  return search.search({ ...PLAIN_SEARCH, ...request });
}

/** The categories from the root to this one, each with its page. */
export function breadcrumbTo(mainId: string, categories: readonly Category[], links: Links) {
  return categoryPath(mainId, categories).map(({ categoryId, name }) => {
    return { categoryId, name, to: categoryAddress(categoryId), url: links.category(categoryId) };
  });
}

/** Everything that a product page shows besides the fields of the item. */
export type ProductView = NonNullable<Awaited<ReturnType<typeof viewProduct>>>;

export async function viewProduct(itemId: number, services: Services) {
  const { catalog, links, clock } = services;
  const item = await findPublicItem(itemId, catalog);
  if (item === null) return null;
  const fields = itemFields(item, links);
  const { deal } = item;
  const isDeal = deal !== null && isWithin(deal, kstDayOf(clock.nowMs()));
  return {
    ...fields,
    contributors: await viewContributors(itemId, fields.author, services),
    deal: isDeal ? { salePrice: deal.salePrice, until: formatKstDay(deal.until) } : null,
    categories: breadcrumbTo(mainCategoryOf(item), await catalog.listCategories(), links),
    histories: await viewRanks(itemId, services),
    eBook: await findPublicItem(fields.ebookId ?? 0, catalog),
  };
}

/** The names in the author line, each with its role, such as 지음, and its page. */
async function viewContributors(itemId: number, authorLine: string, { catalog, links }: Services) {
  if (authorLine === '') return [];
  const names = authorLine.split(', ');
  const contributors = await catalog.listContributors(itemId);
  // A name that contains a comma was split, too, so roles and records can't be assigned.
  if (names.length !== contributors.length) return [{ name: authorLine, role: '', url: null }];
  return contributors.map(({ role, authorId }, at) => ({
    name: names[at] ?? '',
    role,
    url: authorId === null ? null : links.author(authorId),
  }));
}

interface MonthRank {
  readonly month: string;
  /** Null if the product wasn't in that month's list. */
  readonly rank: number | null;
}

interface RankHistory {
  readonly categoryId: string;
  readonly rootCategoryId: string;
  readonly ranks: readonly MonthRank[];
  readonly rootRanks: readonly MonthRank[];
}

/** Ranks by month in the main category and in its root category, from the API. */
async function viewRanks(itemId: number, { api }: Services) {
  const { json } = await api.read('history', { searchType: 'ItemId', query: String(itemId) });
  const { categoryId, ranks, rootCategoryId, rootRanks }: RankHistory = JSON.parse(json).data;
  const own = { categoryId, months: monthsBetween(ranks) };
  const root = { categoryId: rootCategoryId, months: monthsBetween(rootRanks) };
  return (rootCategoryId === categoryId ? [own] : [own, root]).filter(({ months }) => months.length > 0);
}

/** Every month from the first rank to the last one. Ranks come oldest first. */
function monthsBetween(ranks: readonly MonthRank[]): readonly MonthRank[] {
  const byMonth = new Map(ranks.map(({ month, rank }) => [month, rank]));
  const [first = 0, last = -1] = [ranks[0], ranks.at(-1)].map(
    (one) => parseKstMonth(one?.month ?? '') ?? undefined,
  );
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const month = formatKstMonth(first + at);
    return { month, rank: byMonth.get(month) ?? null };
  });
}
