import assert from 'node:assert/strict';
import { kstDayOf, kstMonthOfDay } from '../../../src/clock.ts';
import type { FeedRecord } from '../../../src/ingest/feed-record.ts';
import type { Publication, RankingRepository } from '../../../src/rankings/ranking-repository.ts';
import type { Edition, RankingStore } from '../../../src/rankings/ranking-store.ts';
import { editionContent, type GivenList, publicationOf } from '../../rankings/edition-content.ts';
import { saleLine } from '../../rankings/ranking-world.ts';
import { anItem, category, record } from '../catalog/catalog-records.ts';
import { type FeedStoreSetup, take } from '../catalog/feed-store-contract.ts';
import { contractOf, type Guarantee } from '../guarantee.ts';

/** An empty catalogue and ledger, and what readers see of published editions. */
export interface RankingRepositorySetup extends Pick<FeedStoreSetup, 'feeds' | 'clock'> {
  readonly repository: RankingRepository;
  readonly store: RankingStore;
}

const DAY = kstDayOf(Date.parse('2026-11-20T12:00:00+09:00'));
const MONTH = kstMonthOfDay(DAY);
const CELL = { categoryId: '001', sex: 'A', age: 255 } as const;
const LISTS: readonly GivenList[] = [{ cell: CELL, itemIds: [1, 2], upDowns: [null, null] }];

/** What every adapter of the RankingRepository port guarantees (docs/lists.md#when-lists-appear). */
export const rankingRepositoryContract = contractOf<RankingRepositorySetup>((test) => {
  test('one run at a time holds the lock', async ({ repository }) => {
    const release = await repository.lock(0);
    assert.ok(release !== null);
    assert.equal(await repository.lock(0), null);
    await release();
    const again = await repository.lock(0);
    assert.ok(again !== null);
    await again();
  });
  stateGuarantees(test);
  editionGuarantees(test);
});

function sale(orderId: string, itemId: number, soldAt = '2026-11-20T12:00:00+09:00'): FeedRecord {
  return { kind: 'sale', sale: saleLine({ soldAt, orderId, itemId }) };
}

const SHOP = [record(category('001')), record(anItem(1)), record(anItem(2))];

function stateGuarantees(test: Guarantee<RankingRepositorySetup>): void {
  test('a run reads catalogue and counted lines of the days that it names', async (setup) => {
    const { repository, feeds } = setup;
    await take(feeds, [
      ...SHOP,
      sale('a', 1),
      sale('b', 2),
      sale('c', 99),
      sale('d', 1, '2026-11-19T12:00:00+09:00'),
      sale('e', 1),
      { kind: 'cancel', cancellation: { orderId: 'e', lineNo: 1, cancelledAtMs: setup.clock.nowMs() } },
    ]);
    const session = await repository.open();
    await session.read(async (state) => {
      assert.deepEqual([...state.catalog.itemIds].sort(), [1, 2]);
      const months = state.listMonths().map(({ month }) => month);
      assert.deepEqual(months, [MONTH]);
      const { lines, unknownCount } = state.readLines(DAY, DAY);
      const sold = [...lines.item.subarray(0, lines.count)].map((item) => state.catalog.itemIds[item]);
      assert.deepEqual([sold.sort(), unknownCount], [[1, 2], 1]);
      assert.equal(state.readLines(DAY - 1, DAY).lines.count, 3);
      assert.equal(state.talliedUntil, null);
      assert.deepEqual(state.readExclusions(MONTH), { itemIds: [], buyers: [] });
    });
    session.close();
  });

  test('what is imported while a run reads is not seen before its next read', async (setup) => {
    const { repository, feeds } = setup;
    await take(feeds, [...SHOP, sale('a', 1)]);
    const session = await repository.open();
    const revision = await session.read(async (state) => {
      await take(feeds, [record(anItem(3)), sale('b', 1)]);
      assert.equal(state.readLines(DAY, DAY).lines.count, 1);
      assert.equal(state.catalog.itemIds.length, 2);
      return state.ledgerRevision;
    });
    await session.read(async (state) => {
      assert.equal(state.readLines(DAY, DAY).lines.count, 2);
      assert.equal(state.catalog.itemIds.length, 3);
      assert.ok(state.ledgerRevision > revision);
    });
    session.close();
  });

  test('items for the short lists are those registered, published or offered since', async (setup) => {
    const { repository, feeds } = setup;
    const old = { publishDate: '2020-01-01', registeredAtMs: Date.UTC(2020, 0, 1) };
    const window = { from: DAY - 1, until: DAY + 1 };
    await take(feeds, [
      record(anItem(1, old)),
      record(anItem(2, { ...old, registeredAtMs: Date.parse('2026-11-20T00:00:00+09:00') })),
      record(anItem(3, { ...old, publishDate: '2026-11-20' })),
      record(anItem(4, { ...old, deal: { ...window, salePrice: 9 } })),
      record(anItem(5, { ...old, attention: window })),
      record(anItem(6, { ...old, attention: window, withheld: true })),
    ]);
    const session = await repository.open();
    await session.read(async (state) => {
      const since = { registeredDay: DAY, publishDay: DAY, windowFrom: DAY, windowUntil: DAY };
      const items = state.listShopItems(since);
      assert.deepEqual(items.map(({ itemId }) => itemId).sort(), [2, 3, 4, 5]);
      assert.deepEqual(items.find(({ itemId }) => itemId === 4)?.deal, { ...window, salePrice: 9 });
    });
    session.close();
  });
}

