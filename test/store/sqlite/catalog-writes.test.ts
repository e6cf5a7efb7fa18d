import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { localWrites, takeTurn } from '../../../src/store/sqlite/catalog-writes.ts';

test('a commit that the file cannot keep fails, unless it was pushed: then it is true all the same', async () => {
  for (const isPushed of [false, true]) {
    using db = new DatabaseSync(':memory:');
    // As a full disk does it: the transaction is gone before its commit.
    const lose = () => db.exec('ROLLBACK');
    const record = () => ({ push: async () => lose(), drop: () => {} });
    const turn = await takeTurn(isPushed ? { ...localWrites, record } : localWrites, db, { waitMs: 0 });
    await turn.begin({ waitMs: 0 });
    if (!isPushed) lose();
    await (isPushed ? turn.commit() : assert.rejects(turn.commit()));
    await turn.end();
  }
});
