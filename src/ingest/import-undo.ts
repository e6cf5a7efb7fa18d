import type { DatabaseSync } from 'node:sqlite';
import { createItemWriter, fedItemOf, type KnownItem } from '../catalog/item-writer.ts';
import type { Clock } from '../clock.ts';
import { message } from '../messages/messages.ts';
import { createLedgerRows, type OrdersUndone } from '../rankings/ledger/ledger-months.ts';
import {
  type ChangedValues,
  cutRecordings,
  keepChanges,
  type RowChange,
  readKeptChanges,
} from '../store/sqlite/changeset.ts';
import { createRowWriter } from '../store/sqlite/rows.ts';
import type { FeedSummary } from './feed-record.ts';
import { type ImportSessionOptions, openImportSession } from './feed-store.ts';
import { closeEntry, emptySummary, NOTHING_FOUND, openEntry, UNDONE_TABLES } from './import-log.ts';
import type { Reason } from './reason.ts';

export interface UndoRequest {
  readonly importId: number;
  /** Who asks, as in the import log. */
  readonly actor: string;
  /** Undo although the same records were changed later. */
  readonly force: boolean;
  /** Only report what an undo would do. */
  readonly dryRun: boolean;
}

/** What became of a request to undo an import. */
export type UndoOutcome =
  /** `kind` says whether `force` would help. */
  | { readonly kind: 'impossible' | 'conflict'; readonly reason: Reason }
  | {
      readonly kind: 'undone';
      /** The undo's own entry in the import log, by which it can be undone itself; null for a dry run. */
      readonly importId: number | null;
      /** `added` = records that are back, `changed` = records as they were, `remove` = items that are gone again. */
      readonly summary: FeedSummary;
      /** Null when the import added no order lines and no cancellations. */
      readonly orders: OrdersUndone | null;
    };

/**
 * Puts back the item, author and category records that an import changed or removed, removes those that it added, and takes its
 * order lines and cancellations out of the ledger (docs/feeds.md#undo). Everything at once or nothing, like an import, with an
 * entry of its own in the log. Blocks its thread, on a connection of its own: not for a thread that answers requests.
 */
export async function undoImport(options: ImportSessionOptions, request: UndoRequest): Promise<UndoOutcome> {
  const session = await openImportSession(options, null);
  try {
    const outcome = undoWithin(session.db, request, options.clock);
    if (outcome.kind === 'undone' && outcome.importId !== null) await session.turn.commit();
    return outcome;
  } finally {
    await session.close();
  }
}

/** Restores what the import changed and notes that in the log. The caller keeps it or rolls it back. */
function undoWithin(
  db: DatabaseSync,
  { importId, actor, force, dryRun }: UndoRequest,
  clock: Clock,
): UndoOutcome {
  const impossible = whyImpossible(db, importId);
  if (impossible !== null) return { kind: 'impossible', reason: impossible };
  const entry = openEntry(db, { name: `undo ${importId}`, actor, bytes: null }, clock.nowMs());
  const kept = keepChanges(db, ['import', entry], clock.nowMs(), UNDONE_TABLES);
  const restored = restoreChanges(db, readKeptChanges(db, ['import', importId]), clock);
  kept.end();
  const { summary, orders, conflicts } = restored;
  if (restored.isEmpty) return { kind: 'impossible', reason: message('undo.notKept') };
  if (conflicts > 0 && !force)
    return { kind: 'conflict', reason: message('undo.changedLater', { count: conflicts }) };
  // Undoing an undo leaves its import as if nobody had touched it.
  db.prepare('UPDATE import_log SET undone_by = NULL WHERE undone_by = ?').run(importId);
  db.prepare('UPDATE import_log SET undone_by = ? WHERE import_id = ?').run(entry, importId);
  db.prepare('UPDATE import_log SET undo_of = ? WHERE import_id = ?').run(importId, entry);
  db.exec('UPDATE catalog_state SET revision = revision + 1');
  const end = { ...NOTHING_FOUND, outcome: 'imported', bytes: null, endedAtMs: clock.nowMs() } as const;
  closeEntry(db, entry, end, summary);
  return { kind: 'undone', importId: dryRun ? null : entry, summary, orders };
}

function whyImpossible(db: DatabaseSync, importId: number): Reason | null {
  const row = db.prepare('SELECT undone_by FROM import_log WHERE import_id = ?').get(importId);
  if (row === undefined) return message('undo.noImport', { importId });
  if (row.undone_by === null) return null;
  return message('undo.undoneBefore', { importId, undoneBy: String(row.undone_by) });
}

