import { type CategoryNode, SELECT_CATEGORIES } from '../catalog/category.ts';
import type { Author, DayWindow, Item } from '../catalog/item.ts';
import { nameOfNumber, namePartsOf } from '../catalog/item-names.ts';
import { formatKstDay, formatKstInstant, type KstMonth, kstDayOf, kstMonthOfDay } from '../clock.ts';
import { exportedBuyer } from '../rankings/ledger/buyer-reference.ts';
import { BUYER_TYPES, type Cancellation, type SaleLine } from '../rankings/sale.ts';
import type { Reader, Snapshot, SqlDatabase } from '../sql-database.ts';
import type { FeedRecord } from './feed-record.ts';

export interface ExportCounts {
  readonly items: number;
  readonly orderLines: number;
  /** Order lines, cancellations and returns that no list counts: they are late or excluded. */
  readonly leftOut: number;
}

/**
 * Passes a snapshot of catalogue and orders to `take` as feed records (docs/feeds.md#export). A store that imports them gives
 * the same answers and counts the same lists. Items have their overrides.
 */
export function exportFeed(
  catalog: Pick<SqlDatabase, 'snapshot'>,
  take: (portions: AsyncIterable<readonly FeedRecord[]>) => Promise<void>,
): Promise<ExportCounts> {
  return catalog.snapshot(async (snapshot) => {
    const counts = { items: 0, orderLines: 0, leftOut: 0 };
    await take(portionsOf(snapshot, counts));
    return counts;
  });
}

async function* portionsOf(
  snapshot: Snapshot,
  counts: { -readonly [Name in keyof ExportCounts]: number },
): AsyncGenerator<readonly FeedRecord[]> {
  const categories = await snapshot.query<CategoryNode>(SELECT_CATEGORIES);
  yield categories.map((category) => ({ kind: 'category', category }));
  for await (const authors of snapshot.rows<Author>(AUTHORS))
    yield authors.map((author) => ({ kind: 'author', author }));
  for await (const rows of snapshot.rows<{ itemId: number; data: string }>(ITEMS)) {
    counts.items += rows.length;
    const itemIds = rows.map(({ itemId }) => itemId);
    const names = Map.groupBy(
      await snapshot.query<NameRow>(EXTERNAL_NAMES, [itemIds]),
      ({ itemId }) => itemId,
    );
    yield rows.flatMap(({ itemId, data }) => itemRecords(JSON.parse(data), names.get(itemId) ?? []));
  }
  for await (const names of snapshot.rows<NameRow>(GONE_NAMES)) yield names.map(goneRecord);
  const isLeftOut = await loadLeftOut(snapshot);
  const countedOf = <Row extends CountedRow>(rows: readonly Row[]): readonly Row[] => {
    const counted = rows.filter((row) => !isLeftOut(row));
    counts.leftOut += rows.length - counted.length;
    return counted;
  };
  for await (const rows of snapshot.rows<LineRow>(LINES)) {
    const counted = countedOf(rows);
    counts.orderLines += counted.length;
    yield counted.map(saleRecord);
  }
  for await (const rows of snapshot.rows<CancellationRow>(CANCELLATIONS))
    yield countedOf(rows).map(cancelRecord);
}

const AUTHORS = `
  SELECT author_id AS "authorId", author, birth_date AS "birthDate", death_date AS "deathDate",
    debut_title AS "debutTitle", details
  FROM author
  ORDER BY author_id`;

const ITEMS = 'SELECT item_id AS "itemId", data FROM item ORDER BY item_id';

interface NameRow {
  readonly itemId: number;
  readonly name: string;
}

const EXTERNAL_NAMES = `
  SELECT item_id AS "itemId", name
  FROM item_name
  WHERE item_id = ANY ($1) AND name LIKE 'external:%'
  ORDER BY item_id, name`;

/** An item has a record for each of its external ids. */
function itemRecords(item: Item, names: readonly NameRow[]): readonly FeedRecord[] {
  if (names.length === 0) return [{ kind: 'item', item, name: nameOfNumber(item.itemId) }];
  return names.map(({ name }) => ({
    kind: 'item',
    item,
    name: { ...namePartsOf(name), itemId: item.itemId },
  }));
}

/** Names of items that were removed or haven't arrived yet: orders may use their numbers. */
const GONE_NAMES = `
  SELECT name, item_id AS "itemId"
  FROM item_name
  WHERE item_id NOT IN (SELECT item_id FROM item)
  ORDER BY name`;

function goneRecord({ itemId, name }: NameRow): FeedRecord {
  return { kind: 'remove', name: { ...namePartsOf(name), itemId } };
}

interface CountedRow {
  readonly revision: number;
  /** Item number, or minus the ISBN13; null for a cancellation without a known line. */
  readonly goods: number | null;
  readonly soldAtMs: number | null;
  readonly soldRevision: number | null;
  readonly buyer: number | null;
}

type LineRow = CountedRow &
  Pick<SaleLine, 'orderId' | 'lineNo' | 'quantity' | 'unitPrice' | 'soldAtMs' | 'age'> &
  Readonly<Record<'goods' | 'sex' | 'buyerType', number>>;

