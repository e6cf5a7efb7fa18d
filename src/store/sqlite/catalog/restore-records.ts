import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';
import type { FeedSummary } from '../../../ingest/feed-record.ts';
import type { OrdersUndone } from '../../../ingest/import-undo.ts';
import { createLedgerRows, type LedgerRows } from '../rankings/ledger-rows.ts';
import { createRowWriter } from '../row-writer.ts';
import { CATEGORY_COLUMNS } from './category-check.ts';
import { AUTHOR_COLUMNS } from './feed-applier.ts';
import { emptySummary } from './import-log.ts';
import { createItemWriter, fedItemOf, type KnownItem } from './item-writer.ts';
import type { UndoJournal, UndoRecord } from './undo-journal.ts';

/**
 * Puts records back as they were, the last change first, within the caller's transaction. `journal` keeps what they are until
 * then, so that this can be undone, too. The summary counts records, not changes: what is back, as before, or gone again.
 */
export function restoreRecords(
  db: DatabaseSync,
  records: Iterable<UndoRecord>,
  journal: UndoJournal | null,
  clock: Clock,
): { readonly summary: FeedSummary; readonly orders: OrdersUndone | null } {
  const summary = emptySummary();
  let ledger: LedgerRows | null = null;
  const items = createItemRestorer(db, journal);
  const authors = createRowWriter(db, 'author', AUTHOR_COLUMNS);
  const categories = createRowWriter(db, 'category', CATEGORY_COLUMNS);
  /** A record that an import changed twice is put back twice but counted once. */
  const counted = new Set<string>();
  const count = (name: string, kind: 'item' | 'author' | 'category', outcome: Restored) => {
    if (counted.has(name) || outcome === 'unchanged') return;
    counted.add(name);
    if (outcome === 'removed') summary.remove.changed++;
    else summary[kind][outcome]++;
  };
  for (const record of records) {
    if (record[0] === 'ledger' || record[0] === 'ledger-gone') {
      ledger ??= createLedgerRows(db, clock);
      journal?.add(restoreLedger(ledger, record));
      continue;
    }
    const [kind, key, image] = record;
    if (kind === 'item') count(`item ${key}`, kind, items.restore(key, image));
    else {
      const rows = kind === 'author' ? authors : categories;
      const before = rows.find(key);
      if (kind === 'author') journal?.add(['author', key, before]);
      else journal?.add(['category', key, before]);
      const removed = () => (rows.remove(key) ? 'removed' : 'unchanged');
      count(`${kind} ${key}`, kind, image === null ? removed() : rows.put([...image]).outcome);
    }
  }
  items.finish();
  const orders = ledger?.finish() ?? null;
  summary.sale.changed = orders?.lines ?? 0;
  return { summary, orders };
}

/** Does the reverse of what a record says, and returns the record of that. */
function restoreLedger(
  ledger: LedgerRows,
  record: Extract<UndoRecord, readonly ['ledger' | 'ledger-gone', ...unknown[]]>,
): UndoRecord {
  return record[0] === 'ledger'
    ? ['ledger-gone', record[1], ledger.take(record[1], record[2])]
    : ['ledger', record[1], ledger.put(record[1], record[2])];
}

type Restored = 'added' | 'changed' | 'unchanged' | 'removed';

function createItemRestorer(db: DatabaseSync, journal: UndoJournal | null) {
  const writer = createItemWriter(db);
  return {
    /** An operator's decisions about the item stand. */
    restore(itemId: number, image: KnownItem | null): Restored {
      journal?.add(['item', itemId, writer.find(itemId)]);
      if (image === null) return writer.remove(itemId) ? 'removed' : 'unchanged';
      return writer.put(fedItemOf(image), false).outcome;
    },
    finish: writer.tellSearch,
  };
}
