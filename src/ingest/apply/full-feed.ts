import type { Writer } from '../../sql-database.ts';

/** Items by their last source. Items without a row in item_source belong to the shop's main feeds, whose name is empty. */
const OF_SOURCE = `FROM item LEFT JOIN item_source ON item_source.item_id = item.item_id WHERE coalesce(source, '') = $1`;

/** Tracks which items a feed names, and each item's last source. */
export async function createFullFeed(sql: Writer, source: string) {
  const named = new Set<number>();
  const others = await sql.query('SELECT item_id FROM item_source LIMIT 1');
  const hasSources = source !== '' || others.length > 0;
  /** Items of this batch: they belong to this source from now on. */
  let taken = new Set<number>();
  /** Sources of the items that this batch removes. */
  let sources = new Map<number, string>();
  let isExpectingAll = false;
  let sourceItems: number | null = null;
  return {
    /** Reads the sources of items to be removed. `atOnce` = nothing was written yet, so the source's items are counted. */
    async load(itemIds: readonly number[], atOnce: boolean): Promise<void> {
      if (!hasSources || itemIds.length === 0) return;
      if (sourceItems === null && atOnce) {
        // This scans all items, so it runs only in imports that remove some.
        const [row] = await sql.query<{ items: number }>(`SELECT count(*) AS items ${OF_SOURCE}`, [source]);
        sourceItems = row?.items ?? 0;
      }
      const rows = await sql.query<{ item_id: number; source: string }>(
        'SELECT item_id, source FROM item_source WHERE item_id = ANY ($1)',
        [itemIds],
      );
      sources = new Map(rows.map((row) => [row.item_id, row.source]));
    },

    /** Whether the source's items must be counted now, before the first one is removed. */
    mustCount: () => hasSources && sourceItems === null,

    /** Whether an item to be removed belongs to this source. */
    isOwn: (itemId: number): boolean =>
      !hasSources || taken.has(itemId) || (sources.get(itemId) ?? '') === source,

    /** The number of the source's items before the first removal. Null if it owns all items, or nothing was removed. */
    sourceItems: () => sourceItems,

    expectAll(): void {
      isExpectingAll = true;
    },

    /** Null = the name has no item yet. */
    name(itemId: number | null): void {
      if (itemId === null) return;
      if (isExpectingAll) named.add(itemId);
      if (hasSources) taken.add(itemId);
    },

    /** The source's items that a complete feed hasn't named; empty for other feeds. */
    async unnamed(): Promise<readonly number[]> {
      if (!isExpectingAll) return [];
      const items = await sql.query<{ item_id: number }>(
        `SELECT item.item_id ${OF_SOURCE} ORDER BY item.item_id`,
        [source],
      );
      return items.map(({ item_id }) => item_id).filter((itemId) => !named.has(itemId));
    },

    async write(): Promise<void> {
      const itemIds = [...taken];
      taken = new Set();
      if (itemIds.length === 0) return;
      if (source === '') await sql.query('DELETE FROM item_source WHERE item_id = ANY ($1)', [itemIds]);
      else
        await sql.insert({
          into: 'item_source',
          columns: 'item_id bigint, source text',
          rows: itemIds.map((itemId) => [itemId, source]),
          conflict: 'ON CONFLICT (item_id) DO UPDATE SET source = excluded.source',
        });
    },
  };
}
