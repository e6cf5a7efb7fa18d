import type { Writer } from '../../sql-database.ts';

/** What an import's own source had last; the source is empty for the shop's own feeds, and only items of others have a row. */
const OF_SOURCE = `FROM item LEFT JOIN item_source ON item_source.item_id = item.item_id WHERE coalesce(source, '') = $1`;

/** Which items a feed names, and which source each item came from last, within the caller's transaction. */
export async function createFullFeed(sql: Writer, source: string) {
  const named = new Set<number>();
  const others = await sql.query('SELECT item_id FROM item_source LIMIT 1');
  const hasSources = source !== '' || others.length > 0;
  /** Items that the batch names. */
  let taken = new Set<number>();
  /** Sources of items that the batch removes. */
  let sources = new Map<number, string>();
  let isExpectingAll = false;
  let sourceItems: number | null = null;
  return {
    /** Reads the sources of items that are about to be removed, `atOnce` = before anything else is written. */
    async load(itemIds: readonly number[], atOnce: boolean): Promise<void> {
      if (!hasSources || itemIds.length === 0) return;
      if (sourceItems === null && atOnce) {
        // All items are looked through, so only in imports that remove any.
        const [row] = await sql.query<{ items: number }>(`SELECT count(*) AS items ${OF_SOURCE}`, [source]);
        sourceItems = row?.items ?? 0;
      }
      const rows = await sql.query<{ item_id: number; source: string }>(
        'SELECT item_id, source FROM item_source WHERE item_id = ANY ($1)',
        [itemIds],
      );
      sources = new Map(rows.map((row) => [row.item_id, row.source]));
    },

    /** Whether the items of the source have to be counted, which is done before the first of any is removed. */
    mustCount: () => hasSources && sourceItems === null,

    /** Whether an item that is about to be removed belongs to the source. */
    isOwn: (itemId: number): boolean =>
      !hasSources || taken.has(itemId) || (sources.get(itemId) ?? '') === source,

    /** Items of the source before the first removal; null when all items are its, or nothing was removed. */
    sourceItems: () => sourceItems,

    /** The feed is complete: what it doesn't name from now on is `unnamed`. */
    expectAll(): void {
      isExpectingAll = true;
    },

    /** Null = a name that no item has. */
    name(itemId: number | null): void {
      if (itemId === null) return;
      if (isExpectingAll) named.add(itemId);
      if (hasSources) taken.add(itemId);
    },

    /** Items of the source that a complete feed hasn't named; none of a feed that isn't complete. */
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
