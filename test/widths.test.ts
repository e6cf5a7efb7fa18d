import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packedTexts, UINT32_MAX } from '../src/base/typed-arrays.ts';
import { parseKstDay } from '../src/clock.ts';
import { TABLE_FIELDS } from '../src/ingest/record-fields.ts';
import { countCopies } from '../src/rankings/counted-copies.ts';
import { DAY_CODES, exact, sumDayCopies } from '../src/rankings/day-copies.ts';
import { BUYER_SEGMENTS } from '../src/rankings/edition.ts';
import { AGE_UNKNOWN } from '../src/rankings/ledger/ledger-reader.ts';
import { ORDERS_A_DAY } from '../src/rankings/ledger/order-numbers.ts';
import { catalogBuilder, ITEMS_MAX } from '../src/rankings/rank-catalog.ts';
import { listInOrder } from '../src/rankings/ranked-lists.ts';
import { BUYER_TYPES, createSaleLines, LINES_MAX, QUANTITY_MAX } from '../src/rankings/sale.ts';
import { DOCS_MAX, DocTable, priceCode } from '../src/search/engine/doc-table.ts';
import { FLAG_BITS, PostingWriter } from '../src/search/engine/item-changes.ts';
import { TIER, TIER_BITS, TIER_MASK } from '../src/search/engine/postings.ts';
import { VOLUME_MAX } from '../src/search/tokenise.ts';

// Whatever is packed, or kept in fewer bits than a number has, stands in one of these tables, with what bounds it.

const LAST_DAY = parseKstDay('9999-12-31') ?? 0;
const builder = catalogBuilder([], 1);
builder.addItem(1, 0, LAST_DAY, 0);
builder.addCategories('[]');
const catalog = builder.build();
const lines = createSaleLines(1);
const counted = await countCopies(lines, 1, async () => new Map());
const dayCopies = sumDayCopies(catalog, 0, lines, counted);
const { columns } = DocTable.empty();
const maxOf = (field: string) => TABLE_FIELDS.sale.get(field)?.max || Infinity;
const priceMax = TABLE_FIELDS.item.get('salePrice')?.max || Infinity;

const PLAIN = {
  registeredAtMs: 0,
  shopPrice: 0,
  salePrice: 0,
  deal: null,
  withheld: false,
  publishDay: null,
};

function roomOf(array: { readonly BYTES_PER_ELEMENT: number }): number {
  if (array instanceof Float64Array) return Number.MAX_SAFE_INTEGER;
  if (array instanceof Float32Array) return 2 ** 24;
  return 2 ** (8 * array.BYTES_PER_ELEMENT - (array instanceof Int32Array ? 1 : 0)) - 1;
}

test('every packed field has room for the highest value that its bound admits', () => {
  for (const [field, highest, room] of [
    ['quantity of a line, by the feeds', maxOf('quantity'), QUANTITY_MAX],
    ['quantity of a line', QUANTITY_MAX, roomOf(lines.quantity)],
    ['copies that a line counts: at most its quantity', QUANTITY_MAX, roomOf(counted)],
    ['segment', BUYER_SEGMENTS - 1, roomOf(lines.segment)],
    ['buyer type: two bits of a line as it is read', BUYER_TYPES.length - 1, 3],
    ['age, below the mark of an unknown one', maxOf('age'), AGE_UNKNOWN - 1],
    [
      'quantity, age, sex and type of a line as it is read',
      (QUANTITY_MAX + 1) * 4096,
      Number.MAX_SAFE_INTEGER,
    ],
    ['order number', (LAST_DAY + 1) * ORDERS_A_DAY, Number.MAX_SAFE_INTEGER],
    ['line of its order', maxOf('lineNo'), roomOf(lines.lineNo)],
    ['item of a line, of a list', ITEMS_MAX, roomOf(lines.item)],
    ['day and segment', DAY_CODES - 1, roomOf(dayCopies.codes)],
    ['entries of a month: each has a line of its own', LINES_MAX, roomOf(dayCopies.start)],
    ['copies of one entry are those of a line and more', QUANTITY_MAX, roomOf(dayCopies.copies)],
    ['rank, and how far it may change', ITEMS_MAX, roomOf(listInOrder(catalog, Int32Array.of(0)).upDowns)],
    ['publication day of a ranked item', LAST_DAY, roomOf(catalog.publishDays)],
    ['publication day of a document', LAST_DAY, roomOf(columns.publishDays)],
    ['document and flags', DOCS_MAX * 2 ** FLAG_BITS - 1, UINT32_MAX],
    ['document and tier', DOCS_MAX * 2 ** TIER_BITS - 1, UINT32_MAX],
    ['tier, below that of no match', TIER.anywhere, TIER_MASK - 1],
    ['tier, sales and length of a title', TIER_MASK * 2 ** 48, Number.MAX_SAFE_INTEGER],
    ['volume', VOLUME_MAX, roomOf(columns.volumes)],
    ['price', priceCode(priceMax), roomOf(columns.prices)],
  ] as const)
    assert.ok(highest <= room, `${field}: up to ${highest}, room for ${room}`);
});

test('what no bound keeps within its room is refused, or kept at the highest value', () => {
  const long = 'x'.repeat(2 ** 28);
  for (const [what, make] of [
    ['order lines', () => createSaleLines(LINES_MAX + 1)],
    ['items', () => catalogBuilder([], ITEMS_MAX + 1)],
    ['copies', () => exact(Number.MAX_SAFE_INTEGER + 1)],
    ['documents', () => DocTable.empty(DOCS_MAX + 1)],
    ['words', () => new PostingWriter(1, UINT32_MAX + 1)],
    ['texts', () => packedTexts(Array<string>(17).fill(long), 'latin1')],
  ] as const)
    assert.throws(make, RangeError, what);
  const docs = DocTable.empty();
  const document = { tokens: new Map(), titleKey: 'x'.repeat(70_000), volume: 0 };
  const figures = { ...PLAIN, catalog: 'BOOK', itemStatus: '', salePoint: 2 ** 40 } as const;
  docs.add(1, document, figures);
  const { salePoints, titleLengths } = docs.columns;
  assert.deepEqual([salePoints[0], titleLengths[0]], [UINT32_MAX, 65_535]);
});
