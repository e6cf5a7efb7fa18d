import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { visitItems } from '../../../src/store/sqlite/visit-items.ts';

/** A table of so many items, whose numbers are the multiples of 3. */
function tableOf(items: number): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE item (item_id INTEGER PRIMARY KEY, title TEXT)');
  db.prepare(`
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1)
    INSERT INTO item SELECT 3 * n, 'title ' || n FROM number WHERE n <= ?1`).run(items);
  return db;
}

// None, one, and numbers on both sides of a multiple of the rows that are read at once.
for (const items of [0, 1, 19_999, 20_000, 20_001, 40_000]) {
  test(`${items} items are visited once each, by ascending number`, () => {
    const visited: unknown[] = [];
    visitItems(tableOf(items), { from: 'item', columns: ['title'] }, (itemId, title) => {
      visited.push(`${itemId} ${title}`);
    });
    assert.deepEqual(
      visited,
      Array.from({ length: items }, (_, at) => `${3 * (at + 1)} title ${at + 1}`),
    );
  });
}

test('a second visit on the same connection calls its own function', () => {
  const db = tableOf(2);
  visitItems(db, { from: 'item', columns: [] }, () => {});
  const visited: unknown[] = [];
  visitItems(db, { from: 'item', columns: ['title'] }, (...row) => visited.push(row));
  assert.deepEqual(visited, [
    [3, 'title 1'],
    [6, 'title 2'],
  ]);
});
