import type { KstDay, KstMonth } from '../src/clock.ts';
import { formatKstDay, kstDayOf, kstDayStartMs, kstMonthFirstDay, kstMonthOfDay } from '../src/clock.ts';
import type { FeedRecord } from '../src/ingest/feed-record.ts';
import type { Cancellation } from '../src/rankings/sale.ts';
import type { Buyer } from './buyers.ts';
import { drawBuyer, drawQuantity } from './buyers.ts';
import type { Section } from './demand.ts';
import { BUYER_CELLS, monthFactor, SECTIONS } from './demand.ts';
import type { Random } from './random.ts';
import { createRandom, mix } from './random.ts';
import type { ShelfItem } from './shelf.ts';
import { APPEALS, demandIn, priceOn } from './shelf.ts';

interface SalesOptions {
  /** How many months, the current one included. */
  readonly months: number;
  readonly today: KstDay;
  /** Nothing happens at or after this instant. */
  readonly untilMs: number;
}

/** Items that the figures below are for; larger and smaller catalogues sell in proportion. */
const SCALE_ITEMS = 20_000;
/** Order lines of an ordinary month. */
const LINES_PER_MONTH = 11_200;
/** Minimum of lines that every second-level category sells to every sex and age each month. */
const LINES_PER_CELL = 5;

/** A line that isn't part of an order yet. */
interface Draft {
  readonly item: ShelfItem;
  readonly cell: number;
  readonly day: KstDay;
}

interface Order {
  readonly day: KstDay;
  readonly atMs: number;
  readonly buyer: Buyer;
  readonly items: ShelfItem[];
}

/**
 * Orders, oldest month first and by time inside a month, each month followed by its cancellations. A month depends
 * only on the shelf and on its own number; the current one stops at `untilMs`.
 */
export function* demoSales(shelf: readonly ShelfItem[], options: SalesOptions): Generator<FeedRecord> {
  const scale = shelf.length / SCALE_ITEMS;
  const current = kstMonthOfDay(options.today);
  const bySection = Map.groupBy(shelf, (item) => item.sectionId);
  for (let month = current - options.months + 1; month <= current; month++) {
    const random = createRandom(mix(month, 5));
    const drafts: Draft[] = [];
    for (const section of SECTIONS) {
      const items = bySection.get(section.categoryId) ?? [];
      draftSection(section, items, month, current - month, scale, random, drafts);
    }
    yield* ordersOf(formOrders(drafts, scale, random), options, random);
  }
}

/** Draws the lines that one section sells in a month. */
function draftSection(
  section: Section,
  items: readonly ShelfItem[],
  month: KstMonth,
  monthsBack: number,
  scale: number,
  random: Random,
  drafts: Draft[],
): void {
  const firstDay = kstMonthFirstDay(month);
  const lastDay = kstMonthFirstDay(month + 1) - 1;
  const weights = Float64Array.from(items, (item) => demandIn(item, month, lastDay));
  const sums = new Float64Array(items.length);
  const season = monthFactor(monthsBack, month % 12) * (section.seasons[month % 12] ?? 1);
  BUYER_CELLS.forEach((buyers, cell) => {
    const share = (section.share / 100) * buyers.share * (section.tastes[cell] ?? 1);
    const expected = (LINES_PER_MONTH * share * season + LINES_PER_CELL) * scale;
    const lines = Math.floor(expected + random.next());
    if (lines === 0) return;
    const total = addUp(items, weights, cell, sums);
    for (let line = 0; line < lines && total > 0; line++) {
      const item = items[findSum(sums, random.next() * total)];
      if (item === undefined) throw new Error('a drawn weight lies beyond the sum of all weights');
      drafts.push({ item, cell, day: random.between(Math.max(firstDay, item.fromDay), lastDay) });
    }
  });
}

/** Running sums of the weights for one cell; returns the last. */
function addUp(items: readonly ShelfItem[], weights: Float64Array, cell: number, sums: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < items.length; place++) {
    const appeal = APPEALS[items[place]?.appeal ?? 0]?.[cell] ?? 1;
    sum += (weights[place] ?? 0) * appeal;
    sums[place] = sum;
  }
  return sum;
}

