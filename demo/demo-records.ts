import type { Item } from '../src/catalog/item.ts';
import type { KstDay } from '../src/clock.ts';
import { kstDayStartMs } from '../src/clock.ts';
import { checkRecord } from '../src/ingest/check-record.ts';
import type { FeedRecord } from '../src/ingest/feed-record.ts';
import { toFeedLine } from '../src/ingest/to-feed-line.ts';
import { CATEGORY_NODES } from './category-tree.ts';
import { CORE_AUTHORS } from './core-catalog.ts';
import { CORE_ITEM_COUNT, coreItem } from './core-items.ts';
import { authorRecord } from './core-text.ts';
import { inventedItem, inventedPersonCount } from './invented-items.ts';
import { inventPerson, PERSON_KINDS } from './people.ts';
import { createRandom, mix } from './random.ts';
import { demoSales } from './sales.ts';
import { type Fame, type ShelfItem, shelve } from './shelf.ts';

/** Size of the demo when nothing else is asked for (`seoga demo --help`). */
export const DEMO_ITEMS_DEFAULT = 20_000;
export const DEMO_MONTHS_DEFAULT = 24;

/** Item numbers have seven or eight digits, as many as the demo's ISBNs have room for. */
const FIRST_ITEM_ID = 1_000_001;
export const DEMO_ITEMS_MAX = 50_000_000;

export interface DemoOptions {
  /** Items in the catalogue. Fewer than the core has gives the core's first ones. */
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
  yield* authorRecords(options.items);
  const shelf: ShelfItem[] = [];
  for (let place = 0; place < options.items; place++) {
    const item = itemAt(place, options);
    shelf.push(shelve(item, fameOf(item, place)));
    yield asFed(item);
  }
  const untilMs = options.untilMs ?? kstDayStartMs(options.today + 1);
  yield* demoSales(shelf, { months: options.months, today: options.today, untilMs });
}

/** An item as a feed brings it: the demo's own export, imported again, changes nothing. */
function asFed(item: Item): FeedRecord {
  const line = toFeedLine({ kind: 'item', item });
  const { outcome } = checkRecord(JSON.parse(line), 0);
  if ('kind' in outcome && outcome.kind === 'item') return outcome;
  throw new Error(`the demo has an item that no feed may have: ${line}`);
}

/** Real authors, then the invented persons that the invented items may name. */
function* authorRecords(items: number): Generator<FeedRecord> {
  for (const author of CORE_AUTHORS) yield { kind: 'author', author: authorRecord(author) };
  const invented = Math.max(0, items - CORE_ITEM_COUNT);
  for (const kind of PERSON_KINDS) {
    const persons = inventedPersonCount(kind, invented);
    for (let place = 0; place < persons; place++) yield { kind: 'author', author: inventPerson(kind, place) };
  }
}

/** Real works that the tables describe are the best known. */
function fameOf(item: Item, place: number): Fame {
  if (place >= CORE_ITEM_COUNT) return 'invented';
  return item.contentDetail?.bookSummary == null ? 'classic' : 'famous';
}

function itemAt(place: number, { items, today }: DemoOptions): Item {
  const itemIdAt = (other: number) => (other < items ? FIRST_ITEM_ID + other : null);
  if (place < CORE_ITEM_COUNT) return coreItem(place, itemIdAt, today, createRandom(mix(place, 3)));
  return inventedItem(place - CORE_ITEM_COUNT, FIRST_ITEM_ID + place, itemIdAt(place + 1), today);
}
