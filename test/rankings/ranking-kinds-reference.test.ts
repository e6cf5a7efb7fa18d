import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { formatKstDay, formatKstMonth, type KstMonth, parseKstMonth } from '../../src/clock.ts';
import {
  AGES,
  EDITION_KINDS,
  type Edition,
  type EditionKind,
  NEW_PRODUCT_SORTS,
  SEXES,
} from '../../src/rankings/edition.ts';
import { createOrderLines } from '../../src/rankings/ledger/order-lines.ts';
import { restateMonth } from '../../src/rankings/ledger/restatement.ts';
import { readCopies } from '../../src/rankings/lists/lists-file.ts';
import type { RankingSettings } from '../../src/rankings/run/ranking-session.ts';
import type { SaleLine } from '../../src/rankings/sale.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { fc } from '../support/properties.ts';
import { tempDir } from '../support/temp-dir.ts';
import { CATEGORY_IDS, day, kindsWorld, lineOf, linesOfHabit, NOWS } from './kinds-world.ts';
import { catalogTemplate, openRankingWorld, type RankingWorld, type WorldItem } from './ranking-world.ts';
import { createReference, type Reference } from './reference.ts';
import { createReferenceKinds, type ReferenceKinds } from './reference-kinds.ts';
import { dayPlus, type Lists, listKey, mondayOf } from './reference-rules.ts';

/** Enough for every kind to be listed some hundred times. Each run of the suite draws worlds that no other has drawn. */
const RUNS = 50;

test('any world of catalogue, orders, corrections and runs is listed in every kind as the plain rules say', async (t) => {
  const folder = tempDir(t);
  const template = catalogTemplate(folder);
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(kindsWorld, async ({ categories, items, habits, rounds, settings }) => {
      const dataDir = join(folder, 'world');
      const engine = openRankingWorld(dataDir, template);
      const reference = createReference();
      const kinds = createReferenceKinds(reference);
      const catalog = new Map<number, WorldItem>(items.map((one) => [one.itemId, one]));
      const received: SaleLine[] = [];
      const compared = new Map<string, number>();
      let pending = habits.flatMap(linesOfHabit);
      engine.putCategories(categories);
      engine.putItems(items);
      try {
        for (const round of rounds.toSorted((a, b) => a.now - b.now)) {
          const now = NOWS[round.now] ?? '';
          const clock = fixedClock(now);
          const nowMs = clock.nowMs();
          pending.push(...round.sales.map(lineOf));
          engine.write(clock, (ledger) => {
            const outcomes = ledger.addSales(pending);
            assert.deepEqual(
              outcomes,
              pending.map((sale) => reference.addSale(sale, nowMs)),
            );
            for (const outcome of outcomes) seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
            received.push(...pending.reverse());
            for (const [at, quantity] of round.cancels) {
              const { orderId, lineNo } = received.at(-1 - at) ?? { orderId: 'never', lineNo: 1 };
              // Two at the same time are a millisecond apart in the ledger, as some rounds are.
              const cancelledAtMs = nowMs - (nowMs % 1000);
              const copies = quantity === null ? {} : { quantity };
              const cancellation = { orderId, lineNo, cancelledAtMs, ...copies };
              const expected = reference.addCancellation(cancellation, nowMs);
              assert.equal(ledger.addCancellation(cancellation), expected);
            }
          });
          pending = [];
          for (const one of round.changed) catalog.set(one.itemId, one);
          engine.putItems(round.changed);
          if (round.restated !== null) restate(engine, reference, round.restated, nowMs);
          const shop = { categories, items: [...catalog.values()] };
          if (round.kind === 'tally') {
            const untilDay = formatKstDay(day(now.slice(0, 10)) - 1);
            reference.run(shop, nowMs, untilDay, settings);
            kinds.tally(shop, nowMs, untilDay, settings);
          } else {
            kinds.refresh(shop, nowMs, settings);
          }
          const { months } = await engine.rank(clock, { kind: round.kind, settings });
          const countedMonths = months.map(({ month }) => month);
          sumLines(engine, settings, countedMonths, [...catalog.keys()]);
          await compare(engine, reference, kinds, seen, compared);
        }
        // No run has touched the days of months that it did not publish.
        compared.clear();
        await compare(engine, reference, kinds, seen, compared);
      } finally {
        engine.close();
        rmSync(dataDir, { recursive: true });
      }
    }),
    { numRuns: RUNS },
  );
  // The worlds must have met what they are for.
  for (const outcome of ['late', 'conflict']) assert.ok((seen.get(outcome) ?? 0) > 5, outcome);
  for (const kind of EDITION_KINDS.filter((one) => one !== 'monthly')) {
    assert.ok((seen.get(kind) ?? 0) > 100, `${kind}: ${seen.get(kind)} lists`);
    // So few titles sell steadily that these worlds may have none that moved.
    if (kind === 'newProduct' || kind === 'attentionNew' || kind === 'steady') continue;
    assert.ok((seen.get(`${kind} moved`) ?? 0) > 0, `${kind}: ${seen.get(`${kind} moved`)} items moved`);
  }
});

/** The lines of each item, as operators look into them, sum up to what the months' lists have just counted. */
function sumLines(
  { db, listsPath }: RankingWorld,
  { copiesPerBuyer }: RankingSettings,
  months: readonly KstMonth[],
  itemIds: readonly number[],
): void {
  using lists = new DatabaseSync(listsPath, { readOnly: true });
  const lines = createOrderLines(db, lists, copiesPerBuyer);
  for (const month of months) {
    const days = [...readCopies(lists, month)][0]?.days;
    for (const itemId of itemIds) {
      const { item } = lines.find({ by: 'item', text: String(itemId), month, offset: 0, limit: 1 });
      const at = days?.itemIds.indexOf(itemId) ?? -1;
      const listed = at < 0 ? [] : [...(days?.copies.subarray(days.start[at], days.start[at + 1]) ?? [])];
      const sum = listed.reduce((all, one) => all + one, 0);
      assert.deepEqual([item?.copies, item?.published?.copies], [sum, sum], `item ${itemId}, month ${month}`);
    }
  }
}