/** `cancelledAtMs` is 0 if the shop sent no time. */
type CancellationRow = CountedRow &
  Pick<Cancellation, 'orderId' | 'lineNo' | 'cancelledAtMs'> & { readonly quantity: number | null };

// An erased buyer's number exceeds 2^53. As a double it is exact, because it is even.
const SOLD = `goods, sold_at_ms AS "soldAtMs", sale.revision AS "soldRevision", CAST(buyer AS double precision) AS buyer`;

const LINES = `
  SELECT order_id AS "orderId", line_no AS "lineNo", ${SOLD}, sale.revision, quantity, unit_price AS "unitPrice", sex, age,
    buyer_type AS "buyerType"
  FROM sale
  JOIN sale_order USING (order_no)
  ORDER BY order_no, line_no`;

const CANCELLATIONS = `
  SELECT order_id AS "orderId", line_no AS "lineNo", ${SOLD}, taken.revision, cancelled_at_ms AS "cancelledAtMs", taken.quantity
  FROM sale_return AS taken
  JOIN sale_order USING (order_no)
  LEFT JOIN sale USING (order_no, line_no)
  ORDER BY order_no, line_no, cancelled_at_ms`;

interface Exclusion {
  readonly month: KstMonth;
  readonly itemId: number | null;
  readonly buyer: number | null;
}

/** Returns a test of whether no list counts a line: the line is late, or its item or buyer is excluded from its month. */
async function loadLeftOut({ query }: Reader): Promise<(line: CountedRow) => boolean> {
  const months = await query<{ month: KstMonth; cutoff: number }>(
    'SELECT month, cutoff FROM sale_month WHERE cutoff IS NOT NULL',
  );
  const cutoffs = new Map(months.map(({ month, cutoff }) => [month, cutoff]));
  const exclusions = await query<Exclusion>(
    'SELECT month, item_id AS "itemId", CAST(buyer AS double precision) AS buyer FROM exclusion',
  );
  const itemIds = exclusions.map(({ itemId }) => itemId).filter((itemId) => itemId !== null);
  // An order line with an ISBN counts for the first visible item that has the ISBN.
  const firsts = await query<{ itemId: number; isbn13: string }>(
    `SELECT min(item_id) AS "itemId", isbn13
    FROM item
    WHERE isbn13 <> '' AND withheld = 0 AND isbn13 IN (SELECT isbn13 FROM item WHERE item_id = ANY ($1))
    GROUP BY isbn13`,
    [itemIds],
  );
  const byIsbn = new Map(firsts.map(({ itemId, isbn13 }) => [-Number(isbn13), itemId]));
  const itemKey = (month: KstMonth, itemId: number | undefined) => `${month} item ${itemId}`;
  const buyerKey = (month: KstMonth, buyer: number) => `${month} buyer ${buyer}`;
  const left = new Set(
    exclusions.flatMap(({ month, itemId, buyer }) => [
      ...(itemId === null ? [] : [itemKey(month, itemId)]),
      ...(buyer === null ? [] : [buyerKey(month, buyer)]),
    ]),
  );
  return ({ revision, soldRevision, soldAtMs, goods, buyer }) => {
    if (soldAtMs === null || goods === null) return false;
    const month = kstMonthOfDay(kstDayOf(soldAtMs));
    if (Math.max(revision, soldRevision ?? 0) > (cutoffs.get(month) ?? Number.POSITIVE_INFINITY)) return true;
    if (left.size === 0) return false;
    if (buyer !== null && left.has(buyerKey(month, buyer))) return true;
    return left.has(itemKey(month, goods > 0 ? goods : byIsbn.get(goods)));
  };
}

function saleRecord({ orderId, lineNo, goods, quantity, unitPrice, soldAtMs, ...row }: LineRow): FeedRecord {
  const isbn13 = goods < 0 ? String(-goods).padStart(13, '0') : null;
  const named = { itemId: isbn13 === null ? goods : null, isbn13 };
  const who = {
    sex: SEXES[row.sex] ?? null,
    age: row.age,
    buyer: row.buyer === null ? null : exportedBuyer(row.buyer),
    buyerType: BUYER_TYPES[row.buyerType] ?? 'person',
  };
  return { kind: 'sale', sale: { orderId, lineNo, ...named, quantity, unitPrice, soldAtMs, ...who } };
}

const SEXES = [null, 'M', 'F'] as const;

function cancelRecord({ orderId, lineNo, cancelledAtMs, quantity }: CancellationRow): FeedRecord {
  const cancellation = {
    orderId,
    lineNo,
    cancelledAtMs,
    ...(quantity === null ? {} : { quantity }),
    ...(cancelledAtMs === 0 ? { isTimeDefault: true } : {}),
  };
  return { kind: 'cancel', cancellation };
}

/** A record as one line of a JSON Lines feed (docs/feeds.md#format), without null fields. */
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
      return { kind: record.kind, externalId: record.name.externalId, ...itemFields(record.item) };
    case 'patch':
      return { kind: record.kind, ...record.name, ...record.fields };
    case 'remove':
      return { kind: record.kind, ...record.name };
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
