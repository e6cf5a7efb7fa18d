import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { schemaSteps } from '../../../src/store/schema.ts';
import { migrate, openDatabase } from '../../../src/store/sqlite/database.ts';
import { tempDir } from '../../support/temp-dir.ts';

test('a step that fails half way leaves the version before, and is taken up again', (t) => {
  const db = openDatabase(join(tempDir(t), 'catalog.db'), { busyTimeoutMs: 0 });
  t.after(() => db.close());
  migrate(db, 'catalog');
  const table = () => db.prepare(`SELECT name FROM sqlite_schema WHERE name = 'more'`).get()?.name;
  const later = (step: string) => [...schemaSteps('catalog'), step];
  assert.throws(() => migrate(db, 'catalog', later('CREATE TABLE more (n INTEGER); no SQL')));
  assert.equal(table(), undefined);
  migrate(db, 'catalog', later('CREATE TABLE more (n INTEGER)'));
  migrate(db, 'catalog', later('CREATE TABLE more (n INTEGER)'));
  assert.equal(table(), 'more');
});
