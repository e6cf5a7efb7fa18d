import type { AccountStore } from '../accounts/account-store.ts';
import { type CatalogStore, isPublic, type StoredItem } from '../catalog/catalog-store.ts';
import { type Category, categoryPath } from '../catalog/category.ts';
import { isWithin } from '../catalog/item.ts';
import { type Clock, formatKstDay, formatKstMonth, kstDayOf } from '../clock.ts';
import type { RateLimiter } from '../gate/rate-limiter.ts';
import type { Links } from '../http/links.ts';
import type { PublicWork } from '../http/public-work.ts';
import { findEditionOfDate } from '../rankings/edition-of-date.ts';
import type { RankingStore } from '../rankings/ranking-store.ts';
import { readVisibleList } from '../rankings/visible-list.ts';
import { NO_FILTER, type SearchIndex, SearchUnavailableError } from '../search/search-index.ts';
import { itemFields } from '../site/shop/shown-item.ts';
import type { Site } from './site.ts';
import type { AuthorView, CategoryView, ContributorView, PageLink, ProductView, ShelfBook } from './views.ts';

/** Everything that the public pages work with. */
export interface PageDeps {
  readonly catalog: CatalogStore;
  readonly rankings: RankingStore;
  readonly accounts: AccountStore;
  readonly clock: Clock;
  readonly links: Links;
  /** Per-address limits. */
  readonly limiter: RateLimiter;
  readonly publicWork: PublicWork;
  /** Finds the books of an author. */
  readonly search: SearchIndex;
  readonly site: Site;
  /** Room for what is kept of each kind: pages and drawn covers. */
  readonly cacheBytes: number;
}

/** Months on a product page: two years, as long as the demo's history. */
const RANK_MONTHS_MAX = 24;

/** Entries of the list on a category page. */
const BESTSELLERS_MAX = 50;

/** A restated month of long ago is the one change that the names of editions below do not tell; it shows after this. */
const STATE_MAX_AGE_MS = 60_000;

/** Everything that pages depend on, by name: as long as it stays the same, so do they. */
export async function stateOfPages({ catalog, rankings, clock }: PageDeps): Promise<string> {
  const nowMs = clock.nowMs();
  const monthly = await findEditionOfDate('monthly', null, { rankings, clock });
  return [
    await catalog.revision(),
    // Deals begin and end with a day.
    kstDayOf(nowMs),
    monthly?.period,
    monthly?.version,
    Math.floor(nowMs / STATE_MAX_AGE_MS),
  ].join('|');
}

export async function viewProduct(item: StoredItem, deps: PageDeps): Promise<ProductView> {
  const { catalog, links, rankings } = deps;
  const fields = itemFields(item, links);
  const categories = await catalog.listCategories();
  const ranks = await rankings.listRanksOfItem(item.itemId, item.mainCategoryId);
  return {
    ...fields,
    subTitle: fields.subTitle ?? '',
    originalTitle: fields.originalTitle ?? null,
    contributors: await viewContributors(item.itemId, fields.author, deps),
    itemFormat: fields.itemFormat ?? null,
    pages: fields.pages ?? null,
    salePrice: item.salePrice,
    deal: dealToday(item, deps.clock),
    coverUrl: fields.cover,
    categories: pathTo(item.mainCategoryId, categories, links),
    introduction: fields.contentDetail?.bookIntroduction ?? null,
    summary: fields.contentDetail?.bookSummary ?? null,
    contents: fields.contentDetail?.tableOfContents ?? null,
    ranks: ranks
      .slice(-RANK_MONTHS_MAX)
      .reverse()
      .map(({ month, rank }) => ({ month: formatKstMonth(month), rank })),
    series: (fields.series ?? []).map((series) => series.seriesName),
    eBookUrl: fields.eBookLink ?? null,
    url: links.item(item.itemId),
  };
}

/** The names of the author line, with role and record. */
async function viewContributors(
  itemId: number,
  authorLine: string,
  { catalog, links }: PageDeps,
): Promise<readonly ContributorView[]> {
  if (authorLine === '') return [];
  const names = authorLine.split(', ');
  const contributors = await catalog.listContributors(itemId);
  // A name with a comma comes out in parts, so nothing says whose role and record these are.
  if (names.length !== contributors.length) return [{ name: authorLine, role: '', url: null }];
  return contributors.map(({ role, authorId }, at) => ({
    name: names[at] ?? '',
    role,
    url: authorId === null ? null : links.author(authorId),
  }));
}

