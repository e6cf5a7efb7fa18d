import type { DatabaseSync } from 'node:sqlite';
import { readChanges } from '../../sqlite/changeset.ts';

/** Above this a follower needs more than a moment, and calls would fail that wait for it. */
const ITEMS_MAX = 5_000;

/** What operators decide of items, and the column that says so: a feed changes only what stands beside it. */
const DECISIONS = 'item_override';
const PATCH = 1;

/**
 * Tells from the changesets of a commit whether every instance has to show it with its next answer: where an operator decided
 * something of an item, and where few enough items change and one of them is withheld or removed that was shown
 * (docs/machines.md#many-machines).
 */
export function createUrgency(db: DatabaseSync) {
  const columns = db.prepare('PRAGMA table_info(item)').all();
  const withheldAt = columns.findIndex(({ name }) => name === 'withheld');
  let items = 0;
  let hides = false;
  let decides = false;
  return {
    look(changeset: Uint8Array): void {
      if (decides || items > ITEMS_MAX || !namesItems(changeset)) return;
      for (const { table, before, after } of readChanges(changeset)) {
        if (table === DECISIONS) decides ||= (after ?? before)?.[PATCH] !== undefined;
        if (table !== 'item') continue;
        items += 1;
        hides ||= after === null || (before !== null && after[withheldAt] === 1);
        if (items > ITEMS_MAX) return;
      }
    },
    isUrgent: () => decides || (hides && items <= ITEMS_MAX),
  };
}

/** Whether it is worth reading: order lines by the million are not. */
function namesItems(changeset: Uint8Array): boolean {
  const bytes = Buffer.from(changeset.buffer, changeset.byteOffset, changeset.byteLength);
  return ['item', DECISIONS].some((table) => bytes.includes(`${table}\0`));
}
