import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRankingAdmin } from '../../src/rankings/run/ranking-admin.ts';
import { runRankings } from '../../src/rankings/run/ranking-run.ts';
import { CATALOG_FILE, LISTS_FILE } from '../../src/store/sqlite/database.ts';
import { createCatalogDatabase } from '../../src/store/sqlite/databases.ts';
import { anItem, category, record } from '../contracts/catalog/catalog-records.ts';
import { take } from '../contracts/catalog/take-feed.ts';
import { rankingSessionContract } from '../contracts/rankings/ranking-session-contract.ts';
import { PLAIN_SETTINGS, rankingPlace } from './ranking-world.ts';

rankingSessionContract('SQLite', rankingPlace);

test('a run leaves no write-ahead log behind', async (t) => {
  const { feeds, store, open, clock, folder } = rankingPlace(t);
  await take(feeds, [record(category('001')), record(anItem(1))]);
  await store.findLatestEdition('overall');
  // Readers hold one state for a turn.
  await nextTurn();
  await runRankings({ open, clock, settings: PLAIN_SETTINGS });
  for (const name of [CATALOG_FILE, LISTS_FILE])
    assert.equal(statSync(join(folder, `${name}-wal`)).size, 0, name);
});

test('lists that are lost count as never made', async (t) => {
  const { clock, feeds, store, lists, open, folder, connect } = rankingPlace(t);
  await take(feeds, [record(category('001')), record(anItem(1))]);
  await runRankings({ open, clock, settings: PLAIN_SETTINGS });
  const { progress } = createRankingAdmin(createCatalogDatabase(connect()), store);
  assert.notEqual((await progress()).tallied, null);
  lists[Symbol.dispose]();
  rmSync(join(folder, LISTS_FILE));
  const { tallied, refreshed } = await progress();
  assert.deepEqual([tallied, refreshed], [null, null]);
});
