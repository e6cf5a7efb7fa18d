import type { Item } from '../src/catalog/item.ts';
import { nameOfNumber } from '../src/catalog/item-names.ts';
import type { KstDay } from '../src/clock.ts';
import { kstDayStartMs } from '../src/clock.ts';
import { checkRecord } from '../src/ingest/check-record.ts';
import { toFeedLine } from '../src/ingest/feed-export.ts';
import type { FeedRecord } from '../src/ingest/feed-record.ts';
import { CATEGORY_NODES } from './categories.ts';
import { EDITIONS } from './editions.ts';
import { itemAt } from './items.ts';
import { demoSales } from './sales.ts';
import { type Fame, type ShelfItem, shelve } from './shelf.ts';
import { authorRecord } from './texts.ts';
import { PEOPLE } from './works.ts';

/** Size of the demo when nothing else is asked for (`seoga demo --help`). */
export const DEMO_ITEMS_DEFAULT = 20_000;
export const DEMO_MONTHS_DEFAULT = 24;

export interface DemoOptions {
  /** Items in the catalogue, 1 .. DEMO_ITEMS_MAX. */
  readonly items: number;
  /** Months of orders, the current one included; 0 = no orders. */
  readonly months: number;
  /** The day on which the catalogue is what it is: offers cover it, new products are new to it. */
  readonly today: KstDay;
  /** No order is later. Default: the end of `today`. */
  readonly untilMs?: number;
}

/**
 * The demo catalogue as feed records: categories, authors, items, and then orders from the oldest to the
 * youngest. The same options always give the same records. A larger catalogue begins with the items of a
 * smaller one.
 */
export function* demoRecords(options: DemoOptions): Generator<FeedRecord> {
  for (const category of CATEGORY_NODES) yield { kind: 'category', category };
  for (const person of PEOPLE) yield { kind: 'author', author: authorRecord(person) };
  const shelf: ShelfItem[] = [];
  for (let place = 0; place < options.items; place++) {
    const item = itemAt(place, options.items, options.today);
    shelf.push(shelve(item, fameOf(item, place)));
    yield asFed(item);
  }
  const untilMs = options.untilMs ?? kstDayStartMs(options.today + 1);
  yield* demoSales(shelf, { months: options.months, today: options.today, untilMs });
}

/** An item as a feed brings it: the demo's own export, imported again, changes nothing. */
function asFed(item: Item): FeedRecord {
  const line = toFeedLine({ kind: 'item', item, name: nameOfNumber(item.itemId) });
  const { outcome } = checkRecord(JSON.parse(line), 0);
  if ('kind' in outcome && outcome.kind === 'item') return outcome;
  throw new Error(`the demo has an item that no feed may have: ${line}`);
}

/** Works that the tables describe are the best known, and in their first editions. */
function fameOf(item: Item, place: number): Fame {
  if (place >= EDITIONS.length) return 'later';
  return item.contentDetail?.bookSummary == null ? 'classic' : 'famous';
}
