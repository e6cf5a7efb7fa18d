import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatKstDay, type KstMonth, parseKstMonth } from '../../src/clock.ts';
import { AGES, EDITION_KINDS, type Edition, NEW_PRODUCT_SORTS, SEXES } from '../../src/rankings/edition.ts';
import { createOrderLines } from '../../src/rankings/ledger/order-lines.ts';
import { readCopies } from '../../src/rankings/lists/list-writer.ts';
import type { SaleLine } from '../../src/rankings/sale.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { fc } from '../support/properties.ts';
import { tempDir } from '../support/temp-dir.ts';
import { CATEGORY_IDS, day, kindsWorld, lineOf, linesOfHabit, NOWS } from './kinds-world.ts';
import { catalogTemplate, openRankingWorld, type RankingWorld, type WorldItem } from './ranking-world.ts';
import { createReference, type Reference } from './reference.ts';
import { dayPlus, type Lists, mondayOf } from './reference-rules.ts';

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
          const sales = pending.map((sale) => ({ kind: 'sale', sale }) as const);
          received.push(...pending.reverse());
          const cancels = round.cancels.map(([at, quantity]) => {
            const { orderId, lineNo } = received.at(-1 - at) ?? { orderId: 'never', lineNo: 1 };
            // Two at the same time are a millisecond apart in the ledger, as some rounds are.
            const cancelledAtMs = nowMs - (nowMs % 1000);
            const copies = quantity === null ? {} : { quantity };
            return { kind: 'cancel', cancellation: { orderId, lineNo, cancelledAtMs, ...copies } } as const;
          });
          const expected = [
            ...sales.map(({ sale }) => reference.addSale(sale, nowMs)),
            ...cancels.map(({ cancellation }) => reference.addCancellation(cancellation, nowMs)),
          ];
          assert.deepEqual(await engine.take(clock, [...sales, ...cancels]), expected);
          for (const outcome of expected.slice(0, sales.length))
            seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
          pending = [];
          for (const one of round.changed) catalog.set(one.itemId, one);
          engine.putItems(round.changed);
          if (round.restated !== null) {
            const { month, itemIds } = round.restated;
            const done = await engine.restate(month, ...itemIds.map((itemId) => ({ itemId })));
            assert.equal(done, reference.restate(month, itemIds));
          }
          const shop = { categories, items: [...catalog.values()] };
          if (round.kind === 'tally') reference.tally(shop, nowMs, dayPlus(now.slice(0, 10), -1), settings);
          else reference.refresh(shop, nowMs, settings);
          const { months } = await engine.rank(clock, { kind: round.kind, settings });
          for (const { month } of months)
            await sumLines(engine, settings.copiesPerBuyer, month, catalog.keys());
          await compare(engine, reference, seen, compared);
        }
        // No run has touched the days of months that it did not publish.
        compared.clear();
        await compare(engine, reference, seen, compared);
      } finally {
        engine.close();
        rmSync(dataDir, { recursive: true });
      }
    }),
    { numRuns: RUNS },
  );
  for (const outcome of ['late', 'conflict']) assert.ok((seen.get(outcome) ?? 0) > 5, outcome);
  for (const kind of EDITION_KINDS.filter((one) => one !== 'monthly')) {
    assert.ok((seen.get(kind) ?? 0) > 100, `${kind}: ${seen.get(kind)} lists`);
    // So few titles sell steadily that these worlds may have none that moved.
    if (kind === 'newProduct' || kind === 'attentionNew' || kind === 'steady') continue;
    assert.ok((seen.get(`${kind} moved`) ?? 0) > 0, `${kind}: ${seen.get(`${kind} moved`)} items moved`);
  }
});

/** The lines of each item, as operators look into them, sum up to what the month's list has just counted. */
async function sumLines(
  { catalog, lists }: RankingWorld,
  copiesPerBuyer: number,
  month: KstMonth,
  itemIds: Iterable<number>,
): Promise<void> {
  const days = (await Array.fromAsync(readCopies(lists, month)))[0]?.days;
  for (const itemId of itemIds) {
    const search = { by: 'item', text: String(itemId), month, offset: 0, limit: 1 } as const;
    const { item } = await catalog.snapshot((snapshot) =>
      createOrderLines(snapshot, lists, copiesPerBuyer).find(search),
    );
    const at = days?.itemIds.indexOf(itemId) ?? -1;
    const listed = at < 0 ? [] : [...(days?.copies.subarray(days.start[at], days.start[at + 1]) ?? [])];
    const sum = listed.reduce((all, one) => all + one, 0);
    assert.deepEqual([item?.copies, item?.published?.copies], [sum, sum], `item ${itemId}, month ${month}`);
  }
}