function restate(
  engine: RankingWorld,
  reference: Reference,
  { month, itemIds }: { month: string; itemIds: readonly number[] },
  nowMs: number,
): void {
  const done = restateMonth(engine.db, {
    month: parseKstMonth(month) ?? 0,
    excludedItemIds: itemIds,
    reason: 'because',
    restatedAtMs: nowMs,
  });
  assert.equal(done, reference.restate(month, itemIds));
}

/** Leaves out the days of months that are of the version last `compared`: they are most of a year. */
async function compare(
  engine: RankingWorld,
  reference: Reference,
  kinds: ReferenceKinds,
  seen: Map<string, number>,
  compared: Map<string, number>,
): Promise<void> {
  const { store } = engine;
  for (const kind of ['overall', 'steady', 'deal', 'newProduct', 'attentionNew', 'realtime'] as const) {
    const edition = await store.findLatestEdition(kind);
    const expected = [...(kinds.editions.get(kind) ?? [])].at(-1);
    assert.equal(edition === null ? undefined : periodOf(edition), expected?.[0], kind);
    if (edition !== null) await compareLists(engine, edition, expected?.[1] ?? new Map(), seen);
  }
  const tallied = [...(kinds.editions.get('overall')?.keys() ?? [])].at(-1) ?? '';
  for (const [month, published] of reference.published) {
    const monthly = await store.findEdition('monthly', parseKstMonth(month) ?? 0);
    assert.ok(monthly);
    assert.equal(monthly.version, published.version);
    if (compared.get(month) === published.version) continue;
    compared.set(month, published.version);
    await compareLists(engine, monthly, published.lists, seen);
    const last = day(published.untilDay);
    for (let date = day(`${month}-01`); date <= last; date++) {
      const daily = await store.findEdition('daily', date);
      assert.equal(daily?.untilDay, date);
      if (daily !== null) {
        await compareLists(engine, daily, published.daily.get(formatKstDay(date)) ?? new Map(), seen);
      }
    }
    assert.equal(await store.findEdition('daily', nextUncounted(reference, last)), null);
    for (let monday = mondayOf(`${month}-01`); monday <= published.untilDay; monday = dayPlus(monday, 7)) {
      const weekly = await store.findEdition('weekly', weekOf(monday));
      assert.ok(weekly);
      assert.equal(formatKstDay(weekly.untilDay), [dayPlus(monday, 6), tallied].sort()[0]);
      await compareLists(engine, weekly, reference.weekly.get(monday) ?? new Map(), seen);
    }
  }
  const latest = await store.findLatestEdition('daily');
  const lastMonth = [...reference.published.keys()].toSorted().at(-1) ?? '';
  assert.equal(latest && formatKstDay(latest.period), reference.published.get(lastMonth)?.untilDay ?? null);
  const latestWeek = await store.findLatestEdition('weekly');
  assert.equal(
    latestWeek?.period,
    latest === null ? undefined : weekOf(mondayOf(formatKstDay(latest.period))),
  );
  const points = [...reference.salePoints].filter(([, salePoint]) => salePoint > 0);
  assert.deepEqual(engine.salePoints(), new Map(points));
}

const weekOf = (monday: string) => (day(monday) + 3) / 7;

/** A day after `last` that no published month counts. */
function nextUncounted(reference: Reference, last: number): number {
  const isCounted = (date: number) => {
    const text = formatKstDay(date);
    const month = reference.published.get(text.slice(0, 7));
    return month !== undefined && text <= month.untilDay;
  };
  let date = last + 1;
  while (isCounted(date)) date++;
  return date;
}

function periodOf({ kind, period }: Edition): string {
  if (kind === 'monthly') return formatKstMonth(period);
  return kind === 'realtime' ? String(period) : formatKstDay(period);
}

async function compareLists(
  engine: RankingWorld,
  edition: Edition,
  expected: Lists,
  seen: Map<string, number>,
): Promise<void> {
  const count = (what: string, more: number) => seen.set(what, (seen.get(what) ?? 0) + more);
  const period = periodOf(edition);
  for (const categoryId of CATEGORY_IDS) {
    for (const { key, cell } of cellsOf(edition.kind, categoryId)) {
      const list = await engine.store.readList(edition, cell);
      const message = `${edition.kind} ${period} ${key}`;
      assert.deepEqual(list, expected.get(key) ?? { itemIds: [], upDowns: [] }, message);
      count(edition.kind, list.itemIds.length > 0 ? 1 : 0);
      count(`${edition.kind} moved`, list.upDowns.filter((change) => change !== null && change !== 0).length);
    }
  }
}

function cellsOf(kind: EditionKind, categoryId: string) {
  if (kind === 'newProduct' || kind === 'attentionNew') {
    return NEW_PRODUCT_SORTS.map((sort) => ({
      key: `${categoryId} ${sort}`,
      cell: { categoryId, sex: 'A', age: 255, sort } as const,
    }));
  }
  // The kinds without sexes and ages have no list but that of all; one other is asked for all the same.
  const isBySexAndAge = kind === 'monthly' || kind === 'overall';
  return (isBySexAndAge ? SEXES : (['A', 'F'] as const)).flatMap((sex) =>
    (isBySexAndAge ? AGES : ([255] as const)).map((age) => ({
      key: listKey(categoryId, sex, age),
      cell: { categoryId, sex, age },
    })),
  );
}
