import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CatalogSnapshot, createChangeFeed } from '../../src/search/change-feed.ts';
import { openCatalogDatabase } from '../../src/store/sqlite/catalog-database.ts';
import { feedKit } from '../ingest/feed-kit.ts';
import { book } from '../support/small-shop.ts';
import type { Cleanup } from '../support/temp-dir.ts';

const all = async <T>(portions: AsyncIterable<Iterable<T>>) =>
  (await Array.fromAsync(portions)).flatMap((portion) => [...portion]);
const changesOf = async ({ changes }: CatalogSnapshot, after: number) =>
  (await all(changes(after))).map(({ itemId, figures, document }) => [
    itemId,
    figures !== null,
    document !== null,
  ]);

/** A feed of an empty catalogue, and a way to import records with one commit, which the feed can see afterwards. */
function open(t: Cleanup) {
  const kit = feedKit(t);
  const database = openCatalogDatabase(kit.path);
  t.after(() => database[Symbol.dispose]());
  const put = (records: readonly object[]) => kit.import(records, { force: true });
  return { feed: createChangeFeed(database), put };
}

test('items that changed stand there by number, with their words where those changed', async (t) => {
  const { feed, put } = open(t);
  const changesAfter = (after: number) => feed.snapshot((catalogue) => changesOf(catalogue, after));
  const empty = await feed.readState();
  assert.equal(empty.lastChange, 0);
  assert.deepEqual(await changesAfter(0), []);
  await put([book(3, '셋'), book(1, '하나'), book(2, '둘')]);
  const { lastChange, revision, catalogue } = await feed.readState();
  assert.ok(revision > empty.revision);
  assert.equal(catalogue, empty.catalogue);
  assert.deepEqual(
    await changesAfter(0),
    [1, 2, 3].map((itemId) => [itemId, true, true]),
  );

  await put([
    book(1, '하나 새 판'),
    { kind: 'patch', itemId: 3, salePrice: 1 },
    { kind: 'remove', itemId: 2 },
  ]);
  assert.deepEqual(await changesAfter(lastChange), [
    [1, true, true],
    [2, false, false],
    [3, true, false],
  ]);
  assert.deepEqual(await changesAfter((await feed.readState()).lastChange), []);
});

test('a snapshot hides later commits', async (t) => {
  const { feed, put } = open(t);
  await put([book(1, '하나')]);
  await feed.snapshot(async (catalogue) => {
    await put([book(2, '둘')]);
    assert.ok((await feed.readState()).lastChange > catalogue.state.lastChange);
    assert.equal((await changesOf(catalogue, 0)).length, 1);
    assert.equal((await all(catalogue.entries())).length, 1);
  });
  assert.equal((await feed.snapshot(({ entries }) => all(entries()))).length, 2);
});
