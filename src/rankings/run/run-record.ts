import type { DatabaseSync } from 'node:sqlite';
import { createChangeNumbers } from '../../catalog/change-numbers.ts';
import { type KstDay, kstDayOf } from '../../clock.ts';
import { type CatalogWrites, writeInTurn } from '../../store/sqlite/catalog-writes.ts';
import { prepareManyRows, rowOf, rowsOf, visitItems } from '../../store/sqlite/rows.ts';
import { sqliteWriter } from '../../store/sqlite/sql-statements.ts';
import type { Edition } from '../edition.ts';
import { NumberIndex } from '../number-index.ts';
import type { CountedFrom, RunCause, RunKind, TallyProgress } from '../schedule.ts';

export interface RunRecord {
  readonly kind: RunKind;
  readonly cause: RunCause;
  readonly outcome: 'published' | 'failed' | 'stopped';
  readonly startedAtMs: number;
  readonly elapsedMs: number;
  /** The last day counted; null when nothing was counted. */
  readonly untilDay: KstDay | null;
  /** How many were counted. */
  readonly months: number;
  /** How many were published. */
  readonly editions: number;
}

/** What one run publishes besides the editions that it has written. */
export interface Publication {
  readonly editions: readonly Edition[];
  /** Null for a refresh. */
  readonly tally: TallyResult | null;
  readonly run: RunRecord;
  readonly publishedAtMs: number;
  /** The revision of the catalogue that was read. */
  readonly catalogRevision: number;
}

export interface TallyResult extends CountedFrom {
  /** Items of the catalogue and their sales indices, in parallel; 0 = none from now on. */
  readonly itemIds: Float64Array;
  readonly salePoints: Float64Array;
}

/** Records what a run has published, within the caller's transaction: sales indices, how far the lists count, and the run. */
export async function recordPublication(db: DatabaseSync, publication: Publication): Promise<void> {
  const { editions, tally, publishedAtMs } = publication;
  if (tally !== null) {
    const count = db.prepare('UPDATE sale_month SET counted_until = ?, counted_revision = ? WHERE month = ?');
    for (const { kind, period, untilDay } of editions)
      if (kind === 'monthly') count.run(untilDay, tally.ledgerRevision, period);
    await replaceSalePoints(db, tally);
    db.prepare('UPDATE catalog_state SET tallied_until = ?, tallied_at_ms = ?, tallied_revision = ?').run(
      tally.untilDay,
      publishedAtMs,
      tally.ledgerRevision,
    );
  }
  insertRun(db, publication.run);
  await recordRefresh(db, publication);
}

/**
 * Records what was refreshed. A tally changes the sales indices of the catalogue, which is no reason to refresh
 * again; an import since the catalogue was read is one.
 */
async function recordRefresh(
  db: DatabaseSync,
  { tally, publishedAtMs, catalogRevision }: Publication,
): Promise<void> {
  await numberDeals(db, publishedAtMs);
  const isTallied = Number(tally !== null);
  db.prepare(`
    UPDATE catalog_state
    SET refreshed_at_ms = ?1, refreshed_revision = ?2 + iif(revision = ?2, ?3, 0), revision = revision + ?3`).run(
    publishedAtMs,
    catalogRevision,
    isTallied,
  );
}

/**
 * Numbers the items whose deal has begun or ended since the last run, however long ago that was: their price has changed
 * (docs/api.md#changes). A clock that was set back changes it as well.
 */
async function numberDeals(db: DatabaseSync, nowMs: number): Promise<void> {
  const last = db
    .prepare(`
      SELECT coalesce(refreshed_at_ms, first_load_at_ms, ?) AS ms
      FROM catalog_state`)
    .get(nowMs)?.ms;
  const [from = 0, until = 0] = [kstDayOf(Number(last)), kstDayOf(nowMs)].toSorted((a, b) => a - b);
  if (from === until) return;
  const search = createChangeNumbers(sqliteWriter(db));
  const changed = db.prepare(`
    SELECT item_id
    FROM item
    WHERE deal_until >= ?1 AND deal_from <= ?2 AND (deal_from > ?1 OR deal_until < ?2)`);
  for (const { item_id } of changed.iterate(from, until)) search.noteItem(Number(item_id));
  await search.flush();
}

