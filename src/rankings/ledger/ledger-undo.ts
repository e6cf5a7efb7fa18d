import { type Clock, formatKstMonth, type KstMonth } from '../../clock.ts';
import type { Writer } from '../../sql-database.ts';
import { type BatchRow, createRowBatch, type Key, type KeyedTable } from '../../store/row-batch.ts';
import type { UndoChange, UndoRecorder } from '../../store/undo-log.ts';
import { createLedgerMonths, monthOfSale } from './ledger-months.ts';
import { findSales, RETURNS, SALES } from './ledger-rows.ts';

export interface OrdersUndone {
  readonly lines: number;
  /** Months, as yyyy-MM, that the next tally counts again. */
  readonly openMonths: readonly string[];
  /** Months whose published lists don't change until an operator restates them. */
  readonly closedMonths: readonly string[];
}

/** Removes and restores rows of the ledger, within the caller's transaction (docs/feeds.md#undo). */
export function createLedgerUndo(sql: Writer, clock: Clock, undo: UndoRecorder) {
  const months = new Set<KstMonth>();
  let isTouched = false;
  let lines = 0;

  async function noteMonths(keys: readonly Key[]): Promise<void> {
    for (const { sold_at_ms } of await findSales(sql, keys)) months.add(monthOfSale(sold_at_ms));
  }

  /** Returns the number of changed rows. A removed row that was sent again meanwhile stays as it is. */
  async function restoreRows(table: KeyedTable, part: readonly UndoChange[]): Promise<number> {
    const changes = part.filter((change) => change.table === table.name);
    const rows = createRowBatch(sql, table, undo);
    await rows.load(changes.map(keyOf));
    const restored = changes.filter((change) => {
      if (change.before === null) return rows.remove(...keyOf(change));
      return rows.find(...keyOf(change)) === null && rows.put(change.before as BatchRow);
    });
    await rows.write();
    return restored.length;
  }

  return {
    /** Removes added lines and returns, and restores removed lines and returns. Skips other tables. */
    async restore(part: readonly UndoChange[]): Promise<void> {
      const changes = part.filter(({ table }) => table === SALES.name || table === RETURNS.name);
      if (changes.length === 0) return;
      isTouched = true;
      const named = changes.map((change) => keyOf(change).slice(0, SALES.keyWidth));
      await noteMonths(named);
      lines += await restoreRows(SALES, changes);
      await restoreRows(RETURNS, changes);
      await noteMonths(named);
    },
    /** Makes the next tally count the open months again; lists of closed months stay. Null if nothing was undone. */
    async finish(): Promise<OrdersUndone | null> {
      if (!isTouched) return null;
      const { add, write } = await createLedgerMonths(sql, clock);
      const ascending = [...months].sort((a, b) => a - b);
      const touched = Map.groupBy(ascending, add);
      await write();
      const named = (which: 'added' | 'late') => (touched.get(which) ?? []).map(formatKstMonth);
      return { lines, openMonths: named('added'), closedMonths: named('late') };
    },
  };
}

function keyOf({ key }: UndoChange): Key {
  return key as Key;
}
