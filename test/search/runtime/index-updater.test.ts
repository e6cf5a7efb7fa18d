import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { suite, test } from 'node:test';
import { IndexUpdater } from '../../../src/search/runtime/index-updater.ts';
import { openSqliteChangeFeed } from '../../../src/store/sqlite/search/change-feed.ts';
import { searchItem } from '../search-item.ts';
import { openCatalog, putItems } from './search-fixture.ts';

const BUILD_AT = 5;

suite('a first index', () => {
  for (const { items, long } of [
    { items: BUILD_AT, long: 0 },
    { items: 3 * BUILD_AT, long: 0 },
    { items: 3 * BUILD_AT + 1, long: 1 },
  ]) {
    test(`of ${items} items with builds from ${BUILD_AT} on: a start ${long > 0 ? "doesn't wait" : 'waits'} for it`, (t) => {
      const { path, db } = openCatalog(t);
      putItems(
        db,
        Array.from({ length: items }, (_, at) => searchItem(at + 1, { title: '하늘' })),
      );
      const feed = openSqliteChangeFeed(dirname(path), 1_000);
      const told = { long: 0, builds: 0 };
      const updater = new IndexUpdater({
        feed,
        dataDir: dirname(path),
        limits: { mergeAt: null, buildAt: BUILD_AT },
        startBuild: () => told.builds++,
        onReady() {},
        onLongBuild: () => told.long++,
        onProblem: (problem) => assert.fail(String(problem)),
      });
      t.after(() => {
        updater.close();
        feed.close();
      });
      updater.refresh();
      updater.refresh();
      assert.deepEqual(told, { long, builds: items > BUILD_AT ? 1 : 0 });
    });
  }
});
