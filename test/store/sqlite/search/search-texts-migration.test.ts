import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { encodeTexts, textsOf } from '../../../../src/search/search-texts.ts';
import { createItemWriter } from '../../../../src/store/sqlite/catalog/item-writer.ts';
import { CATALOG_FILE, migrate, openDatabase } from '../../../../src/store/sqlite/database.ts';
import { createSqliteChangeFeed } from '../../../../src/store/sqlite/search/change-feed.ts';
import { createSearchWriter } from '../../../../src/store/sqlite/search/search-writer.ts';
import { searchItem } from '../../../search/search-item.ts';
import { tempDir } from '../../../support/temp-dir.ts';

test('a catalogue whose words lay with the change numbers keeps both, and numbers its changes on', (t) => {
  const db = openDatabase(join(tempDir(t), CATALOG_FILE), { busyTimeoutMs: 0 });
  t.after(() => db.close());
  const folder = join(import.meta.dirname, '../../../../src/store/sqlite/migrations/catalog');
  for (const file of readdirSync(folder).sort()) {
    if (file < '0031') db.exec(readFileSync(join(folder, file), 'utf8'));
  }
  db.exec('PRAGMA user_version = 30');
  const items = createItemWriter(db);
  const insert = db.prepare('INSERT INTO search_item VALUES (?, ?, ?, ?)');
  const [told, untold, changed] = ['하늘', '구름', '달빛'].map((title, at) => searchItem(at + 1, { title }));
  assert.ok(told && untold && changed);
  for (const item of [told, untold, changed]) items.put(item, false);
  insert.run(1, 7, 4, encodeTexts(textsOf(told)));
  insert.run(2, 5, 5, null);
  insert.run(3, 6, 6, encodeTexts(textsOf(searchItem(3, { title: '바다' }))));

  migrate(db, 'catalog');
  const source = createSqliteChangeFeed(db);
  const seen = (after: number) =>
    source
      .listChanges(after, after, 10)
      .map(({ itemId, changeNo, document }) => ({ itemId, changeNo, title: document?.title[0] }));
  assert.deepEqual(seen(0), [
    { itemId: 2, changeNo: 5, title: '구름' },
    { itemId: 3, changeNo: 6, title: '바다' },
    { itemId: 1, changeNo: 7, title: '하늘' },
  ]);
  db.exec('INSERT INTO item_sale_point VALUES (2, 10)');
  const words = createSearchWriter(db);
  words.putAll([told, changed]);
  items.remove(1);
  assert.deepEqual(seen(7), [
    { itemId: 2, changeNo: 8, title: undefined },
    { itemId: 3, changeNo: 9, title: '달빛' },
    { itemId: 1, changeNo: 10, title: undefined },
  ]);
  assert.equal(db.prepare('SELECT count(*) AS count FROM search_text').get()?.count, 1);
});