/** Writes only what changed, and tells search: most items of a large catalogue keep their index from one night to the next. */
async function replaceSalePoints(db: DatabaseSync, { itemIds, salePoints }: TallyResult): Promise<void> {
  const remove = db.prepare('DELETE FROM item_sale_point WHERE item_id = ?');
  const put = prepareManyRows(
    db,
    2,
    (values) => `INSERT OR REPLACE INTO item_sale_point (item_id, sale_point) VALUES ${values}`,
  );
  const items = new NumberIndex(itemIds);
  const changed = salePoints.slice();
  const gone: number[] = [];
  eachSalePoint(db, (itemId, salePoint) => {
    const item = items.find(itemId);
    const now = salePoints[item] ?? 0;
    if (now === 0) gone.push(itemId);
    else if (now === salePoint) changed[item] = 0;
  });
  // In the order of the table, so that neighbours are written together.
  const changedIds = itemIds.filter((_, item) => (changed[item] ?? 0) > 0).sort();
  put(changedIds.values().map((itemId) => [itemId, salePoints[items.find(itemId)] ?? 0]));
  for (const itemId of gone) remove.run(itemId);
  const search = createChangeNumbers(sqliteWriter(db));
  for (const itemId of changedIds) search.noteSales(itemId);
  for (const itemId of gone) search.noteSales(itemId);
  await search.flush();
}

/** Reads all sales indices. */
export function eachSalePoint(db: DatabaseSync, visit: (itemId: number, salePoint: number) => void): void {
  visitItems(db, { from: 'item_sale_point', columns: ['sale_point'] }, (itemId, salePoint) =>
    visit(itemId, Number(salePoint)),
  );
}

/** How much of ledger and catalogue is in the lists; the ranking schedule decides by it. */
export function readTallyProgress(db: DatabaseSync): TallyProgress {
  const state = db.prepare('SELECT revision, ledger_revision FROM catalog_state').get();
  return {
    ledgerRevision: Number(state?.ledger_revision),
    catalogRevision: Number(state?.revision),
    tallied: rowOf(db.prepare(SELECT_TALLIED)),
    refreshed: rowOf(db.prepare(SELECT_REFRESHED)),
  };
}

/** Whether order lines tell sex or age of buyers, so that there are lists by them. */
export function hasSegments(db: DatabaseSync): boolean {
  return db.prepare('SELECT has_segments FROM catalog_state').get()?.has_segments === 1;
}

const SELECT_TALLIED = `
  SELECT tallied_until AS "untilDay", tallied_at_ms AS "talliedAtMs", tallied_revision AS "ledgerRevision"
  FROM catalog_state
  WHERE tallied_at_ms IS NOT NULL`;
const SELECT_REFRESHED = `
  SELECT refreshed_at_ms AS "refreshedAtMs", refreshed_revision AS "catalogRevision"
  FROM catalog_state
  WHERE refreshed_at_ms IS NOT NULL`;

/** Runs of each kind that are kept: refreshes of two days, tallies of half a year and more. */
const RUNS_KEPT = 300;

/** Newest first. */
export function listRuns(db: DatabaseSync, kind: RunKind, limit: number): RunRecord[] {
  const select = db.prepare(`
    SELECT kind, cause, outcome, started_at_ms AS "startedAtMs", elapsed_ms AS "elapsedMs", until_day AS "untilDay",
      months, editions
    FROM ranking_run
    WHERE kind = ?
    ORDER BY run_id DESC
    LIMIT ?`);
  return rowsOf(select, kind, limit);
}

/** Adds a run, in the caller's transaction. */
export function insertRun(db: DatabaseSync, note: RunRecord): void {
  db.prepare(`
    INSERT INTO ranking_run (kind, cause, outcome, started_at_ms, elapsed_ms, until_day, months, editions)
    VALUES (:kind, :cause, :outcome, :startedAtMs, :elapsedMs, :untilDay, :months, :editions)`).run({
    ...note,
  });
  db.prepare(`
    DELETE FROM ranking_run
    WHERE kind = ?1 AND run_id <= (
      SELECT run_id FROM ranking_run WHERE kind = ?1 ORDER BY run_id DESC LIMIT 1 OFFSET ?2)`).run(
    note.kind,
    RUNS_KEPT,
  );
}

/** Adds a run that published nothing, unless the catalogue can't be written now. */
export async function recordFailure(db: DatabaseSync, writes: CatalogWrites, note: RunRecord): Promise<void> {
  try {
    // A stopping server doesn't wait for an import to end.
    db.exec('PRAGMA busy_timeout = 0');
    await writeInTurn(writes, db, () => insertRun(db, note), { waitMs: 0 });
  } catch {
    // The failure itself goes to the log; the history may lack a line.
  }
}
