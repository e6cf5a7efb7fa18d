import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openChangeFeed } from '../../../src/search/change-feed.ts';
import { parseQuery } from '../../../src/search/query.ts';
import { type BuiltIndex, buildIndex } from '../../../src/search/runtime/built-index.ts';
import { IndexUpdater, type IndexUpdaterLimits } from '../../../src/search/runtime/index-updater.ts';
import { transaction } from '../../../src/store/sqlite/database.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import type { Cleanup } from '../../support/temp-dir.ts';
import { request, searchItem } from '../search-item.ts';
import { changeItem, openCatalog, putItem, putItems, removeItems } from './search-fixture.ts';

/** An updater of a catalogue, whose builds end when the test says so. */
function openUpdater(t: Cleanup, limits: IndexUpdaterLimits) {
  const { path, db } = openCatalog(t);
  const builds: (() => Promise<void>)[] = [];
  const feed = openChangeFeed(dirname(path), 1000);
  const updater = new IndexUpdater({
    feed,
    dataDir: dirname(path),
    clock: fixedClock('2026-11-21T12:00:00+09:00'),
    limits,
    build(data) {
      const ended = Promise.withResolvers<BuiltIndex>();
      // Of the catalogue as it is now: what is committed until the test ends the build isn't in it.
      const built = buildIndex(data);
      builds.push(async () => {
        ended.resolve(built);
        await ended.promise;
      });
      return ended.promise;
    },
    onShown() {},
    onProblem: (problem) => assert.fail(String(problem)),
  });
  t.after(() => {
    updater.close();
    feed.close();
  });
  const countHits = () => {
    updater.tick();
    const { text } = parseQuery('하늘');
    return updater.index?.searchText(text, request('하늘'), 0).totalCount;
  };
  return { db, updater, builds, countHits };
}

const skies = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => searchItem(from + at, { title: '하늘' }));

suite('an index that follows its catalogue', () => {
  test('shows a large commit all at once, never a mixture of before and after', async (t) => {
    const { db, updater, countHits } = openUpdater(t, {});
    const seen = new Set<number | undefined>();
    for (const change of [
      () => putItems(db, skies(1, 1_500)),
      () =>
        removeItems(
          db,
          skies(1, 1_400).map(({ itemId }) => itemId),
        ),
    ]) {
      transaction(db, change);
      for (seen.add(countHits()); !updater.isCurrent; seen.add(countHits())) await nextTurn();
    }
    assert.deepEqual([...seen], [undefined, 1_500, 100]);
  });

  test('sees every commit while a segment is built, and after it was built', async (t) => {
    const { db, builds, countHits } = openUpdater(t, { mergeAt: 10 });
    putItems(db, skies(1, 20));
    assert.equal(countHits(), 20);
    assert.equal(builds.length, 1);
    putItems(db, skies(21, 3));
    removeItems(db, [1, 2]);
    changeItem(db, 3, { withheld: true });
    assert.equal(countHits(), 20);
    await builds[0]?.();
    assert.equal(countHits(), 20);
    putItem(db, searchItem(30, { title: '하늘' }));
    assert.equal(countHits(), 21);
    assert.equal(builds.length, 1, 'few changes start no build');
  });

  test('sees what was committed while a segment was built that is newer than the index', async (t) => {
    const { db, updater, builds, countHits } = openUpdater(t, { buildAt: 5 });
    putItems(db, skies(1, 20));
    assert.equal(countHits(), undefined);
    putItems(db, skies(21, 3));
    await builds[0]?.();
    putItem(db, searchItem(30, { title: '하늘' }));
    assert.ok(!updater.isCurrent);
    assert.equal(countHits(), 24);
    assert.ok(updater.isCurrent);
  });
});
