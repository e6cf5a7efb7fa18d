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

test('items that changed stand there by number, with their words where those changed', async (t) => {
  const { feed, put } = open(t);
  assert.equal(feed.readLastChange(), 0);
  assert.deepEqual([...feed.eachChange(0)], []);
  const empty = feed.readVersion();
  await put([book(3, '셋'), book(1, '하나'), book(2, '둘')]);
  assert.notEqual(feed.readVersion(), empty);
  assert.deepEqual(idsOf(feed.eachChange(0)), [1, 2, 3]);
  const last = feed.readLastChange();
  assert.equal(feed.readVersion(), feed.readVersion(), 'nothing was committed in between');

  await put([
    book(1, '하나 새 판'),
    { kind: 'patch', itemId: 3, salePrice: 1 },
    { kind: 'remove', itemId: 2 },
  ]);
  const later = [...feed.eachChange(last)];
  assert.deepEqual(
    later.map(({ itemId, figures, document }) => [itemId, figures !== null, document !== null]),
    [
      [1, true, true],
      [2, false, false],
      [3, true, false],
    ],
  );
  assert.deepEqual(idsOf(feed.eachChange(0)), [1, 2, 3]);
  assert.deepEqual([...feed.eachChange(feed.readLastChange())], []);
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
