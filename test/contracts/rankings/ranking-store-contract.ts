import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Edition, EditionKind } from '../../../src/rankings/edition.ts';
import type { RankingStore } from '../../../src/rankings/lists/ranking-store.ts';
import type { GivenList } from '../../rankings/edition-content.ts';

/** What the suite needs of an adapter. */
export interface RankingStoreHarness {
  readonly store: RankingStore;
  /** Publishes an edition as another process would. */
  publish(edition: Edition, lists: readonly GivenList[]): Promise<void>;
}

const OCTOBER = 2026 * 12 + 9;
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
}