/**
 * Puts rows back as they were before the recorded changes, of which `parts` gives the last ones first, within the caller's
 * transaction. An operator's overrides stand. What nobody decides or sends stays as it is: names, revisions, numbers of changes.
 * `conflicts` counts records that somebody changed after the import, `isEmpty` says that there was nothing to put back.
 */
function restoreChanges(db: DatabaseSync, parts: Iterable<readonly RowChange[]>, clock: Clock) {
  const summary = emptySummary();
  const items = createItemWriter(db);
  const rows = {
    author: createRowWriter(db, 'author'),
    category: createRowWriter(db, 'category'),
  };
  const ledger = createLedgerRows(db, clock);
  /** A record that was changed in two parts is put back twice but counted once. */
  const counted = new Set<string>();
  const conflicts = new Set<string>();
  let isEmpty = true;
  const count = (kind: 'item' | 'author' | 'category', key: unknown, restored: Restored) => {
    const name = `${kind} ${key}`;
    isEmpty = false;
    if (restored.isConflict) conflicts.add(name);
    if (counted.has(name) || restored.outcome === 'unchanged') return;
    counted.add(name);
    if (restored.outcome === 'removed') summary.remove.changed++;
    else summary[kind][restored.outcome]++;
  };
  for (const part of parts) {
    for (const [itemId, fed] of fedChanges(part)) count('item', itemId, restoreItem(items, itemId, fed));
    items.tellSearch();
    for (const change of part) {
      const { table } = change;
      if (table === 'author' || table === 'category')
        count(table, (change.before ?? change.after)?.[0], restoreRow(rows[table], change));
      else ledger.restore(change);
      cutRecordings(db);
    }
  }
  const orders = ledger.finish();
  summary.sale.changed = orders?.lines ?? 0;
  return { summary, orders, isEmpty: isEmpty && orders === null, conflicts: conflicts.size };
}

interface Restored {
  readonly outcome: 'added' | 'changed' | 'unchanged' | 'removed';
  /** Whether the record isn't what the import had made of it. */
  readonly isConflict: boolean;
}

/** Columns of item and item_override (src/store/schema/catalogue.sql). */
const DATA = 1;
const FED = 2;

/**
 * What the feed changed of items, as JSON; null where an item wasn't there. Of an overridden one it is in the override, and the item
 * holds what was in force.
 */
function fedChanges(part: readonly RowChange[]) {
  const changes = new Map<number, Record<'before' | 'after', string | null>>();
  for (const { table, before, after } of part) {
    const isOverride = table === 'item_override' && before !== null && after?.[FED] !== undefined;
    const itemId = Number((before ?? after)?.[0]);
    if (!isOverride && (table !== 'item' || changes.has(itemId))) continue;
    const at = isOverride ? FED : DATA;
    const textOf = (value: ChangedValues[number]) => (typeof value === 'string' ? value : null);
    changes.set(itemId, { before: textOf(before?.[at]), after: textOf(after?.[at]) });
  }
  return changes;
}

function restoreItem(
  items: ReturnType<typeof createItemWriter>,
  itemId: number,
  { before, after }: Record<'before' | 'after', string | null>,
): Restored {
  const isConflict = (known: KnownItem | null) =>
    (known === null ? null : JSON.stringify(fedItemOf(known))) !== after;
  if (before === null) {
    const known = items.find(itemId);
    return { isConflict: isConflict(known), outcome: items.remove(itemId) ? 'removed' : 'unchanged' };
  }
  const put = items.put(JSON.parse(before), false);
  return { isConflict: isConflict(put.before), outcome: put.outcome };
}

/** Columns that the import left alone stay as they are now. */
function restoreRow(rows: ReturnType<typeof createRowWriter>, { before, after }: RowChange): Restored {
  const key = [(before ?? after)?.[0] ?? null];
  const now = rows.find(key);
  const isConflict =
    after === null
      ? now !== null
      : now === null || after.some((value, at) => value !== undefined && value !== now[at]);
  if (before === null) return { isConflict, outcome: rows.remove(key) ? 'removed' : 'unchanged' };
  // Gone since: there is no whole row to put back.
  if (after !== null && now === null) return { isConflict, outcome: 'unchanged' };
  const row = before.map((value, at) => (value === undefined ? (now?.[at] ?? null) : value));
  return { isConflict, outcome: rows.put(row).outcome };
}
