import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Item } from '../../src/catalog/item.ts';
import { nameOfNumber } from '../../src/catalog/item-names.ts';
import { DATA_FIELDS, type OverrideChange } from '../../src/catalog/item-overrides.ts';
import { createItemOverrides } from '../../src/catalog/override-store.ts';
import { createCatalogDatabase } from '../../src/store/sqlite/databases.ts';
import { anItem, record } from '../contracts/catalog/catalog-records.ts';
import { take } from '../contracts/catalog/take-feed.ts';
import type { Cleanup } from '../support/temp-dir.ts';
import { catalogFile } from './catalog-file.ts';

// What operators decide about items (docs/accounts.md#operators-decisions).

const DAY = 20_800;
const BY = 'account:1';
const NOVEMBER = { from: DAY, until: DAY + 9 };

/** An empty catalogue, its feeds, and the overrides of its items. */
function shop(t: Cleanup) {
  const file = catalogFile(t);
  const catalog = createCatalogDatabase(file.connect());
  const overrides = createItemOverrides({ catalog, clock: file.clock });
  return {
    ...file,
    overrides,
    visible: async (...itemIds: readonly number[]) => {
      const leftOut = await file.catalog.leftOut();
      return itemIds.map((itemId) => !leftOut.has(itemId));
    },
    feed: (...items: readonly Item[]) => take(file.feeds, items.map(record)),
    remove: (itemId: number) => take(file.feeds, [{ kind: 'remove', name: nameOfNumber(itemId) }]),
    /** Makes one decision about an item or several. */
    decide: (itemIds: number | readonly number[], change: OverrideChange, reason = '') =>
      overrides.decide(new Map([itemIds].flat().map((itemId) => [itemId, change])), { by: BY, reason }),
    takeBack: (decision: Awaited<ReturnType<typeof overrides.decide>>) =>
      overrides.takeBack(decision?.decisionId ?? 0, BY),
    decided: async (itemId: number) => (await overrides.find(itemId))?.decision?.decided ?? null,
  };
}

test('a decision holds at once, through later feeds, until it is ended', async (t) => {
  const { overrides, visible, clock, feed, decide } = shop(t);
  const deal = { ...NOVEMBER, salePrice: 9000 };
  await feed(anItem(1));
  const made = await decide(1, { withheld: true, deal });
  assert.deepEqual([made?.items, made?.left], [1, 0]);
  const decided = await overrides.find(1);
  assert.deepEqual([decided?.withheld, decided?.deal], [true, deal]);
  const { fed, ...decision } = decided?.decision ?? {};
  assert.deepEqual(decision, { decided: { withheld: true, deal }, decidedAtMs: clock.nowMs() });
  assert.deepEqual([fed?.withheld, fed?.attention, fed?.deal], [false, null, null]);
  assert.deepEqual(await visible(1), [false]);
  assert.equal(await decide(1, { withheld: true }), null, 'it is so already');

  const offer = { ...NOVEMBER, salePrice: 8000 };
  await feed(anItem(1, { deal: offer, salePrice: 12_000 }));
  const kept = await overrides.find(1);
  assert.deepEqual([kept?.withheld, kept?.deal, kept?.salePrice], [true, deal, 12_000]);
  assert.deepEqual(kept?.decision?.fed, { ...fed, salePrice: 12_000, deal: offer });

  await decide(1, { deal: undefined });
  assert.deepEqual((await overrides.find(1))?.deal, offer);
  await decide(1, { withheld: undefined });
  assert.equal((await overrides.find(1))?.decision, null);
  assert.deepEqual(await visible(1), [true]);
});

test('a decision outlives a feed that says the same, and the removal of its item', async (t) => {
  const { visible, feed, remove, decide } = shop(t);
  await feed(anItem(1));
  await decide(1, { withheld: true });
  await feed(anItem(1, { withheld: true }));
  await feed(anItem(1));
  assert.deepEqual(await visible(1), [false]);
  await remove(1);
  assert.equal(await decide(1, { withheld: false }), null);
  await feed(anItem(1));
  assert.deepEqual(await visible(1), [false]);
});

