import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runRankings } from '../../../../src/jobs/ranking-run.ts';
import { createSqliteFeedStore } from '../../../../src/store/sqlite/catalog/feed-store.ts';
import { CATALOG_FILE, LISTS_FILE } from '../../../../src/store/sqlite/database.ts';
import { createAskLedger } from '../../../../src/store/sqlite/rankings/ledger-thread.ts';
import { createSqliteOrderDesk } from '../../../../src/store/sqlite/rankings/order-desk.ts';
import { createSqliteRankingAdmin } from '../../../../src/store/sqlite/rankings/ranking-admin.ts';
import { createSqliteRankingRepository } from '../../../../src/store/sqlite/rankings/ranking-repository.ts';
import { createSqliteRankingStore } from '../../../../src/store/sqlite/rankings/ranking-store.ts';
import { anItem, category, record } from '../../../contracts/catalog/catalog-records.ts';
import { take } from '../../../contracts/catalog/feed-store-contract.ts';
import { orderDeskContract } from '../../../contracts/rankings/order-desk-contract.ts';
import { rankingRepositoryContract } from '../../../contracts/rankings/ranking-repository-contract.ts';
import { BUYER_KEY, PLAIN_SETTINGS } from '../../../rankings/ranking-world.ts';
import { catalogFile } from '../catalog/catalog-file.ts';

const ledgerEntry = new URL('../../../../bin/work-thread.ts', import.meta.url);

function setUp(t: TestContext) {
  const file = catalogFile(t);
  const dataDir = dirname(file.path);
  const store = createSqliteRankingStore({ path: join(dataDir, LISTS_FILE), catalog: file.connect() });
  t.after(() => store.close());
  const { clock, path } = file;
  const db = file.connect();
  const askLedger = createAskLedger(ledgerEntry, { folder: dataDir, copiesPerBuyer: 1 });
  const admin = createSqliteRankingAdmin({ db, rankings: store, clock, askLedger });
  const desk = createSqliteOrderDesk({ db, clock, buyerKey: BUYER_KEY, askLedger });
  const feeds = createSqliteFeedStore({ path, clock, buyerKey: BUYER_KEY });
  const repository = createSqliteRankingRepository(dataDir);
  return { ...file, feeds, store, repository, admin, desk };
}

rankingRepositoryContract('SQLite', setUp);
orderDeskContract('SQLite', setUp);

test('a run leaves no write-ahead log behind', async (t) => {
  const { feeds, store, repository, clock, path } = setUp(t);
  await take(feeds, [record(category('001')), record(anItem(1))]);
  await store.findLatestEdition('overall');
  await runRankings({ repository, clock, settings: PLAIN_SETTINGS });
  for (const name of [CATALOG_FILE, LISTS_FILE])
    assert.equal(statSync(join(dirname(path), `${name}-wal`)).size, 0, name);
});

test('lists that are lost count as never made', async (t) => {
  const { clock, feeds, store, repository, admin, path } = setUp(t);
  await take(feeds, [record(category('001')), record(anItem(1))]);
  await runRankings({ repository, clock, settings: PLAIN_SETTINGS });
  assert.notEqual((await admin.progress()).tallied, null);
  store.close();
  rmSync(join(dirname(path), LISTS_FILE));
  const { tallied, refreshed } = await admin.progress();
  assert.deepEqual([tallied, refreshed], [null, null]);
});