const weekOf = (monday: string) => (day(monday) + 3) / 7;

/** Leaves out months that are of the version last `compared`: their days are most of a year. */
async function compare(
  { store, salePoints }: RankingWorld,
  reference: Reference,
  seen: Map<string, number>,
  compared: Map<string, number>,
): Promise<void> {
  const compareLists = async (edition: Edition | null, expected: Lists = new Map()) => {
    assert.ok(edition !== null);
    for (const categoryId of CATEGORY_IDS) {
      for (const [key, cell] of cellsOf(edition.kind)) {
        const { totalCount, ...list } = await store.readList(edition, { categoryId, ...cell });
        assert.equal(totalCount, list.itemIds.length);
        const message: string = `${edition.kind} ${edition.period} ${categoryId} ${key}`;
        assert.deepEqual(list, expected.get(`${categoryId} ${key}`) ?? { itemIds: [], upDowns: [] }, message);
        const moved = list.upDowns.filter((change) => change !== null && change !== 0).length;
        for (const [what, more] of [
          [edition.kind, Math.min(list.itemIds.length, 1)],
          [`${edition.kind} moved`, moved],
        ] as const)
          seen.set(what, (seen.get(what) ?? 0) + more);
      }
    }
  };
  for (const kind of ['overall', 'steady', 'deal', 'newProduct', 'attentionNew', 'realtime'] as const) {
    const edition = await store.findLatestEdition(kind);
    const [period, expected] = reference.findLatest(kind) ?? [];
    const found = edition && (kind === 'realtime' ? String(edition.period) : formatKstDay(edition.period));
    assert.equal(found ?? undefined, period, kind);
    if (edition !== null) await compareLists(edition, expected);
  }
  const [tallied = ''] = reference.findLatest('overall') ?? [];
  for (const [month, { version, untilDay }] of reference.months) {
    const monthly = await store.findEdition('monthly', parseKstMonth(month) ?? 0);
    assert.equal(monthly?.version, version);
    if (compared.get(month) === version) continue;
    compared.set(month, version);
    await compareLists(monthly, reference.find('monthly', month));
    for (let date = `${month}-01`; date <= untilDay; date = dayPlus(date, 1)) {
      const daily = await store.findEdition('daily', day(date));
      assert.equal(daily?.untilDay, day(date));
      await compareLists(daily, reference.find('daily', date));
    }
    // The first day after it that no published month counts.
    let next = dayPlus(untilDay, 1);
    while (next <= (reference.months.get(next.slice(0, 7))?.untilDay ?? '')) next = dayPlus(next, 1);
    assert.equal(await store.findEdition('daily', day(next)), null);
    for (let monday = mondayOf(`${month}-01`); monday <= untilDay; monday = dayPlus(monday, 7)) {
      const weekly = await store.findEdition('weekly', weekOf(monday));
      assert.equal(weekly && formatKstDay(weekly.untilDay), [dayPlus(monday, 6), tallied].sort()[0]);
      await compareLists(weekly, reference.find('weekly', monday));
    }
  }
  const latest = await store.findLatestEdition('daily');
  const lastMonth = [...reference.months.keys()].toSorted().at(-1) ?? '';
  assert.equal(latest && formatKstDay(latest.period), reference.months.get(lastMonth)?.untilDay ?? null);
  const latestWeek = await store.findLatestEdition('weekly');
  assert.equal(latestWeek?.period, latest?.period && weekOf(mondayOf(formatKstDay(latest.period))));
  assert.deepEqual(salePoints(), reference.salePoints);
}

function cellsOf(kind: Edition['kind']) {
  const all = { sex: 'A', age: 255 } as const;
  if (kind === 'newProduct' || kind === 'attentionNew')
    return NEW_PRODUCT_SORTS.map((sort) => [sort, { ...all, sort }] as const);
  // The kinds without sexes and ages have no list but that of all; one other is asked for all the same.
  if (kind !== 'monthly' && kind !== 'overall')
    return [['A 255', all] as const, ['F 255', { ...all, sex: 'F' }] as const];
  return SEXES.flatMap((sex) => AGES.map((age) => [`${sex} ${age}`, { sex, age }] as const));
}
