import assert from 'node:assert/strict';
import { kstDayOf, kstMonthFirstDay, kstMonthOfDay, kstWeekOfDay } from '../../../src/clock.ts';
import type { FeedRecord } from '../../../src/ingest/feed-record.ts';
import type { FeedStore } from '../../../src/ingest/feed-store.ts';
import type { Edition } from '../../../src/rankings/edition.ts';
import { ledgerReader } from '../../../src/rankings/ledger/ledger-reader.ts';
import { listMonths } from '../../../src/rankings/ledger/month-lines.ts';
import type { EditionContent } from '../../../src/rankings/lists/list-writer.ts';
import type { RankingStore } from '../../../src/rankings/lists/ranking-store.ts';
import type { OpenSession, RankingSession, RankingState } from '../../../src/rankings/run/ranking-session.ts';
import { type Publication, readSalePoints } from '../../../src/rankings/run/run-record.ts';
import { editionContent, type GivenList, publicationOf } from '../../rankings/edition-content.ts';
import { saleLine } from '../../rankings/ranking-world.ts';
import { anItem, category, record } from '../catalog/catalog-records.ts';
import { take } from '../catalog/take-feed.ts';
import { contractOf, type Guarantee } from '../guarantee.ts';

export interface RankingSessionSetup {
  readonly feeds: FeedStore;
  readonly open: OpenSession;
  readonly store: RankingStore;
}

const DAY = kstDayOf(Date.parse('2026-11-20T12:00:00+09:00'));
const MONTH = kstMonthOfDay(DAY);
const CELL = { categoryId: '001', sex: 'A', age: 255 } as const;
const LISTS: readonly GivenList[] = [{ cell: CELL, itemIds: [1, 2], upDowns: [null, null] }];

/** What sessions guarantee (docs/lists.md#when-lists-appear). */
export const rankingSessionContract = contractOf<RankingSessionSetup>((test) => {
  test('one run at a time has a session', async ({ open }) => {
    const session = await openSession(open);
    assert.equal(await open(AT_ONCE), null);
    await session.close();
    await (await openSession(open)).close();
  });
  stateGuarantees(test);
  editionGuarantees(test);
});

const AT_ONCE = 0;

async function openSession(open: OpenSession): Promise<RankingSession> {
  return (await open(AT_ONCE)) ?? assert.fail('another run has the session');
}

function sale(orderId: string, itemId: number, soldAt = '2026-11-20T12:00:00+09:00'): FeedRecord {
  return { kind: 'sale', sale: saleLine({ soldAt, orderId, itemId }) };
}

const SHOP = [record(category('001')), record(anItem(1)), record(anItem(2))];

function stateGuarantees(test: Guarantee<RankingSessionSetup>): void {
  test('what is imported while a run reads is not seen before its next read', async (setup) => {
    const { open, feeds } = setup;
    await take(feeds, [...SHOP, sale('a', 1)]);
    const session = await openSession(open);
    const countsOf = async ({ snapshot, catalog, ledgerRevision }: RankingState) => {
      const { lines } = await ledgerReader(snapshot, catalog)(DAY, DAY);
      return { lines: lines.count, items: catalog.itemIds.length, ledgerRevision };
    };
    const before = await session.read(async (state) => {
      await take(feeds, [record(anItem(3)), sale('b', 1)]);
      return countsOf(state);
    });
    assert.deepEqual(before, { lines: 1, items: 2, ledgerRevision: 1 });
    assert.deepEqual(await session.read(countsOf), { lines: 2, items: 3, ledgerRevision: 2 });
    await session.close();
  });
}

function edition(version: number): Edition {
  return { kind: 'monthly', period: MONTH, version, untilDay: DAY, publishedAtMs: 1_795_000_000_000 };
}

function published(version: number): Publication {
  const salePoints = { itemIds: Float64Array.of(2), salePoints: Float64Array.of(5), gone: [1] };
  return {
    ...publicationOf(edition(version), 7),
    tally: { salePoints, untilDay: DAY, ledgerRevision: 7 },
  };
}

