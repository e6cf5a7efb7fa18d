import type { DatabaseSync } from 'node:sqlite';

/**
 * Which items a feed names, and which source each item came from last, within the caller's transaction. `source` is empty for
 * the shop's own feeds; only items of other sources have a row.
 */
export function createFullFeed(db: DatabaseSync, source: string) {
  const named = new Set<number>();
  const hasSources = source !== '' || db.prepare('SELECT 1 FROM item_source LIMIT 1').get() !== undefined;
  const put = db.prepare(`
    INSERT INTO item_source (item_id, source)
    VALUES (?, ?)
    ON CONFLICT (item_id) DO UPDATE SET source = excluded.source`);
  const drop = db.prepare('DELETE FROM item_source WHERE item_id = ?');
  const isOfSource = db.prepare(`
    SELECT 1
    FROM item LEFT JOIN item_source USING (item_id)
    WHERE item_id = ? AND coalesce(source, '') = ?`);
  const countOfSource = db.prepare(`
    SELECT count(*) AS items
    FROM item LEFT JOIN item_source USING (item_id)
    WHERE coalesce(source, '') = ?`);
  let isExpectingAll = false;
  let sourceItems: number | null = null;
  return {
    /** Whether an item that is about to be removed belongs to the source. */
    isOwn(itemId: number): boolean {
      if (!hasSources) return true;
      // All items are looked through, so only in imports that remove any.
      sourceItems ??= Number(countOfSource.get(source)?.items);
      return isOfSource.get(itemId, source) !== undefined;
    },

    /** Items of the source before the first removal; null when all items are its, or nothing was removed. */
    sourceItems: () => sourceItems,

    expectAll(): void {
      isExpectingAll = true;
    },

    /** Null = a name that no item has. */
    name(itemId: number | null): void {
      if (itemId === null) return;
      if (isExpectingAll) named.add(itemId);
      if (!hasSources) return;
      if (source === '') drop.run(itemId);
      else put.run(itemId, source);
    },

    /** Items of the source that a complete feed hasn't named; none of a feed that isn't complete. */
    unnamed(): readonly number[] {
      if (!isExpectingAll) return [];
      return db
        .prepare(`
          SELECT item_id
          FROM item LEFT JOIN item_source USING (item_id)
          WHERE coalesce(source, '') = ?
          ORDER BY item_id`)
        .all(source)
        .map((row) => Number(row.item_id))
        .filter((itemId) => !named.has(itemId));
    },
  };
}
