import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createLedgerThread, createOrderDesk } from '../../src/rankings/ledger/order-desk.ts';
import { createRankingStore } from '../../src/rankings/lists/ranking-store.ts';
import { createRankingAdmin } from '../../src/rankings/run/ranking-admin.ts';
import { runRankings } from '../../src/rankings/run/ranking-run.ts';
import { sessionsOf } from '../../src/rankings/run/ranking-session.ts';
import { createSqliteFeedStore } from '../../src/store/sqlite/catalog/feed-store.ts';
import { CATALOG_FILE, LISTS_FILE } from '../../src/store/sqlite/database.ts';
import { anItem, category, record } from '../contracts/catalog/catalog-records.ts';
import { take } from '../contracts/catalog/feed-store-contract.ts';
import { orderDeskContract } from '../contracts/rankings/order-desk-contract.ts';
import { rankingRepositoryContract } from '../contracts/rankings/ranking-repository-contract.ts';
import { catalogFile } from '../store/sqlite/catalog/catalog-file.ts';
import { BUYER_KEY, PLAIN_SETTINGS } from './ranking-world.ts';

const ledgerEntry = new URL('../../bin/work-thread.ts', import.meta.url);

function setUp(t: TestContext) {
  const file = catalogFile(t);
  const dataDir = dirname(file.path);
  const store = createRankingStore({ path: join(dataDir, LISTS_FILE), catalog: file.connect() });
  t.after(() => store.close());
  const { clock, path } = file;
  const db = file.connect();
  const thread = createLedgerThread(ledgerEntry, { folder: dataDir, copiesPerBuyer: 1 });
  const admin = createRankingAdmin({ db, rankings: store, clock, thread });
  const desk = createOrderDesk({ db, clock, buyerKey: BUYER_KEY, thread });
  const feeds = createSqliteFeedStore({ path, clock, buyerKey: BUYER_KEY });
  const open = sessionsOf(dataDir);
  return { ...file, feeds, store, open, admin, desk };
}

rankingRepositoryContract('SQLite', setUp);
orderDeskContract('SQLite', setUp);

test('a run leaves no write-ahead log behind', async (t) => {
  const { feeds, store, open, clock, path } = setUp(t);
  await take(feeds, [record(category('001')), record(anItem(1))]);
  await store.findLatestEdition('overall');
  await runRankings({ open, clock, settings: PLAIN_SETTINGS });
  for (const name of [CATALOG_FILE, LISTS_FILE])
    assert.equal(statSync(join(dirname(path), `${name}-wal`)).size, 0, name);
});

test('lists that are lost count as never made', async (t) => {
  const { clock, feeds, store, open, admin, path } = setUp(t);
  await take(feeds, [record(category('001')), record(anItem(1))]);
  await runRankings({ open, clock, settings: PLAIN_SETTINGS });
  assert.notEqual((await admin.progress()).tallied, null);
  store.close();
  rmSync(join(dirname(path), LISTS_FILE));
  const { tallied, refreshed } = await admin.progress();
  assert.deepEqual([tallied, refreshed], [null, null]);
});
