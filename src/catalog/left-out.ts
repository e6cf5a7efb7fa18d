import type { KstDay } from '../clock.ts';
import type { Reader } from '../sql-database.ts';
import { type ChangeMark, markOf } from './change-numbers.ts';
import { perRevision, type Revision } from './revision.ts';

/** The items that published lists leave out (docs/lists.md#visible-items). A new object for each change. */
export interface LeftOut {
  readonly isNothing: boolean;
  has(itemId: number): boolean;
}

/**
 * A cache of the withheld or deleted items. After the first load it reads only what was hidden or shown since, so that no list
 * has to query each of its items.
 */
export function createLeftOut(sql: Reader, revision: Revision) {
  let followed: ReturnType<typeof followHidden> | null = null;
  return {
    hidden: perRevision(revision, async () => {
      const known = await markOf(sql, followed?.last().no ?? 0);
      // The catalogue was replaced or restored.
      if (followed?.last().mark !== known.mark) followed = followHidden(sql, await markOf(sql, 0));
      return followed.now();
    }),
    /** For lists of deals: all items but those with a deal on a day. */
    deals: perRevision(revision, async (day: KstDay): Promise<LeftOut> => {
      const lasting = await sql.query<{ item_id: number }>(
        'SELECT item_id FROM item WHERE deal_until >= $1 AND deal_from <= $1 AND withheld = 0',
        [day],
      );
      const itemIds = new Set(lasting.map(({ item_id }) => item_id));
      return { isNothing: false, has: (itemId) => !itemIds.has(itemId) };
    }),
  };
}

interface Change {
  readonly item_id: number;
  readonly shown_no: number;
  /** Null once the item is deleted. */
  readonly withheld: number | null;
}

/** Follows one catalogue's hidden items by its change numbers, beginning before the first one. */
function followHidden(sql: Reader, start: ChangeMark) {
  const items = new Set<number>();
  let last = start;
  let leftOut: LeftOut = { isNothing: true, has: () => false };
  return {
    /** The position that it has read up to. */
    last: () => last,
    async now(): Promise<LeftOut> {
      const changes = await sql.query<Change>(
        `SELECT s.item_id, s.shown_no, i.withheld
         FROM search_item AS s
         LEFT JOIN item AS i ON i.item_id = s.item_id
         WHERE s.shown_no > $1
         ORDER BY s.shown_no`,
        [last.no],
      );
      const newest = changes.at(-1);
      if (newest === undefined) return leftOut;
      const read = await markOf(sql, newest.shown_no);
      // Two reads may overlap and arrive in the wrong order.
      for (const { item_id, withheld } of changes.filter(({ shown_no }) => shown_no > last.no))
        if (withheld === 0) items.delete(item_id);
        else items.add(item_id);
      if (read.no > last.no) last = read;
      leftOut = { isNothing: items.size === 0, has: (itemId) => items.has(itemId) };
      return leftOut;
    },
  };
}
