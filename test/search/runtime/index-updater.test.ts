import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createChangeFeed } from '../../../src/search/change-feed.ts';
import { parseQuery } from '../../../src/search/query.ts';
import { buildIndex } from '../../../src/search/runtime/built-index.ts';
import { IndexUpdater, type IndexUpdaterLimits } from '../../../src/search/runtime/index-updater.ts';
import { createSuggester } from '../../../src/search/suggestions.ts';
import { transaction } from '../../../src/store/sqlite/database.ts';
import { openCatalogDatabase } from '../../../src/store/sqlite/databases.ts';
import { removeStored, storeItems, storeSalePoints } from '../../catalog/stored-items.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import type { Cleanup } from '../../support/temp-dir.ts';
import { request, searchItem } from '../search-item.ts';
import { changeItem, openCatalog } from './search-fixture.ts';

/** An updater of a catalogue, whose builds end when the test says so. */
async function openUpdater(t: Cleanup, limits: IndexUpdaterLimits) {
  const { path, db } = openCatalog(t);
  const database = openCatalogDatabase(path);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  const builds: (() => Promise<void>)[] = [];
  const updater = await IndexUpdater.open({
    feed: createChangeFeed(database),
    dataDir: dirname(path),
    clock,
    limits,
    async build(base) {
      // Of the catalogue as it is now: what is committed until the test ends the build isn't in it.
      const built = buildIndex(database, { dataDir: dirname(path), base });
      const ended = Promise.withResolvers<void>();
      builds.push(async () => {
        ended.resolve();
        await built;
      });
      await ended.promise;
      return built;
    },
    onShown() {},
    onProblem: (problem) => assert.fail(String(problem)),
  });
  t.after(() => {
    updater.close();
    database[Symbol.dispose]();
  });
  const countHits = () => updater.index?.search(parseQuery('하늘'), request('하늘'), 0).totalCount;
  /** What is found after what is committed now was taken in, as far as it is without a build. */
  const refreshed = async () => {
    await updater.tick();
    return countHits();
  };
  return { db, clock, updater, builds, countHits, refreshed };
}

const skies = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => searchItem(from + at, { title: '하늘' }));

suite('an index that follows its catalogue', () => {
  test('shows a large commit all at once, never a mixture of before and after', async (t) => {
    const { db, updater, countHits } = await openUpdater(t, {});
    const seen = new Set<number | undefined>();
    for (const change of [
      () => storeItems(db, skies(1, 1_500)),
      () =>
        removeStored(
          db,
          skies(1, 1_400).map(({ itemId }) => itemId),
        ),
    ]) {
      transaction(db, change);
      let isShown = false;
      const refreshing = updater.refresh(null).then((shows) => {
        isShown = shows;
      });
      for (; !isShown; seen.add(countHits())) await nextTurn();
      await refreshing;
    }
    assert.deepEqual([...seen], [undefined, 1_500, 100]);
  });

  test('waits for a revision that it does not show yet, and for no other', async (t) => {
    const { db, updater, countHits } = await openUpdater(t, {});
    storeItems(db, skies(1, 3));
    assert.equal(await updater.refresh(1), true);
    storeItems(db, skies(4, 1));
    assert.equal(await updater.refresh(1), true);
    assert.equal(countHits(), 3);
    assert.equal(await updater.refresh(2), true);
    assert.equal(countHits(), 4);
  });

  test('sees every commit while a segment is built, and after it was built', async (t) => {
    const { db, builds, refreshed } = await openUpdater(t, { mergeAt: 10 });
    storeItems(db, skies(1, 20));
    assert.equal(await refreshed(), 20);
    assert.equal(builds.length, 1);
    storeItems(db, skies(21, 3));
    removeStored(db, [1, 2]);
    changeItem(db, 3, { withheld: true });
    assert.equal(await refreshed(), 20);
    await builds[0]?.();
    assert.equal(await refreshed(), 20);
    storeItems(db, [searchItem(30, { title: '하늘' })]);
    assert.equal(await refreshed(), 21);
    assert.equal(builds.length, 1, 'few changes start no build');
  });

  test('sees what was committed while a segment was built that is newer than the index', async (t) => {
    const { db, updater, builds, refreshed } = await openUpdater(t, { buildAt: 5 });
    storeItems(db, skies(1, 20));
    assert.equal(await refreshed(), undefined);
    storeItems(db, skies(21, 3));
    await builds[0]?.();
    storeItems(db, [searchItem(30, { title: '하늘' })]);
    assert.equal(await refreshed(), 24);
    assert.equal(await updater.refresh(null), true);
  });

  test('few changes of a large catalogue start a build nine times as long after the last as that took', async (t) => {
    const { db, clock, builds, refreshed } = await openUpdater(t, { buildAt: 5 });
    storeItems(db, skies(1, 2_001));
    await refreshed();
    clock.advance(1_000);
    await builds[0]?.();
    assert.equal(await refreshed(), 2_001);
    storeItems(db, [searchItem(3_000, { title: '하늘' })]);
    clock.advance(8_999);
    await refreshed();
    assert.equal(builds.length, 1);
    clock.advance(1);
    await refreshed();
    assert.equal(builds.length, 2);
    await builds[1]?.();
  });

  test('suggests by the latest sales in a small catalogue, however many items a tally changes', async (t) => {
    const { db, updater, refreshed } = await openUpdater(t, {});
    const suggested = () => createSuggester(updater.lexicon)('해', 10);
    storeItems(db, [
      ...skies(1, 1_500),
      searchItem(2_001, { title: '해돋이' }),
      searchItem(2_002, { title: '해변' }),
    ]);
    storeSalePoints(db, { 2001: 5, 2002: 1 });
    await refreshed();
    assert.deepEqual(suggested(), ['해돋이', '해변']);
    const sold = skies(1, 1_500).map(({ itemId }) => [itemId, 1]);
    storeSalePoints(db, { ...Object.fromEntries(sold), 2001: 5, 2002: 9 });
    await refreshed();
    assert.deepEqual(suggested(), ['해변', '해돋이']);
  });
});