/** The first place whose running sum is greater than the value. */
function findSum(sums: Float64Array, value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sums[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Puts lines of the same day and kind of buyer together: about every third one joins the order before it. */
function formOrders(drafts: readonly Draft[], scale: number, random: Random): Order[] {
  const orders: Order[] = [];
  let last: { order: Order; cell: number } | null = null;
  for (const { item, cell, day } of shuffledByDay(drafts, random)) {
    const joins = last !== null && last.order.day === day && last.cell === cell;
    if (last !== null && joins && last.order.items.length < 6 && random.chance(0.35)) {
      if (!last.order.items.includes(item)) last.order.items.push(item);
      continue;
    }
    const atMs = kstDayStartMs(day) + drawTimeOfDay(random);
    const order: Order = { day, atMs, buyer: drawBuyer(cell, scale, random), items: [item] };
    orders.push(order);
    last = { order, cell };
    const again = orderAgain(order, random);
    if (again !== null) orders.push(again);
  }
  return orders.sort((a, b) => a.atMs - b.atMs);
}

/** Some buyers take another copy of the same title days later, in the same month. */
function orderAgain(order: Order, random: Random): Order | null {
  if (!random.chance(0.004)) return null;
  const day = order.day + random.between(1, 9);
  if (kstMonthOfDay(day) !== kstMonthOfDay(order.day)) return null;
  const atMs = kstDayStartMs(day) + drawTimeOfDay(random);
  return { day, atMs, buyer: order.buyer, items: order.items.slice(0, 1) };
}

/** By day, inside a day by cell, inside a cell at random. The keys sort as numbers, which is fast. */
function* shuffledByDay(drafts: readonly Draft[], random: Random): Generator<Draft> {
  const first = drafts.reduce((day, draft) => Math.min(day, draft.day), Number.POSITIVE_INFINITY);
  const keys = Float64Array.from(drafts, (draft, place) => {
    const group = (draft.day - first) * BUYER_CELLS.length + draft.cell;
    return (group * 1024 + random.below(1024)) * drafts.length + place;
  }).sort();
  for (const key of keys) {
    const draft = drafts[key % drafts.length];
    if (draft !== undefined) yield draft;
  }
}

/** Shares of the hours of a day, midnight first, in 32nds of each other. */
const HOURS = [3, 2, 1, 1, 1, 1, 2, 3, 5, 7, 8, 8, 8, 7, 7, 7, 7, 6, 6, 7, 8, 9, 8, 5];
const HOUR_SLOTS = HOURS.flatMap((share, hour) => Array.from({ length: share }, () => hour));

/** Milliseconds since midnight, whole seconds. */
function drawTimeOfDay(random: Random): number {
  const hour = HOUR_SLOTS[random.below(HOUR_SLOTS.length)] ?? 12;
  return (hour * 3600 + random.below(3600)) * 1000;
}

function* ordersOf(orders: readonly Order[], options: SalesOptions, random: Random): Generator<FeedRecord> {
  const cancellations: Cancellation[] = [];
  let day = 0;
  let number = 0;
  let prefix = '';
  for (const { atMs, buyer, items } of orders) {
    if (atMs >= options.untilMs) break;
    if (kstDayOf(atMs) !== day) {
      day = kstDayOf(atMs);
      number = 0;
      prefix = `D${formatKstDay(day).replaceAll('-', '')}-`;
    }
    number++;
    const orderId = prefix + String(number).padStart(6, '0');
    for (let place = 0; place < items.length; place++) {
      const item = items[place];
      if (item === undefined) continue;
      const lineNo = place + 1;
      yield {
        kind: 'sale',
        sale: {
          orderId,
          lineNo,
          itemId: item.itemId,
          isbn13: null,
          quantity: drawQuantity(buyer.buyerType, random),
          unitPrice: priceOn(item, day),
          soldAtMs: atMs,
          ...buyer,
        },
      };
      // Goods are returned within three days, before the month of the sale is closed.
      const cancelledAtMs = atMs + random.between(600, 3 * 86_400) * 1000;
      if (random.chance(0.012)) cancellations.push({ orderId, lineNo, cancelledAtMs });
    }
  }
  for (const cancellation of cancellations) {
    if (cancellation.cancelledAtMs < options.untilMs) yield { kind: 'cancel', cancellation };
  }
}
