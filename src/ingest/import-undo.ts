import { insertAuditLine } from '../base/audit-line.ts';
import type { Item } from '../catalog/item.ts';
import { createItemWriter } from '../catalog/item-writer.ts';
import { moveRevision } from '../catalog/revision.ts';
import type { Clock } from '../clock.ts';
import { message } from '../messages/messages.ts';
import { createLedgerUndo, type OrdersUndone } from '../rankings/ledger/ledger-undo.ts';
import type { Reader, SqlDatabase, Writer } from '../sql-database.ts';
import { type BatchRow, createRowBatch, type RowBatch } from '../store/row-batch.ts';
import {
  digestOf,
  readRecordedChanges,
  recordChanges,
  type UndoChange,
  UndoDataDamaged,
  type UndoRecorder,
} from '../store/undo-log.ts';
import { AUTHORS, CATEGORIES } from './apply/category-check.ts';
import type { FeedSummary, Reason } from './feed-record.ts';
import { closeEntry, emptySummary, NOTHING_FOUND, openEntry } from './import-log.ts';

export interface UndoOptions {
  readonly catalog: Pick<SqlDatabase, 'begin'>;
  readonly clock: Clock;
}

export interface UndoRequest {
  readonly importId: number;
  readonly actor: string;
  /** Undo even if records were changed later. */
  readonly force: boolean;
  /** Only report what would happen. */
  readonly dryRun: boolean;
}

export type UndoOutcome =
  /** `force` overrides a conflict. */
  | { readonly kind: 'impossible' | 'conflict'; readonly reason: Reason }
  | {
      readonly kind: 'undone';
      /** The undo's entry in the import log, so that it can be undone, too; null for a dry run. */
      readonly importId: number | null;
      /** `added` = restored records, `changed` = records with their previous content, `remove` = records added by the import. */
      readonly summary: FeedSummary;
      /** Null if the import added no order lines and no cancellations. */
      readonly orders: OrdersUndone | null;
    };

/**
 * Restores the records that an import changed or removed, and removes the records and order lines that it added
 * (docs/feeds.md#undo). One transaction with an entry in the log, like an import. Blocks its thread, so don't call it on a
 * server's main thread.
 */
export async function undoImport(
  { catalog, clock }: UndoOptions,
  request: UndoRequest,
): Promise<UndoOutcome> {
  await using transaction = await catalog.begin({ lock: 'catalogue', waitMs: Number.POSITIVE_INFINITY });
  try {
    const outcome = await undoWithin(transaction, request, clock);
    if (outcome.kind === 'undone' && outcome.importId !== null) await transaction.commit();
    return outcome;
  } catch (error) {
    if (!(error instanceof UndoDataDamaged)) throw error;
    return { kind: 'impossible', reason: message('undo.damaged') };
  }
}

async function undoWithin(
  sql: Writer,
  { importId, actor, force, dryRun }: UndoRequest,
  clock: Clock,
): Promise<UndoOutcome> {
  const impossible = await whyImpossible(sql, importId);
  if (impossible !== null) return { kind: 'impossible', reason: impossible };
  const entry = await openEntry(sql, { name: `undo ${importId}`, actor, bytes: null }, clock.nowMs());
  const undo = recordChanges(sql, ['import', entry], clock.nowMs());
  const restored = await restoreChanges(sql, importId, clock, undo);
  await undo.end();
  const { summary, orders, conflicts } = restored;
  if (restored.isEmpty) return { kind: 'impossible', reason: message('undo.notKept') };
  if (conflicts > 0 && !force)
    return { kind: 'conflict', reason: message('undo.changedLater', { count: conflicts }) };
  // Undoing an undo: the import that it had undone is in force again.
  await sql.query('UPDATE import_log SET undone_by = NULL WHERE undone_by = $1', [importId]);
  await sql.query('UPDATE import_log SET undone_by = $1 WHERE import_id = $2', [entry, importId]);
  await sql.query('UPDATE import_log SET undo_of = $1 WHERE import_id = $2', [importId, entry]);
  await moveRevision(sql);
  const end = { ...NOTHING_FOUND, outcome: 'imported', bytes: null, endedAtMs: clock.nowMs() } as const;
  await closeEntry(sql, entry, end, summary);
  await insertAuditLine(sql, 'catalogue_audit', {
    atMs: end.endedAtMs,
    actor,
    action: 'feed.undone',
    target: 'feed',
    detail: { import: importId, ...(force && { forced: true }) },
  });
  return { kind: 'undone', importId: dryRun ? null : entry, summary, orders };
}

