import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../../src/catalog/item.ts';
import { createItemWriter } from '../../src/catalog/item-writer.ts';
import { type CatalogSnapshot, createChangeFeed } from '../../src/search/change-feed.ts';
import type { SqlDatabase, Writer } from '../../src/sql-database.ts';
import { onBothDatabases } from '../store/sql/both-databases.ts';
import { searchItem } from './search-item.ts';

/** Writes items, and removes others, in one commit. */
function commit(database: SqlDatabase, items: readonly Item[], gone: readonly number[] = []): Promise<void> {
  return database.transaction(async (writer: Writer) => {
    const { load, put, remove, write } = createItemWriter(writer);
    await load([...items.map(({ itemId }) => itemId), ...gone]);
    for (const item of items) put(item, false);
    for (const itemId of gone) remove(itemId);
    await write();
  });
}

const all = async <T>(portions: AsyncIterable<Iterable<T>>) =>
  (await Array.fromAsync(portions)).flatMap((portion) => [...portion]);
const changesOf = async ({ changes }: CatalogSnapshot, after: number) =>
  (await all(changes(after))).map(({ itemId, figures, document }) => [
    itemId,
    figures?.salePrice ?? null,
    document !== null,
  ]);

const item = (itemId: number, title: string, more: Partial<Item> = {}) =>
  searchItem(itemId, { title, isbn13: `978893643459${itemId}`, ...more });

onBothDatabases('what the search index reads', (adapter, newDatabase) => {
  test(`${adapter}: items that changed stand there by number, with their words where those changed`, async (t) => {
    const { catalog } = await newDatabase(t);
    const feed = createChangeFeed(catalog);
    const changesAfter = (after: number) => feed.snapshot((catalogue) => changesOf(catalogue, after));
    assert.equal((await feed.readState()).lastChange, 0);
    assert.deepEqual(await changesAfter(0), []);
    await commit(catalog, [item(3, '셋'), item(1, '하나'), item(2, '둘')]);
    const { lastChange } = await feed.readState();
    assert.deepEqual(
      await changesAfter(0),
      [1, 2, 3].map((itemId) => [itemId, 0, true]),
    );
    await commit(catalog, [item(1, '하나 새 판'), item(3, '셋', { salePrice: 9.5 })], [2]);
    assert.deepEqual(await changesAfter(lastChange), [
      [1, 0, true],
      [2, null, false],
      [3, 9.5, false],
    ]);
    assert.deepEqual(await changesAfter((await feed.readState()).lastChange), []);
  });

  test(`${adapter}: a snapshot hides later commits`, async (t) => {
    const { catalog, open } = await newDatabase(t);
    const feed = createChangeFeed(catalog);
    await commit(catalog, [item(1, '하나')]);
    await feed.snapshot(async (catalogue) => {
      await commit(open().catalog, [item(2, '둘')]);
      assert.ok((await feed.readState()).lastChange > catalogue.state.lastChange);
      assert.equal((await changesOf(catalogue, 0)).length, 1);
      assert.equal((await all(catalogue.entries())).length, 1);
    });
    assert.equal((await feed.snapshot(({ entries }) => all(entries()))).length, 2);
  });

  test(`${adapter}: an item is found by its number and ISBN, no item by an empty one`, async (t) => {
    const { catalog } = await newDatabase(t);
    const { findNamed } = createChangeFeed(catalog);
    await commit(catalog, [item(1, '하나'), item(2, '둘', { isbn13: '', isbn10: '8936434594' })]);
    for (const [itemId, isbn13, isbn10, ...found] of [
      [1, '', '', 1],
      [null, '9788936434591', '', 1],
      [null, '', '8936434594', 2],
      [2, '9788936434591', '', 1, 2],
      [3, '', ''],
    ] as const)
      assert.deepEqual([...(await findNamed({ itemId, isbn13, isbn10 }))].sort(), found);
  });
});
