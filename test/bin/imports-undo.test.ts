import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { ACCOUNTS_FILE } from '../../src/store/sqlite/database.ts';
import { runSeoga } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

test('seoga imports undo leaves a line in the audit log, a dry run and a refusal leave none', async (t) => {
  const dataDir = tempDir(t);
  const feed = join(dataDir, 'feed.jsonl');
  const lines = [
    { kind: 'category', categoryId: '001', categoryName: '소설' },
    { kind: 'item', itemId: 1, title: '책', catalog: 'BOOK', categoryIds: ['001'] },
  ];
  writeFileSync(feed, lines.map((line) => JSON.stringify(line)).join('\n'));
  assert.equal((await runSeoga(dataDir, ['import', feed])).code, 0);
  assert.equal((await runSeoga(dataDir, ['imports', 'undo', '1', '--dry-run'])).code, 0);
  assert.equal((await runSeoga(dataDir, ['imports', 'undo', '99'])).code, 1);
  const undone = await runSeoga(dataDir, ['imports', 'undo', '1']);
  assert.equal(undone.code, 0, undone.stderr);
  const db = new DatabaseSync(join(dataDir, ACCOUNTS_FILE), { readOnly: true });
  const audit = db.prepare("SELECT actor, target, detail FROM audit WHERE action = 'feed.undone'").all();
  db.close();
  const written = audit.map((row) => ({ ...row }));
  assert.deepEqual(written, [{ actor: 'command', target: 'feed', detail: '{"import":1}' }]);
});