async function whyImpossible({ query }: Reader, importId: number): Promise<Reason | null> {
  const find = 'SELECT undone_by AS "undoneBy" FROM import_log WHERE import_id = $1';
  const [entry] = await query<{ undoneBy: number | null }>(find, [importId]);
  if (entry === undefined) return message('undo.noImport', { importId });
  const { undoneBy } = entry;
  return undoneBy === null ? null : message('undo.undoneBefore', { importId, undoneBy: String(undoneBy) });
}

/** Restores records to their content before an import, its last changes first. Overrides, names and numbers stay. */
async function restoreChanges(sql: Writer, importId: number, clock: Clock, undo: UndoRecorder) {
  const summary = emptySummary();
  const items = createItemWriter(sql, undo);
  const rows = {
    author: createRowBatch(sql, AUTHORS, undo),
    category: createRowBatch(sql, CATEGORIES, undo),
  };
  const ledger = createLedgerUndo(sql, clock, undo);
  /** Records with changes in two chunks are restored twice, but counted once. */
  const counted = new Set<string>();
  const conflicts = new Set<string>();
  let isEmpty = true;
  const count = (kind: 'item' | 'author' | 'category', { key }: UndoChange, restored: Restored) => {
    const name = `${kind} ${key}`;
    isEmpty = false;
    if (restored.isConflict) conflicts.add(name);
    if (counted.has(name) || restored.outcome === 'unchanged') return;
    counted.add(name);
    if (restored.outcome === 'removed') summary.remove.changed++;
    else summary[kind][restored.outcome]++;
  };
  for await (const chunk of readRecordedChanges(sql, ['import', importId])) {
    const changes = Map.groupBy(chunk, ({ table }) => table);
    const ofItems = changes.get('item') ?? [];
    await items.load(ofItems.map(({ key }) => Number(key)));
    for (const change of ofItems) count('item', change, restoreItem(items, change));
    await items.write();
    for (const kind of ['author', 'category'] as const) {
      const ofRows = changes.get(kind) ?? [];
      await rows[kind].load(ofRows.map(({ key }) => [key as string | number]));
      for (const change of ofRows) count(kind, change, restoreRow(rows[kind], change));
      await rows[kind].write();
    }
    await ledger.restore(chunk);
    await undo.cut();
  }
  const orders = await ledger.finish();
  summary.sale.changed = orders?.lines ?? 0;
  return { summary, orders, isEmpty: isEmpty && orders === null, conflicts: conflicts.size };
}

interface Restored {
  readonly outcome: 'added' | 'changed' | 'unchanged' | 'removed';
  readonly isConflict: boolean;
}

function restoreItem(
  items: ReturnType<typeof createItemWriter>,
  { key, before, after }: UndoChange,
): Restored {
  const known = items.find(Number(key));
  const isConflict = digestOf(known && JSON.stringify(known.fed)) !== after;
  if (before === null) return { isConflict, outcome: items.remove(Number(key)) ? 'removed' : 'unchanged' };
  return { isConflict, outcome: items.put(before as Item, false).outcome };
}

function restoreRow(rows: RowBatch, { key, before, after }: UndoChange): Restored {
  const now = rows.find(key as string | number);
  const isConflict = digestOf(now && JSON.stringify(now)) !== after;
  if (before === null)
    return { isConflict, outcome: rows.remove(key as string | number) ? 'removed' : 'unchanged' };
  return { isConflict, outcome: rows.put(before as BatchRow).outcome };
}