test('corrected data hold in answers, lists of items and patches, over what feeds say', async (t) => {
  const { overrides, catalog, feeds, feed, decide } = shop(t);
  const contentDetail = { bookIntroduction: 'fed', bookSummary: null, tableOfContents: '1' };
  const fed = { title: '오타', shopPrice: 1000, salePrice: 900, categoryIds: ['001'], cover: null };
  const decided = {
    title: '바른 제목',
    shopPrice: 20_000,
    salePrice: 18_000,
    categoryIds: ['002', '001'],
    cover: 'https://shop.example/1.png',
    bookIntroduction: '손으로 쓴 소개',
  };
  await feed(anItem(1, { ...fed, contentDetail }));
  const shown = async () => (await catalog.findItems([1]))[0];
  const before = await shown();
  await decide(1, decided);
  const { bookIntroduction, ...fields } = decided;
  const inForce = { ...before, ...fields, contentDetail: { ...contentDetail, bookIntroduction } };
  assert.deepEqual(await shown(), inForce);

  await feed(anItem(1, { ...fed, title: '다음 오타', contentDetail: null }));
  await take(feeds, [
    { kind: 'patch', name: { itemId: 1, externalId: null, isbn13: null }, fields: { shopPrice: 7 } },
  ]);
  const alone = { bookIntroduction, bookSummary: null, tableOfContents: null };
  assert.deepEqual(await shown(), { ...inForce, contentDetail: alone });
  const found = await overrides.find(1);
  assert.deepEqual(found?.decision?.decided, decided);
  const { withheld: _w, attention: _a, deal: _d, ...lies } = found?.decision?.fed ?? {};
  assert.deepEqual(lies, { ...fed, title: '다음 오타', shopPrice: 7, bookIntroduction: null });
  const list = () => overrides.list({ field: 'data', fromDay: DAY, offset: 0, limit: 9 });
  assert.deepEqual(await list(), { items: [found], totalCount: 1 });

  for (const field of DATA_FIELDS) await decide(1, { [field]: undefined });
  assert.equal((await list()).totalCount, 0);
  assert.deepEqual(await shown(), { ...before, title: '다음 오타', shopPrice: 7, contentDetail: null });
});

test("a value equal to the feed's isn't a decision", async (t) => {
  const { feed, decide, decided } = shop(t);
  await feed(anItem(1, { attention: NOVEMBER }));
  assert.equal(await decide(1, { withheld: false, attention: { ...NOVEMBER } }), null);
  await decide(1, { attention: null });
  assert.deepEqual(await decided(1), { attention: null });
  await decide(1, { attention: NOVEMBER });
  assert.equal(await decided(1), null);
});

test("a decision whose days are over gives way to the feed's offer", async (t) => {
  const { overrides, feed, decide, decided } = shop(t);
  const deal = { ...NOVEMBER, salePrice: 9000 };
  const offer = { from: DAY, until: DAY + 30, salePrice: 8000 };
  const longerDeal = { ...deal, until: deal.until + 1 };
  await feed(anItem(1, { deal: offer }), anItem(2), anItem(3));
  await decide(1, { deal, withheld: true });
  await decide(2, { attention: NOVEMBER });
  await decide(3, { attention: NOVEMBER, deal: longerDeal });
  assert.equal(await overrides.endPassed(NOVEMBER.until), true);
  assert.deepEqual((await overrides.find(1))?.deal, deal);
  assert.equal(await overrides.endPassed(NOVEMBER.until + 1), true);
  assert.deepEqual((await overrides.find(1))?.deal, offer);
  assert.equal((await overrides.find(2))?.attention, null);
  const left = [{ withheld: true }, null, { deal: longerDeal }];
  assert.deepEqual(await Promise.all([1, 2, 3].map(decided)), left);
});

