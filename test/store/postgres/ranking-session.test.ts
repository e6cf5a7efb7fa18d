import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { homeBehind } from '../../../bin/store/home.ts';
import type { Edition } from '../../../src/rankings/edition.ts';
import { WriteOvertaken } from '../../../src/store/sqlite/catalog-writes.ts';
import { LISTS_FILE } from '../../../src/store/sqlite/database.ts';
import { rankingSessionContract } from '../../contracts/rankings/ranking-session-contract.ts';
import { editionContent, type GivenList, publicationOf } from '../../rankings/edition-content.ts';
import { openRankings } from '../../rankings/ranking-world.ts';
import { postgresDatabase, postgresSuite, type TestDatabase } from '../../support/postgres-database.ts';
import { replicaOf } from './log/replica-fixture.ts';

const EDITION: Edition = { kind: 'monthly', period: 24_310, version: 1, untilDay: 20_778, publishedAtMs: 1 };
const LIST: GivenList = { cell: { categoryId: '001', sex: 'A', age: 255 }, itemIds: [1], upDowns: [null] };

/** An instance that reads, imports, and makes lists for all. */
async function instance(t: TestContext, shared: TestDatabase) {
  const replica = await replicaOf(t, shared);
  const { folder, database } = replica;
  const path = join(folder, LISTS_FILE);
  const { store, lists } = openRankings(path, replica.connect());
  t.after(() => lists.close());
  const open = homeBehind(database, shared.address, folder).sessions(folder);
  return { ...replica, store, open };
}

async function setUp(t: TestContext) {
  return instance(t, await postgresDatabase(t));
}

postgresSuite('rankings on PostgreSQL', () => {
  rankingSessionContract('PostgreSQL', setUp);

  test('lists that one instance publishes are read by another', async (t) => {
    const shared = await postgresDatabase(t);
    const [runner, reader] = [await instance(t, shared), await instance(t, shared)];
    for (const version of [1, 2]) {
      const session = await openSession(runner);
      await session.writeEdition(editionContent({ ...EDITION, version }, [{ ...LIST, itemIds: [version] }]));
      await session.publish(publicationOf({ ...EDITION, version }));
      await session.close();
      await reader.follow();
      assert.deepEqual(await reader.store.findEdition('monthly', 24_310), { ...EDITION, version });
      assert.deepEqual((await reader.store.readList(EDITION, LIST.cell)).itemIds, [version]);
    }
  });

  test('a run that was paused until another one took its lease publishes nothing', async (t) => {
    const shared = await postgresDatabase(t);
    const [paused, reader] = [await instance(t, shared), await instance(t, shared)];
    const session = await openSession(paused);
    await session.writeEdition(editionContent(EDITION, [LIST]));
    // As another instance does it when the time of the lease is over.
    await reader.database.query(
      `UPDATE catalog.lease SET token = token + 1, held_until = now() + interval '1 hour' WHERE name = 'ranking'`,
    );
    await assert.rejects(session.publish(publicationOf(EDITION)), WriteOvertaken);
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

async function openSession({ open }: Awaited<ReturnType<typeof instance>>) {
  const session = await open({ waitMs: 0, isChecked: false });
  return session ?? assert.fail('another run has the session');
}
