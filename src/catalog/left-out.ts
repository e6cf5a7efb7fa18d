import type { KstDay } from '../clock.ts';
import type { Reader } from '../sql-database.ts';
import { type ChangeMark, markOf } from './change-numbers.ts';
import { perRevision, type Revision } from './revision.ts';

/** What lists leave out of what was published (docs/lists.md#visible-items). Another object whenever that changes. */
export interface LeftOut {
  readonly isNothing: boolean;
  has(itemId: number): boolean;
}

/**
 * The items that are withheld or gone, kept in memory: after the first time, only what was hidden or shown since is read, so that no
 * list has to ask for each of its items.
 */
export function createLeftOut(sql: Reader, revision: Revision) {
  let followed: ReturnType<typeof followHidden> | null = null;
  return {
    hidden: perRevision(revision, async () => {
      const known = await markOf(sql, followed?.last().no ?? 0);
      // Another catalogue, or one that was set back.
      if (followed?.last().mark !== known.mark) followed = followHidden(sql, await markOf(sql, 0));
      return followed.now();
    }),
    /** Of deals, all items but those whose deal lasts on a day. */
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
  /** Null once it is gone. */
  readonly withheld: number | null;
}

/** The hidden items of one catalogue, from before its first change. */
function followHidden(sql: Reader, start: ChangeMark) {
  const items = new Set<number>();
  let last = start;
  let leftOut: LeftOut = { isNothing: true, has: () => false };
  return {
    /** The last change that is in it. */
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
      // Two may ask at once, and the later answer come first.
      for (const { item_id, withheld } of changes.filter(({ shown_no }) => shown_no > last.no))
        if (withheld === 0) items.delete(item_id);
        else items.add(item_id);
      if (read.no > last.no) last = read;
      leftOut = { isNothing: items.size === 0, has: (itemId) => items.has(itemId) };
      return leftOut;
    },
  };
}