function dealToday(item: StoredItem, clock: Clock): ProductView['deal'] {
  const today = kstDayOf(clock.nowMs());
  const { deal } = item;
  if (deal === null || !isWithin(deal, today)) return null;
  return { salePrice: deal.salePrice, until: formatKstDay(deal.until) };
}

function pathTo(categoryId: string, categories: readonly Category[], links: Links): readonly PageLink[] {
  return categoryPath(categoryId, categories).map(({ categoryId: id, name }) => ({
    name,
    url: links.category(id),
  }));
}

/** Null when there is no such author, or no such page of the books. */
export async function viewAuthor(authorId: number, page: number, deps: PageDeps): Promise<AuthorView | null> {
  const author = await deps.catalog.findAuthor(authorId);
  if (author === null) return null;
  const { items, hasNext } = await findWorks(authorId, author.author, page, deps);
  if (page > 1 && items.length === 0) return null;
  return {
    name: author.author,
    birthDate: author.birthDate,
    deathDate: author.deathDate,
    debutTitle: author.debutTitle,
    details: author.details,
    items,
    page,
    hasNext,
    url: deps.links.author(authorId),
  };
}

/**
 * Items are found by the author's name, the exact name first, and kept if they name this record: another person may have
 * the same name. None while the search can't answer.
 */
async function findWorks(authorId: number, name: string, page: number, deps: PageDeps) {
  const { search, catalog } = deps;
  const offset = (page - 1) * WORKS_PER_PAGE;
  const request = {
    query: name.slice(0, QUERY_MAX),
    category: 'ALL',
    sort: 'DEFAULT',
    target: 'author',
    filter: NO_FILTER,
    correct: false,
    offset,
    limit: WORKS_PER_PAGE,
  } as const;
  const found = await search.search(request).catch((error: unknown) => {
    if (error instanceof SearchUnavailableError) return { itemIds: [], totalCount: 0 };
    throw error;
  });
  const items = await catalog.findItems(found.itemIds);
  const isTheirs = await Promise.all(
    found.itemIds.map(async (itemId) =>
      (await catalog.listContributors(itemId)).some((one) => one.authorId === authorId),
    ),
  );
  const works = items.filter((_, at) => isTheirs[at]).filter(isPublic);
  const hasNext = works.length > 0 && offset + found.itemIds.length < found.totalCount;
  return { items: works.map((item) => onShelf(item, deps.links)), hasNext };
}

const WORKS_PER_PAGE = 48;

/** The longest query that searches take. */
const QUERY_MAX = 200;

function onShelf(item: StoredItem, links: Links): ShelfBook {
  const { itemId, title, author, cover } = itemFields(item, links);
  return { name: title, author, coverUrl: cover, url: links.item(itemId) };
}

/** Null when there is no such category. */
export async function viewCategory(categoryId: string, deps: PageDeps): Promise<CategoryView | null> {
  const { catalog, links } = deps;
  const categories = await catalog.listCategories();
  const category = categories.find((one) => one.categoryId === categoryId);
  if (category === undefined) return null;
  const children = categories.filter((one) => one.parentId === categoryId);
  return {
    name: category.categoryName,
    parents: pathTo(categoryId, categories, links).slice(0, -1),
    children: children.map((child) => ({ name: child.categoryName, url: links.category(child.categoryId) })),
    bestsellers: await currentBestsellers(categoryId, deps),
    url: links.category(categoryId),
  };
}

/** The list that the API answers without a date (docs/rules/interface.md#parameters). */
async function currentBestsellers(categoryId: string, deps: PageDeps): Promise<CategoryView['bestsellers']> {
  const edition = await findEditionOfDate('monthly', null, deps);
  if (edition === null) return null;
  const list = await readVisibleList(edition, { categoryId, sex: 'A', age: 255 }, deps);
  const entries = await list.entries(0, BESTSELLERS_MAX);
  return {
    month: formatKstMonth(edition.period),
    items: entries.map(({ item }) => onShelf(item, deps.links)),
  };
}