function edition(version: number): Edition {
  return { kind: 'monthly', period: MONTH, version, untilDay: DAY, publishedAtMs: 1_795_000_000_000 };
}

function published(version: number): Publication {
  const [itemIds, salePoints] = [Float64Array.of(1, 2), Float64Array.of(0, 5)];
  return {
    ...publicationOf(edition(version), 7),
    tally: { itemIds, salePoints, untilDay: DAY, ledgerRevision: 7 },
  };
}

function editionGuarantees(test: Guarantee<RankingRepositorySetup>): void {
  test('readers see nothing of an edition before it is published, and then all of it', async (setup) => {
    const { repository, feeds, store } = setup;
    await take(feeds, SHOP);
    const session = await repository.open();
    assert.equal(session.nextVersion('monthly', MONTH), 1);
    session.writeEdition(editionContent(edition(1), LISTS));
    assert.equal(await store.findEdition('monthly', MONTH), null);
    await session.publish(published(1));
    assert.deepEqual(await store.findEdition('monthly', MONTH), edition(1));
    assert.deepEqual((await store.readList(edition(1), CELL)).itemIds, [1, 2]);
    assert.deepEqual(session.findEdition('monthly', MONTH), { ...edition(1), ledgerRevision: 7 });
    assert.equal(session.nextVersion('monthly', MONTH), 2);
    await session.read(async (state) => {
      const points = state.readSalePoints();
      const of = (itemId: number) => points[state.catalog.findItem(itemId)];
      assert.deepEqual([state.talliedUntil, of(1), of(2)], [DAY, 0, 5]);
    });
    session.close();
  });

  test('an edition is read whole, compared byte by byte, and null when it is not there', async (setup) => {
    const session = await setup.repository.open();
    const content = editionContent(edition(1), LISTS);
    assert.equal(session.openEdition(edition(1)), null);
    session.writeEdition(content);
    const opened = session.openEdition(edition(1));
    assert.deepEqual([opened?.readDays(), opened?.verify()], [content.days, content.days]);
    assert.equal(session.isSame(edition(1), content), true);
    const other = editionContent(edition(1), [{ cell: CELL, itemIds: [2, 1], upDowns: [null, null] }]);
    assert.equal(session.isSame(edition(1), other), false);
    session.close();
  });

  test('editions that nobody published are deleted, those in force are not', async ({ repository }) => {
    const session = await repository.open();
    session.writeEdition(editionContent(edition(1), LISTS));
    await session.publish(published(1));
    session.writeEdition(editionContent(edition(2), LISTS));
    session.deleteOldEditions();
    assert.equal(session.openEdition(edition(2)), null);
    assert.notEqual(session.openEdition(edition(1)), null);
    session.close();
  });
}
