import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createSqliteImportLog } from '../../../../src/store/sqlite/catalog/import-log.ts';
import { importLogContract } from '../../../contracts/catalog/import-log-contract.ts';
import { catalogFile } from './catalog-file.ts';

const source = { name: 'shop.jsonl', actor: 'account:1', bytes: 12 };

function setUp(t: TestContext) {
  const file = catalogFile(t);
  return { ...file, log: createSqliteImportLog(file.connect()) };
}

importLogContract('SQLite', setUp);

test('what a process left running is unfinished in the file once the next import begins', async (t) => {
  const { feeds, connect, clock } = setUp(t);
  await (await feeds.begin({ source })).rollback();
  await (await feeds.begin({ source })).rollback();
  const kept = connect()
    .prepare('SELECT outcome, started_at_ms AS at FROM import_log ORDER BY import_id')
    .all();
  assert.deepEqual(
    kept.map(({ outcome, at }) => [outcome, at]),
    [
      ['unfinished', clock.nowMs()],
      ['running', clock.nowMs()],
    ],
  );
});
