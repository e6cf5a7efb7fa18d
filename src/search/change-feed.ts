import { textsOfData } from '../catalog/item.ts';
import { type ChangeMark, hasChange, markOf } from '../catalog/revision.ts';
import type { Reader, Snapshot, SqlDatabase } from '../sql-database.ts';
import type { DocFigures } from './engine/doc-table.ts';
import type { ItemChange } from './engine/item-changes.ts';
import type { NamedItem } from './query.ts';
import { type SearchTexts, searchDocument } from './search-document.ts';

interface CatalogState {
  readonly revision: number;
  readonly lastChange: number;
}

export interface LexiconEntry {
  readonly texts: SearchTexts;
  readonly salePoint: number;
  readonly isSuggested: boolean;
}

export type ChangeFeed = ReturnType<typeof createChangeFeed>;

/** Every function throws StoreUnavailableError. */
export function createChangeFeed(database: SqlDatabase) {
  return {
    readState: () => readState(database),
    /** Whether a change belongs to this catalogue's history. */
    has: (change: ChangeMark) => hasChange(database, change),
    async findNamed({ itemId, isbn13, isbn10 }: NamedItem): Promise<readonly number[]> {
      const rows = await database.query<{ itemId: number }>(NAMED, [itemId, isbn13, isbn10]);
      return rows.map((row) => row.itemId);
    },
    /** Calls `read` with a snapshot of the catalogue, which is valid until `read` settles. */
    snapshot: <T>(read: (catalogue: CatalogSnapshot) => Promise<T>): Promise<T> =>
      database.snapshot(async (snapshot) => read(await openSnapshot(snapshot))),
  };
}

/** The catalogue as of one commit. Items are read in chunks; an item is parsed when the iteration reaches the item. */
export type CatalogSnapshot = Awaited<ReturnType<typeof openSnapshot>>;

async function openSnapshot(snapshot: Snapshot) {
  const state = await readState(snapshot);
  return {
    state,
    last: await markOf(snapshot, state.lastChange),
    has: (change: ChangeMark) => hasChange(snapshot, change),
    /** The items changed after change number `after`, by ascending item number. `document` is null if texts are unchanged. */
    changes: (after: number) => readChanges(snapshot, after, state.lastChange),
    /** The texts of every item. The best-selling items, at most `suggestedMax`, are marked for suggestions. */
    entries: (suggestedMax = SUGGESTED_MAX) => readEntries(snapshot, suggestedMax),
  };
}

/** Maximum number of items for suggestions: sorting more would take gigabytes for titles that are hardly ever seen. */
const SUGGESTED_MAX = 1_000_000;

const NAMED = `
  SELECT item_id AS "itemId" FROM item WHERE item_id = $1
  UNION SELECT item_id FROM item WHERE isbn13 = $2 AND isbn13 <> ''
  UNION SELECT item_id FROM item WHERE isbn10 = $3 AND isbn10 <> ''`;

async function readState(reader: Reader): Promise<CatalogState> {
  const [state] = await reader.query<CatalogState>(`
    SELECT
      revision,
      coalesce((SELECT CAST(max(change_no) AS bigint) FROM search_item), 0) AS "lastChange"
    FROM catalog_state`);
  if (state === undefined) throw new Error('the catalogue has no state');
  return state;
}

interface ChangeRow extends Omit<DocFigures, 'catalog' | 'deal' | 'withheld'> {
  readonly itemId: number;
  readonly catalog: DocFigures['catalog'] | null;
  readonly withheld: number;
  readonly dealPrice: number;
  readonly dealFrom: number | null;
  readonly dealUntil: number;
  readonly newData: string | null;
}

const CHANGES = `
  SELECT
    s.item_id AS "itemId",
    i.catalog,
    i.publish_day AS "publishDay",
    i.registered_at_ms AS "registeredAtMs",
    i.shop_price AS "shopPrice",
    i.sale_price AS "salePrice",
    i.deal_price AS "dealPrice",
    i.deal_from AS "dealFrom",
    i.deal_until AS "dealUntil",
    i.item_status AS "itemStatus",
    i.withheld,
    coalesce(p.sale_point, 0) AS "salePoint",
    CASE WHEN s.text_no > $1 THEN i.data END AS "newData"
  FROM search_item AS s
  LEFT JOIN item AS i ON i.item_id = s.item_id
  LEFT JOIN item_sale_point AS p ON p.item_id = s.item_id`;

/** Above this many changes, reading all items in order is faster. `+ 0` keeps databases from using the index on change_no. */
const FEW_MAX = 10_000;
const FEW = 's.item_id IN (SELECT item_id FROM search_item WHERE change_no > $1)';
const MANY = 's.change_no + 0 > $1';

async function* readChanges(snapshot: Snapshot, after: number, last: number) {
  const changed = last - after > FEW_MAX ? MANY : FEW;
  const portions = snapshot.rows<ChangeRow>(`${CHANGES} WHERE ${changed} ORDER BY s.item_id`, [after]);
  for await (const rows of portions) yield rows.values().map(changeOf);
}

function changeOf(row: ChangeRow): ItemChange {
  const { itemId, catalog, withheld, dealPrice, dealFrom, dealUntil, newData, ...figures } = row;
  if (catalog === null) return { itemId, figures: null, document: null };
  const deal = dealFrom === null ? null : { salePrice: dealPrice, from: dealFrom, until: dealUntil };
  return {
    itemId,
    figures: { ...figures, catalog, deal, withheld: withheld === 1 },
    document: newData === null ? null : searchDocument(textsOfData(newData)),
  };
}

/** `least`: the sale point of the item at position $1 + 1 by sales, or 0. `above`: the number of items above that sale point. */
const BEST_SELLING = `
  WITH last AS (
    SELECT coalesce((SELECT sale_point FROM item_sale_point ORDER BY sale_point DESC LIMIT 1 OFFSET $1), 0) AS least
  )
  SELECT least, (SELECT count(*) FROM item_sale_point WHERE sale_point > least) AS above
  FROM last`;

async function* readEntries(snapshot: Snapshot, suggestedMax: number) {
  const [best] = await snapshot.query<{ least: number; above: number }>(BEST_SELLING, [suggestedMax]);
  const { least = 0, above = 0 } = best ?? {};
  let left = suggestedMax - above;
  const entries = snapshot.rows<{ data: string; withheld: number; salePoint: number }>(`
    SELECT i.data, i.withheld, coalesce(p.sale_point, 0) AS "salePoint"
    FROM item AS i
    LEFT JOIN item_sale_point AS p ON p.item_id = i.item_id`);
  for await (const rows of entries)
    yield rows.values().map(({ data, withheld, salePoint }): LexiconEntry => {
      const isSuggested = withheld === 0 && (salePoint > least || (salePoint === least && left-- > 0));
      return { texts: textsOfData(data), salePoint, isSuggested };
    });
}
