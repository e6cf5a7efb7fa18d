import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDatabase, transaction } from '../../../src/store/sqlite/database.ts';
import { createTickReader } from '../../../src/store/sqlite/tick-reader.ts';
import { tempDir } from '../../support/temp-dir.ts';

test('a turn reads one state, whatever others commit meanwhile, but for what this process commits itself', async (t) => {
  const path = join(tempDir(t), 'some.db');
  const [db, other] = [0, 0].map(() => openDatabase(path, { busyTimeoutMs: 0 }));
  assert.ok(db && other);
  t.after(() => {
    db.close();
    other.close();
  });
  other.exec('CREATE TABLE count (number INTEGER); INSERT INTO count VALUES (0)');
  const reader = createTickReader(db);
  const add = 'UPDATE count SET number = number + 1';
  const seen = async () => {
    const [row] = await reader.query<{ number: number }>('SELECT number FROM count');
    return row?.number;
  };
  await nextTurn();
  const versions = [reader.version()];
  assert.equal(await seen(), 0);
  // As another process does: nothing announces this commit.
  other.exec(add);
  assert.deepEqual([await seen(), reader.version()], [0, versions[0]]);
  await nextTurn();
  versions.push(reader.version());
  assert.equal(await seen(), 1);
  transaction(other, () => other.exec(add));
  versions.push(reader.version());
  assert.equal(await seen(), 2);
  assert.equal(new Set(versions).size, 3);
  await nextTurn();
  assert.equal(db.isTransaction, false, 'nothing is held between turns');
});
