import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { emptySegment } from '../../../src/search/engine/next-segment.ts';
import { parseQuery } from '../../../src/search/query.ts';
import { IndexUpdater } from '../../../src/search/runtime/index-updater.ts';
import { CATALOG_FILE, openDatabase } from '../../../src/store/sqlite/database.ts';
import { createSqliteChangeFeed } from '../../../src/store/sqlite/search/change-feed.ts';
import { request } from '../../contracts/search/search-subject.ts';
import { TODAY } from '../search-arbitraries.ts';
import { searchItem } from '../search-item.ts';
import { openCatalog, putItem, putItems, removeItems } from './search-fixture.ts';

suite('IndexUpdater', () => {
  test('a query sees a commit made while a segment that was built catches up in steps', async (t) => {
    const { path, db } = openCatalog(t);
    putItems(
      db,
      Array.from({ length: 300 }, (_, at) => searchItem(at + 1, { title: '하늘' })),
    );
    const feed = createSqliteChangeFeed(
      openDatabase(join(dirname(path), CATALOG_FILE), { busyTimeoutMs: 1000, readOnly: true }),
    );
    const updater = new IndexUpdater({
      feed,
      dataDir: dirname(path),
      limits: { mergeAt: null, buildAt: null },
      startBuild: () => assert.fail('nothing to build'),
      onReady() {},
      onLongBuild() {},
      onReplaced() {},
      onProblem: (problem) => assert.fail(String(problem)),
    });
    t.after(() => {
      updater.close();
      feed.close();
    });
    const countHits = () => {
      updater.refresh();
      const { text } = parseQuery('하늘');
      assert.ok(text !== null && updater.state !== null);
      return updater.state.searchText(text, request('하늘'), TODAY).totalCount;
    };
    assert.equal(countHits(), 300);
    updater.endBuild({ arrays: emptySegment().arrays, position: 0, problem: null });
    // The first of several steps.
    await nextTurn();
    assert.ok(!updater.isCurrent);
    putItem(db, searchItem(301, { title: '하늘' }));
    assert.equal(countHits(), 301);
    removeItems(db, [1, 2]);
    assert.equal(countHits(), 299);
  });
});
