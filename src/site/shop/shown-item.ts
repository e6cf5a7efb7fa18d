import { type CatalogStore, isPublic, type StoredItem } from '../../catalog/catalog-store.ts';
import { type ItemFields, itemAnswer } from '../../catalog/item-answer.ts';
import type { Links } from '../../http/links.ts';
import { NO_FILTER } from '../../search/search-index.ts';
import type { Services } from '../kit/services.ts';

/** A product or author number in an address: digits without leading zeros. Null when it can't be one. */
export function readNumber(text: string): number | null {
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

/** The item with a number, if the public may see it: null when it is unknown or withheld. */
export async function findPublicItem(itemId: number, catalog: CatalogStore): Promise<StoredItem | null> {
  const [item] = await catalog.findItems([itemId]);
  return isPublic(item) ? item : null;
}

/** The fields of an item, those of detail=Y included; the selling price is that without deals. */
export function itemFields(item: StoredItem, links: Links): ItemFields {
  const placed = { item: { ...item, deal: null }, sortOrder: 1, upDown: null };
  const view = { detail: true, sides: false, addOnUserKey: null };
  return itemAnswer(placed, view, { links, goodsSortNames: NO_NAMES, today: 0 });
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** What the lines below don't tell shows after this: a list that was published in between, a deal that begins. */
const STATE_MAX_AGE_MS = 60_000;

/** Everything that the shop's pages depend on, by name: as long as it stays the same, so do they. */
export async function revisionOf({ catalog, rankings, clock }: Services): Promise<string> {
  const tallied = await rankings.findLatestEdition('overall');
  const minute = Math.floor(clock.nowMs() / STATE_MAX_AGE_MS);
  return [await catalog.revision(), tallied?.period, tallied?.version, minute].join('|');
}

/** What a search finds among products of all kinds; a query isn't corrected. Throws SearchUnavailableError. */
export function plainSearch(
  search: Services['search'],
  request: {
    readonly query: string;
    readonly limit: number;
    readonly offset?: number;
    readonly target?: 'author';
  },
) {
  const all = { category: 'ALL', sort: 'DEFAULT', target: 'all', filter: NO_FILTER, offset: 0 } as const;
  return search.search({ ...all, correct: false, ...request });
}
