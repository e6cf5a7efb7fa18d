import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { memoizeLast } from '../base/memoize-last.ts';
import type { KstDay } from '../clock.ts';

/** What lists leave out of what was published (docs/lists.md#visible-items). Another object whenever that changes. */
export interface LeftOut {
  readonly isNothing: boolean;
  has(itemId: number): boolean;
}

/**
 * The items that are withheld or gone, kept in memory: after the first time, only what was hidden or shown since is read, so that no
 * list has to ask for each of its items. To be called within one state of the catalogue.
 */
export function createLeftOut(db: DatabaseSync) {
  const selectCatalogue = db.prepare('SELECT catalogue FROM catalog_state');
  const selectChanges = db.prepare(`
    SELECT s.item_id, s.shown_no, ifnull(i.withheld, 1) AS is_hidden
    FROM search_item AS s
    LEFT JOIN item AS i INDEXED BY item_rank ON i.item_id = s.item_id
    WHERE s.shown_no > ?
    ORDER BY s.shown_no`);
  const selectDeals = db.prepare(`
    SELECT item_id
    FROM item
    WHERE deal_until >= ?1 AND deal_from <= ?1 AND withheld = 0`);
  const of = memoizeLast((_catalogue: unknown) => hiddenSince(selectChanges));
  return {
    hidden: () => of(selectCatalogue.get()?.catalogue)(),
    /** Of deals, all items but those whose deal lasts on a day. */
    deals(day: KstDay): LeftOut {
      const lasting = new Set(selectDeals.all(day).map(({ item_id }) => item_id));
      return { isNothing: false, has: (itemId) => !lasting.has(itemId) };
    },
  };
}

function hiddenSince(changesSince: StatementSync): () => LeftOut {
  const items = new Set<number>();
  let lastNo = 0;
  let leftOut: LeftOut = { isNothing: true, has: () => false };
  return () => {
    const changes = changesSince.all(lastNo);
    for (const { item_id, shown_no, is_hidden } of changes) {
      if (is_hidden === 1) items.add(Number(item_id));
      else items.delete(Number(item_id));
      lastNo = Number(shown_no);
    }
    if (changes.length > 0) leftOut = { isNothing: items.size === 0, has: (itemId) => items.has(itemId) };
    return leftOut;
  };
}