function editionGuarantees(test: Guarantee<RankingSessionSetup>): void {
  test('readers see nothing of an edition before it is published, and then all of it', async (setup) => {
    const { open, feeds, store } = setup;
    await take(feeds, [...SHOP, sale('a', 1)]);
    const session = await openSession(open);
    assert.deepEqual(await session.writeEdition(editionContent(edition(1), LISTS)), edition(1));
    assert.equal(await store.findEdition('monthly', MONTH), null);
    assert.deepEqual(await session.findEdition('monthly', MONTH), edition(1));
    await session.publish(published(1));
    assert.deepEqual(await store.findEdition('monthly', MONTH), edition(1));
    assert.deepEqual((await store.readList(edition(1), CELL)).itemIds, [1, 2]);
    await session.read(async ({ snapshot, catalog, talliedUntil }) => {
      const points = await readSalePoints(snapshot, catalog);
      const of = (itemId: number) => points[catalog.findItem(itemId)];
      assert.deepEqual([talliedUntil, of(1), of(2)], [DAY, 0, 5]);
      assert.deepEqual((await listMonths(snapshot))[0]?.counted, { untilDay: DAY, ledgerRevision: 7 });
    });
    await session.close();
  });

  test('what a run reads of its lists and copies is what it, or one before it, has written', async ({
    open,
  }) => {
    const days = {
      itemIds: Float64Array.of(7, 2 ** 40),
      start: Uint32Array.of(0, 1, 3),
      codes: Uint16Array.of(3, 4, 600),
      copies: Uint32Array.of(2, 1, 2 ** 20),
    };
    const content = editionContent(edition(1), LISTS);
    const [day] = content.cells;
    assert.ok(day !== undefined);
    const check = async (session: RankingSession) => {
      assert.deepEqual(await Array.fromAsync(session.listCopies(DAY, DAY)), [{ month: MONTH, days }]);
      const cell = await session.readCell('monthly', MONTH, 0);
      const lists = [...cell].map(([id, itemIds]) => [id, [...itemIds]]);
      assert.deepEqual(lists, [['001', [1, 2]]]);
      const first = kstMonthFirstDay(MONTH);
      const sizeOf = async (kind: 'daily' | 'weekly', period: number) =>
        (await session.readCell(kind, period, 0)).size;
      const listed = await Promise.all([0, 1, 2].map((at) => sizeOf('daily', first + at)));
      assert.deepEqual(listed, [1, 1, 0]);
      const week = kstWeekOfDay(first);
      const weeks = await Promise.all([-1, 0, 1, 2].map((at) => sizeOf('weekly', week + at)));
      assert.deepEqual(weeks, [0, 1, 1, 0]);
    };
    const session = await openSession(open);
    assert.deepEqual(await Array.fromAsync(session.listCopies(DAY, DAY)), []);
    await session.writeEdition({
      ...content,
      ofMonth: { copies: days, days: [day, day], weeks: [day, day] },
    });
    await check(session);
    await session.publish(published(1));
    await session.close();
    const next = await openSession(open);
    await check(next);
    await next.close();
  });

  test('an edition with the same lists and last day stays; one that was not published is forgotten', async (setup) => {
    const { open, store } = setup;
    const write = async (content: EditionContent, isPublished = true) => {
      const session = await openSession(open);
      const written = await session.writeIfChanged(content);
      if (isPublished) await session.publish(published(1));
      await session.close();
      return written?.version ?? null;
    };
    const content = editionContent(edition(1), LISTS);
    assert.equal(await write(content), 1);
    assert.equal(await write(content), null);
    assert.equal(await write({ ...content, untilDay: DAY + 1 }), 2);
    const other = editionContent(edition(1), [{ cell: CELL, itemIds: [2, 1], upDowns: [null, null] }]);
    assert.equal(await write(other, false), 3);
    assert.deepEqual((await store.readList(edition(1), CELL)).itemIds, [1, 2]);
    assert.equal(await write(other), 3);
    assert.deepEqual((await store.readList(edition(1), CELL)).itemIds, [2, 1]);
  });
}
