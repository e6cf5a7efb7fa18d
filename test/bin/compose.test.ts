import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { compose } from '../../bin/compose.ts';
import { readConfig } from '../../src/config.ts';
import { ACCOUNTS_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { tempDir } from '../support/temp-dir.ts';

test('queries that were noted last are written when the service ends', async (t) => {
  const dataDir = tempDir(t);
  const config = readConfig({ SEOGA_DATA_DIR: dataDir, SEOGA_LOG_LEVEL: 'silent' });
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  const service = await compose({ config, clock, baseUrl: 'https://books.example' });
  service.searchTerms.recordQuery({ query: '나비', correction: null });
  assert.deepEqual(await service.searchTerms.listQueryCounts(0), []);
  await service.close();
  const db = openDatabase(join(dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 0, readOnly: true });
  t.after(() => db.close());
  const rows = db.prepare('SELECT query, calls FROM search_query_day').all();
  const counts = rows.map(({ query, calls }) => [query, calls]);
  assert.deepEqual(counts, [['나비', 1]]);
});