test('a decision is found by its number, with its reason, and by the items that it is about', async (t) => {
  const { overrides, clock, feed, decide, takeBack } = shop(t);
  await feed(anItem(1), anItem(2), anItem(3));
  const one = await decide(1, { withheld: true }, '법원 결정');
  const both = await decide([2, 3], { withheld: true }, '리콜');
  const again = await decide(1, { withheld: false });
  const ids = [one, both, again].map((decided) => decided?.decisionId ?? 0);
  const found = async (itemId?: number) =>
    (await overrides.findDecisions([...ids, 999], itemId)).map(
      ({ decisionId: id, reason, isUndoable }) => `${ids.indexOf(id)} ${reason} ${isUndoable}`,
    );
  assert.deepEqual(await found(), ['0 법원 결정 true', '1 리콜 true', '2  true']);
  assert.deepEqual([await found(3), await found(4)], [['1 리콜 true'], []]);
  clock.advance(31 * 86_400_000);
  await decide(2, { withheld: false });
  assert.deepEqual(await found(), ['0 법원 결정 false', '1 리콜 false', '2  false']);
  assert.equal(await takeBack(one), null);
});

test('a decision that is taken back leaves its fields as they were, and no others change', async (t) => {
  const { overrides, feed, decide, decided, takeBack } = shop(t);
  await feed(anItem(1));
  const dealOf = (salePrice: number) => ({ ...NOVEMBER, salePrice });
  const one = await decide(1, { deal: dealOf(9000) });
  const two = await decide(1, { deal: dealOf(8000) });
  await decide(1, { withheld: true });
  await feed(anItem(1, { title: '새 판' }));
  assert.equal(await takeBack(one), null, 'the deal was decided again');
  assert.equal((await takeBack(two))?.items, 1);
  assert.deepEqual(await decided(1), { withheld: true, deal: dealOf(9000) });
  assert.equal(await takeBack(two), null, 'once');
  const none = await takeBack(one);
  assert.deepEqual(await decided(1), { withheld: true });
  // Taking back is a decision as well.
  await takeBack(none);
  assert.deepEqual(await decided(1), { withheld: true, deal: dealOf(9000) });
  assert.equal((await overrides.find(1))?.title, '새 판');
});

test('one decision about many items is taken back in one step, but for those decided again', async (t) => {
  const { visible, feed, remove, decide, takeBack } = shop(t);
  await feed(...range(1, 25).map((itemId) => anItem(itemId)));
  const made = await decide([1, ...range(3, 25)], { withheld: true });
  assert.equal(made?.items, 24);
  assert.deepEqual(await visible(1, 2, 3, 25), [false, true, false, false]);
  await decide(3, { withheld: false });
  await remove(4);
  const back = await takeBack(made);
  assert.deepEqual([back?.items, back?.left], [22, 2]);
  assert.deepEqual(await visible(1, 3, 25), [true, true, true]);
  await takeBack(back);
  assert.deepEqual(await visible(1, 3, 25), [false, true, false]);
});

test('readers see nothing of decisions made together before all of them', async (t) => {
  const { visible, feed, decide } = shop(t);
  await feed(...range(1, 200).map((itemId) => anItem(itemId)));
  const seen = new Set<number>();
  let isDone = false;
  const deciding = decide(range(1, 200), { withheld: true }).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    seen.add((await visible(...range(1, 200))).filter(Boolean).length);
    await nextTurn();
  }
  await deciding;
  seen.add((await visible(...range(1, 200))).filter(Boolean).length);
  assert.deepEqual([...seen], [200, 0]);
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

test('lists hold what has a value on a day or later, the first to end first', async (t) => {
  const { overrides, feed, decide } = shop(t);
  await feed(...range(1, 5).map((itemId) => anItem(itemId)));
  for (const [itemId, days] of [
    [5, 3],
    [1, 9],
    [2, 3],
    [3, 0],
  ] as const) {
    const attention = { from: DAY, until: DAY + days };
    await decide(itemId, { attention, deal: { ...attention, salePrice: 1 } });
  }
  for (const field of ['attention', 'deal'] as const) {
    const page = async (offset: number) => {
      const { items, totalCount } = await overrides.list({ field, fromDay: DAY + 1, offset, limit: 2 });
      return [totalCount, ...items.map(({ itemId }) => itemId)];
    };
    assert.deepEqual(
      [await page(0), await page(2)],
      [
        [3, 2, 5],
        [3, 1],
      ],
    );
  }
});
