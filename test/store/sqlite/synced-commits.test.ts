import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { compose } from '../../../bin/compose.ts';
import { readConfig } from '../../../src/config/config.ts';
import { ACCOUNTS_FILE } from '../../../src/store/sqlite/database.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** In WAL mode, a commit is synced with FULL only. */
const NORMAL = 1;
const FULL = 2;

for (const [setting, level] of [
  ['normal', NORMAL],
  ['full', FULL],
] as const) {
  test(`SEOGA_SYNC=${setting}: what SQLite does with commits of calls, keys and accounts`, async (t) => {
    const exec = t.mock.method(DatabaseSync.prototype, 'exec');
    const config = readConfig({
      SEOGA_DATA_DIR: tempDir(t),
      SEOGA_SYNC: setting,
      SEOGA_LOG_LEVEL: 'silent',
    });
    const clock = fixedClock('2026-11-21T12:00:00+09:00');
    const service = await compose({ config, clock, baseUrl: 'https://books.example' });
    t.after(() => service.close());
    const connections = new Set(exec.mock.calls.map((call) => call.this as DatabaseSync));
    const ofAccounts = [...connections].filter((db) => db.isOpen && db.location()?.endsWith(ACCOUNTS_FILE));
    assert.ok(ofAccounts.length >= 2, 'the gate and the portal write on connections of their own');
    for (const db of ofAccounts)
      assert.deepEqual({ ...db.prepare('PRAGMA synchronous').get() }, { synchronous: level });
  });
}
