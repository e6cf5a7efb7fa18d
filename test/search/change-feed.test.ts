import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { openChangeFeed } from '../../src/search/change-feed.ts';
import { feedKit } from '../ingest/feed-kit.ts';
import { book } from '../support/small-shop.ts';
import type { Cleanup } from '../support/temp-dir.ts';

const idsOf = (items: Iterable<{ readonly itemId: number }>) => Array.from(items, ({ itemId }) => itemId);

/** A feed of an empty catalogue, and a way to import records with one commit, which the feed can see afterwards. */
function open(t: Cleanup) {
  const kit = feedKit(t);
  const feed = openChangeFeed(dirname(kit.path), 1000);
  t.after(() => feed.close());
  return { feed, put: (records: readonly object[]) => kit.import(records, { force: true }) };
}

test('changes have growing numbers, each item stands at its last one', async (t) => {
  const { feed, put } = open(t);
  assert.equal(feed.readLastChange(), 0);
  assert.deepEqual(feed.listChanges(0, 0, 10), []);
  const empty = feed.readVersion();
  await put([book(1, '하나'), book(2, '둘'), book(3, '셋')]);
  assert.notEqual(feed.readVersion(), empty);
  const first = feed.listChanges(0, 0, 10);
  assert.deepEqual(idsOf(first), [1, 2, 3]);
  const last = feed.readLastChange();
  assert.equal(first.at(-1)?.changeNo, last);
  assert.equal(feed.readVersion(), feed.readVersion(), 'nothing was committed in between');

  await put([book(1, '하나 새 판'), { kind: 'remove', itemId: 2 }]);
  const later = feed.listChanges(last, last, 10);
  assert.deepEqual(idsOf(later), [1, 2]);
  assert.deepEqual(idsOf(later.filter(({ document }) => document !== null)), [1]);
  assert.ok(later.every(({ changeNo }) => changeNo > last));
  assert.equal(later.find(({ itemId }) => itemId === 2)?.figures, null, 'a removed item has no figures');
  assert.deepEqual(idsOf(feed.listChanges(0, 0, 2)), [3, 1], 'in the order of changes, cut at the limit');
  assert.deepEqual(idsOf(feed.eachChangedItem(0)), [1, 2, 3], 'by item number');
  assert.deepEqual([...feed.eachChangedItem(feed.readLastChange())], []);
});

test('a snapshot hides later commits until it ends', async (t) => {
  const { feed, put } = open(t);
  await put([book(1, '하나')]);
  feed.endSnapshot();
  feed.beginSnapshot();
  const last = feed.readLastChange();
  await put([book(2, '둘')]);
  assert.equal(feed.readLastChange(), last);
  assert.equal([...feed.eachEntry(10)].length, 1);
  feed.endSnapshot();
  assert.ok(feed.readLastChange() > last);
  assert.equal([...feed.eachEntry(10)].length, 2);
});
