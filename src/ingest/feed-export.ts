import type { DatabaseSync } from 'node:sqlite';
import { memoizeLast } from '../base/memoize-last.ts';
import type { CategoryNode } from '../catalog/category.ts';
import type { Author, DayWindow, Item } from '../catalog/item.ts';
import { namePartsOf } from '../catalog/item-names.ts';
import { formatKstDay, formatKstInstant, kstDayOf, kstMonthOfDay } from '../clock.ts';
import { exportedBuyer } from '../rankings/ledger/buyer-reference.ts';
import { BUYER_TYPES, type SaleLine } from '../rankings/sale.ts';
import { rowsOf, SELECT_CATEGORIES } from '../store/sqlite/rows.ts';
import type { FeedRecord } from './feed-record.ts';

/** What an export has given so far. */
export interface ExportCounts {
  readonly items: number;
  readonly orderLines: number;
  /** Order lines, cancellations and returns that no list counts, because they are late or excluded. */
  readonly leftOut: number;
}

/**
 * The catalogue and the order lines of one moment as feed records (docs/feeds.md#export), one by one: a store that imports them
 * has the same answers and counts the same lists. Items are as they are in force, decisions of operators included.
 */
export function createFeedExport(db: DatabaseSync) {
  const counts = { items: 0, orderLines: 0, leftOut: 0 };
  return {
    counts: counts as ExportCounts,
    *records(): Generator<FeedRecord> {
      db.exec('BEGIN');
      try {
        for (const category of rowsOf<CategoryNode>(db.prepare(SELECT_CATEGORIES)))
          yield { kind: 'category', category };
        for (const row of db.prepare(AUTHORS).iterate())
          yield { kind: 'author', author: { ...row } as object as Author };
        for (const row of db.prepare(ITEMS).iterate()) {
          counts.items++;
          yield* itemRecords(JSON.parse(String(row.data)), JSON.parse(String(row.names)));
        }
        yield* goneNames(db);
        const isLeftOut = createLeftOut(db);
        for (const row of db.prepare(LINES).iterate()) {
          if (isLeftOut(row)) counts.leftOut++;
          else {
            counts.orderLines++;
            yield saleRecord(row);
          }
        }
        for (const row of db.prepare(CANCELLATIONS).iterate()) {
          if (isLeftOut(row)) counts.leftOut++;
          else yield cancelRecord(row);
        }
      } finally {
        db.exec('ROLLBACK');
      }
    },
  };
}

type Row = Readonly<Record<string, unknown>>;

const AUTHORS = `
  SELECT author_id AS "authorId", author, birth_date AS "birthDate", death_date AS "deathDate",
    debut_title AS "debutTitle", details
  FROM author
  ORDER BY author_id`;

const ITEMS = `
  SELECT data, (
    SELECT json_group_array(name)
    FROM item_name
    WHERE item_name.item_id = item.item_id AND name LIKE 'external:%') AS names
  FROM item
  ORDER BY item_id`;

/** An item once for each name that the shop gave it. */
function* itemRecords(item: Item, names: readonly string[]): Generator<FeedRecord> {
  if (names.length === 0) yield { kind: 'item', item };
  for (const name of names) yield { kind: 'item', item, name: { ...namePartsOf(name), itemId: item.itemId } };
}

/** Names of items that are gone, or still to come, keep their numbers: orders have them. */
function* goneNames(db: DatabaseSync): Generator<FeedRecord> {
  const names = db.prepare(
    'SELECT name, item_id FROM item_name WHERE item_id NOT IN (SELECT item_id FROM item)',
  );
  for (const row of names.iterate()) {
    const itemId = Number(row.item_id);
    yield { kind: 'remove', itemId, name: { ...namePartsOf(String(row.name)), itemId } };
  }
}

/** A line has the number of its item, or the ISBN13 where it names its item by it alone. */
const GOODS = `iif(goods > 0, goods, NULL) AS "itemId", iif(goods < 0, format('%013d', -goods), NULL) AS isbn13`;

// The number of an erased buyer is larger than an integer of ours may be, and even.
const LINES = `
  SELECT order_id AS "orderId", line_no AS "lineNo", ${GOODS}, quantity, unit_price AS "unitPrice",
    sold_at_ms AS "soldAtMs", CASE sex WHEN 1 THEN 'M' WHEN 2 THEN 'F' END AS sex, age, CAST(buyer AS REAL) AS buyer,
    buyer_type AS "buyerType", revision
  FROM sale
  JOIN sale_order USING (order_no)
  ORDER BY order_no, line_no`;

