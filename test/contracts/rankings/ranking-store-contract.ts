import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  type Edition,
  type EditionKind,
  NEW_PRODUCT_SORTS,
  type RankingStore,
} from '../../../src/rankings/ranking-store.ts';
import type { GivenList } from '../../rankings/edition-content.ts';

/** What the suite needs of an adapter. */
export interface RankingStoreHarness {
  readonly store: RankingStore;
  /** Publishes an edition as another process would. */
  publish(edition: Edition, lists: readonly GivenList[]): Promise<void>;
}

const OCTOBER = 2026 * 12 + 9;
/** 2026-10-01. */
const OCTOBER_1ST = 20_727;

function edition(version: number, period = OCTOBER): Edition {
  return {
    kind: 'monthly',
    period,
    version,
    untilDay: 20_700 + version,
    publishedAtMs: 1_790_000_000_000 + version,
  };
}

function listOf(itemIds: readonly number[], categoryId = '001'): GivenList {
  return { cell: { categoryId, sex: 'A', age: 255 }, itemIds, upDowns: itemIds.map(() => null) };
}

/** The guarantees of RankingStore, to be kept by every adapter. */
export function testRankingStore(
  name: string,
  create: (t: TestContext) => Promise<RankingStoreHarness>,
): void {
  test(`${name}: a published list is read as it was given`, async (t) => {
    const { store, publish } = await create(t);
    const given: GivenList = {
      cell: { categoryId: '001', sex: 'M', age: 40 },
      itemIds: [12, 2 ** 52, 7],
      upDowns: [999, null, -999],
    };
    await publish(edition(1), [given]);
    assert.deepEqual(await store.findEdition('monthly', OCTOBER), edition(1));
    assert.deepEqual(await store.readList(edition(1), given.cell), {
      itemIds: given.itemIds,
      upDowns: given.upDowns,
    });
  });

  test(`${name}: a newer edition is found at the next call, without the lists that it lacks`, async (t) => {
    const { store, publish } = await create(t);
    await publish(edition(1), [listOf([1, 2, 3]), listOf([1], '002')]);
    for (const version of [2, 3]) {
      await publish(edition(version), [listOf([version * 10])]);
      assert.deepEqual(await store.findEdition('monthly', OCTOBER), edition(version));
      assert.deepEqual((await store.readList(edition(version), listOf([]).cell)).itemIds, [version * 10]);
      assert.deepEqual((await store.readList(edition(version), listOf([], '002').cell)).itemIds, []);
    }
  });

  test(`${name}: an item's ranks by month, oldest first, only where it stands in the list of all`, async (t) => {
    const { store, publish } = await create(t);
    const woman: GivenList = {
      cell: { categoryId: '001', sex: 'F', age: 255 },
      itemIds: [5],
      upDowns: [null],
    };
    await publish(edition(1, OCTOBER), [listOf([5, 6])]);
    await publish(edition(1, OCTOBER - 2), [listOf([7, 6, 5]), listOf([5], '002')]);
    await publish(edition(1, OCTOBER - 1), [listOf([7, 6]), woman]);
    await publish(edition(2, OCTOBER), [listOf([6, 5])]);
    assert.deepEqual(await store.listRanksOfItem(5, '001'), [
      { month: OCTOBER - 2, rank: 3 },
      { month: OCTOBER, rank: 2 },
    ]);
    assert.deepEqual(await store.listRanksOfItem(5, '002'), [{ month: OCTOBER - 2, rank: 1 }]);
    assert.deepEqual(await store.listRanksOfItem(8, '001'), []);
  });

  test(`${name}: the latest edition of a kind is that of its latest period, in its version in force`, async (t) => {
    const { store, publish } = await create(t);
    const overall = (period: number, version: number): Edition => ({
      ...edition(version, period),
      kind: 'overall',
    });
    assert.equal(await store.findLatestEdition('overall'), null);
    await publish(overall(20_700, 1), [listOf([1])]);
    await publish(overall(20_701, 1), [listOf([2])]);
    await publish(overall(20_701, 2), [listOf([3])]);
    assert.deepEqual(await store.findLatestEdition('overall'), overall(20_701, 2));
    assert.deepEqual(await store.findEdition('overall', 20_700), overall(20_700, 1));
    assert.deepEqual((await store.readList(overall(20_701, 2), listOf([]).cell)).itemIds, [3]);
    assert.equal(await store.findLatestEdition('steady'), null);
  });

  test(`${name}: months and days have lists from the first month to the last counted day`, async (t) => {
    const { store, publish } = await create(t);
    assert.equal(await store.findPeriods('monthly'), null);
    await publish({ ...edition(1), untilDay: 20_757 }, [listOf([1])]);
    await publish({ ...edition(1, OCTOBER + 1), untilDay: 20_770 }, [listOf([1])]);
    assert.deepEqual(await store.findPeriods('monthly'), { first: OCTOBER, last: OCTOBER + 1 });
    assert.deepEqual(await store.findPeriods('daily'), { first: OCTOBER_1ST, last: 20_770 });
  });

  test(`${name}: of days the last two stay, of realtime lists those of the last 24 hours`, async (t) => {
    const { store, publish } = await create(t);
    const put = (kind: EditionKind, period: number) =>
      publish({ ...edition(1, period), kind }, [listOf([period])]);
    const lists = (kind: EditionKind, periods: readonly number[]) =>
      Promise.all(
        periods.map(async (period) => (await store.readList({ kind, period }, listOf([]).cell)).itemIds),
      );
    for (const period of [2_000, 2_001, 2_002]) await put('overall', period);
    assert.equal(await store.findEdition('overall', 2_000), null);
    assert.deepEqual(await lists('overall', [2_000, 2_001, 2_002]), [[], [2_001], [2_002]]);
    for (const period of [2_000, 2_001, 2_145]) await put('realtime', period);
    assert.equal(await store.findEdition('realtime', 2_000), null);
    assert.deepEqual(await lists('realtime', [2_000, 2_001, 2_145]), [[], [2_001], [2_145]]);
  });

  test(`${name}: a new-product edition has a list for every order, by registration where none is asked for`, async (t) => {
    const { store, publish } = await create(t);
    const given = NEW_PRODUCT_SORTS.map((sort, at) => {
      const list = listOf([at + 1, at + 2]);
      return { ...list, cell: { ...list.cell, sort } };
    });
    const published: Edition = { ...edition(1, 20_700), kind: 'newProduct' };
    await publish(published, given);
    for (const { cell, itemIds } of given)
      assert.deepEqual((await store.readList(published, cell)).itemIds, itemIds);
    assert.deepEqual((await store.readList(published, listOf([]).cell)).itemIds, [1, 2]);
    const women = { categoryId: '001', sex: 'F', age: 255, sort: 'Name' } as const;
    assert.deepEqual((await store.readList(published, women)).itemIds, []);
  });
}
