import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { homeBehind } from '../../../../bin/store/home.ts';
import type { Edition } from '../../../../src/rankings/edition.ts';
import { createLedgerThread, createOrderDesk } from '../../../../src/rankings/ledger/order-desk.ts';
import { createRankingStore } from '../../../../src/rankings/lists/ranking-store.ts';
import { WriteOvertaken } from '../../../../src/store/sqlite/catalog-writes.ts';
import { LISTS_FILE } from '../../../../src/store/sqlite/database.ts';
import { orderDeskContract } from '../../../contracts/rankings/order-desk-contract.ts';
import { rankingRepositoryContract } from '../../../contracts/rankings/ranking-repository-contract.ts';
import { testRankingStore } from '../../../contracts/rankings/ranking-store-contract.ts';
import { editionContent, type GivenList, publicationOf } from '../../../rankings/edition-content.ts';
import { BUYER_KEY } from '../../../rankings/ranking-world.ts';
import { postgresDatabase, postgresSuite, type TestDatabase } from '../../../support/postgres-database.ts';
import { replicaOf } from '../log/replica-fixture.ts';

const ledgerEntry = new URL('../../../../bin/work-thread.ts', import.meta.url);

/** An instance that reads, imports, and makes lists for all. */
async function instance(t: TestContext, shared: TestDatabase) {
  const replica = await replicaOf(t, shared);
  const { folder, database, clock } = replica;
  const path = join(folder, LISTS_FILE);
  const store = createRankingStore({ path, catalog: replica.connect() });
  t.after(() => store.close());
  const open = homeBehind(database, shared.address, folder).sessions(folder);
  const db = replica.connect();
  const thread = createLedgerThread(ledgerEntry, { folder, copiesPerBuyer: 1 });
  const { writes } = replica;
  const desk = createOrderDesk({ db, clock, buyerKey: BUYER_KEY, thread, writes });
  return { ...replica, store, open, desk };
}

async function setUp(t: TestContext) {
  return instance(t, await postgresDatabase(t));
}

postgresSuite('rankings on PostgreSQL', () => {
  rankingRepositoryContract('PostgreSQL', setUp);
  orderDeskContract('PostgreSQL', setUp);

  testRankingStore('PostgreSQL, published by another instance', async (t) => {
    const shared = await postgresDatabase(t);
    const [runner, reader] = [await instance(t, shared), await instance(t, shared)];
    return {
      store: reader.store,
      async publish(edition, lists) {
        await publishOn(runner, edition, lists);
        await reader.follow();
      },
    };
  });

  test('a run that was paused until another one took its lease publishes nothing', async (t) => {
    const shared = await postgresDatabase(t);
    const [paused, reader] = [await instance(t, shared), await instance(t, shared)];
    const edition = {
      kind: 'monthly',
      period: 24_310,
      version: 1,
      untilDay: 20_778,
      publishedAtMs: 1,
    } as const;
    const lists = [
      { cell: { categoryId: '001', sex: 'A', age: 255 } as const, itemIds: [1], upDowns: [null] },
    ];
    const session = await openSession(paused);
    session.writeEdition(editionContent(edition, lists));
    // As another instance does it when the time of the lease is over.
    await reader.database.query(
      `UPDATE catalog.lease SET token = token + 1, held_until = now() + interval '1 hour' WHERE name = 'ranking'`,
    );
    await assert.rejects(session.publish(publicationOf(edition)), WriteOvertaken);
    await session.close();
    for (const { follow, store, rows } of [paused, reader]) {
      await follow();
      assert.deepEqual(rows().ranking_run, []);
      assert.equal(await store.findEdition('monthly', 24_310), null);
    }
    const [lease] = await reader.database.query<{ held: boolean }>(
      `SELECT held_until > now() AS held FROM catalog.lease WHERE name = 'ranking'`,
    );
    assert.equal(lease?.held, true, 'the other one keeps its lease');
  });
});

/** Publishes lists made by hand in the way of a ranking run. */
async function publishOn(
  runner: Awaited<ReturnType<typeof instance>>,
  edition: Edition,
  lists: readonly GivenList[],
): Promise<void> {
  const session = await openSession(runner);
  session.writeEdition(editionContent(edition, lists));
  await session.publish(publicationOf(edition));
  await session.close();
}

async function openSession({ open }: Awaited<ReturnType<typeof instance>>) {
  const session = await open({ waitMs: 0, isChecked: false });
  return session ?? assert.fail('another run has the session');
}