const CANCELLATIONS = `
  SELECT order_id AS "orderId", line_no AS "lineNo", cancelled_at_ms AS "cancelledAtMs", taken.quantity, ${GOODS},
    sold_at_ms AS "soldAtMs", CAST(buyer AS REAL) AS buyer, max(taken.revision, ifnull(sale.revision, 0)) AS revision
  FROM sale_return AS taken
  JOIN sale_order USING (order_no)
  LEFT JOIN sale USING (order_no, line_no)`;

/** Whether no list counts a line: it is late, or its item or buyer is left out of its month. */
function createLeftOut(db: DatabaseSync): (line: Row) => boolean {
  const cutoffOf = db.prepare('SELECT cutoff FROM sale_month WHERE month = ? AND cutoff IS NOT NULL');
  const left = db.prepare('SELECT item_id, CAST(buyer AS REAL) AS buyer FROM exclusion WHERE month = ?');
  const countedOf = memoizeLast((month: number) => ({
    cutoff: Number(cutoffOf.get(month)?.cutoff ?? Number.POSITIVE_INFINITY),
    itemIds: left.all(month).flatMap(({ item_id }) => (item_id === null ? [] : [Number(item_id)])),
    buyers: left.all(month).flatMap(({ buyer }) => (buyer === null ? [] : [Number(buyer)])),
  }));
  const byIsbn = db.prepare(`
    SELECT min(item_id) AS item_id
    FROM item
    WHERE isbn13 = ? AND isbn13 <> '' AND withheld = 0`);
  return ({ revision, soldAtMs, itemId, isbn13, buyer }) => {
    // A cancellation may be there before its line.
    if (typeof soldAtMs !== 'number') return false;
    const { cutoff, itemIds, buyers } = countedOf(kstMonthOfDay(kstDayOf(soldAtMs)));
    if (Number(revision) > cutoff || buyers.includes(Number(buyer ?? -1))) return true;
    if (itemIds.length === 0) return false;
    return itemIds.includes(Number(itemId ?? byIsbn.get(String(isbn13))?.item_id));
  };
}

function saleRecord({ revision: _, buyer, buyerType, ...row }: Row): FeedRecord {
  const who = {
    buyer: buyer === null ? null : exportedBuyer(Number(buyer)),
    buyerType: BUYER_TYPES[Number(buyerType)] ?? 'person',
  };
  return { kind: 'sale', sale: { ...row, ...who } as object as SaleLine };
}

function cancelRecord({ orderId, lineNo, cancelledAtMs, quantity }: Row): FeedRecord {
  const cancellation = {
    orderId: String(orderId),
    lineNo: Number(lineNo),
    cancelledAtMs: Number(cancelledAtMs),
    ...(quantity === null ? {} : { quantity: Number(quantity) }),
    // 0 = the shop didn't say when.
    ...(cancelledAtMs === 0 ? { isTimeDefault: true } : {}),
  };
  return { kind: 'cancel', cancellation };
}

/**
 * A record as one line of a JSON Lines feed (docs/feeds.md#format), without the line end. Fields that are null
 * are left out: a reader fills in the same defaults.
 */
export function toFeedLine(record: FeedRecord): string {
  return JSON.stringify(fieldsOf(record), (_, value) => (value === null ? undefined : value));
}

function fieldsOf(record: FeedRecord): object {
  switch (record.kind) {
    case 'category':
      return { kind: record.kind, ...record.category };
    case 'author':
      return { kind: record.kind, ...record.author };
    case 'item':
      return { kind: record.kind, externalId: record.name?.externalId ?? null, ...itemFields(record.item) };
    case 'patch':
      return { kind: record.kind, ...record.name, ...record.fields };
    case 'remove':
      return { kind: record.kind, ...record.name, itemId: record.itemId };
    case 'sale': {
      const { soldAtMs, ...sale } = record.sale;
      return { kind: record.kind, ...sale, soldAt: formatKstInstant(soldAtMs) };
    }
    case 'cancel': {
      const { cancelledAtMs, isTimeDefault, ...line } = record.cancellation;
      const cancelledAt = isTimeDefault === true ? null : formatKstInstant(cancelledAtMs);
      return { kind: record.kind, ...line, cancelledAt };
    }
  }
}

function itemFields(item: Item): object {
  const { contributors, registeredAtMs, deal, attention, ...fields } = item;
  return {
    ...fields,
    authors: contributors,
    registeredAt: formatKstInstant(registeredAtMs),
    deal: deal && { salePrice: deal.salePrice, ...windowFields(deal) },
    attention: attention && windowFields(attention),
  };
}

function windowFields(window: DayWindow): object {
  return { from: formatKstDay(window.from), until: formatKstDay(window.until) };
}
