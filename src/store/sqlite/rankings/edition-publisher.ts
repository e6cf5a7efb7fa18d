import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { NumberIndex } from '../../../rankings/number-index.ts';
import type { CountedEdition, Publication, TallyResult } from '../../../rankings/ranking-repository.ts';
import type { EditionKind } from '../../../rankings/ranking-store.ts';
import { REALTIME_BUCKETS } from '../../../rankings/realtime-lists.ts';
import type { TallyProgress } from '../../../rankings/tally-progress.ts';
import { deleteOldEditionFiles, type EditionKey } from '../../files/edition-files.ts';
import { transaction } from '../database.ts';
import { isBusy } from '../file-faults.ts';
import { prepareManyRows } from '../many-rows.ts';
import { type ProcessLock, takeFileLock } from '../process-lock.ts';
import { rowOf, rowsOf } from '../rows.ts';
import { createSearchWriter } from '../search/search-writer.ts';
import { visitItems } from '../visit-items.ts';
import { insertRun } from './ranking-history.ts';

/** The edition in force of a kind and period, or null. */
export function findCountedEdition(
  db: DatabaseSync,
  kind: EditionKind,
  period: number,
): CountedEdition | null {
  const select = db.prepare(`
    SELECT kind, period, version, until_day AS "untilDay", published_at_ms AS "publishedAtMs",
      ledger_revision AS "ledgerRevision"
    FROM edition
    WHERE kind = ? AND period = ?`);
  return rowOf<CountedEdition>(select, kind, period);
}

/** Kind, period and version of every edition in force. */
export function listEditionKeys(db: DatabaseSync): EditionKey[] {
  return rowsOf(db.prepare('SELECT kind, period, version FROM edition ORDER BY kind, period'));
}

/**
 * A version that no edition of this kind and period has had. Rows of old days are deleted, so days and buckets count
 * on from the highest version of their kind: a file's name never stands for two contents.
 */
export function nextEditionVersion(db: DatabaseSync, kind: EditionKind, period: number): number {
  const row = db
    .prepare(
      `SELECT max(version) AS version FROM edition WHERE kind = ?1 AND (kind <> 'monthly' OR period = ?2)`,
    )
    .get(kind, period);
  return Number(row?.version ?? 0) + 1;
}

/**
 * Puts a run's editions and sales indices in force, within the caller's transaction. Returns the revision that stands for the
 * catalogue that was read, from now on.
 */
export function publish(db: DatabaseSync, publication: Publication): number {
  const { editions, tally, publishedAtMs } = publication;
  const point = db.prepare(`
    INSERT INTO edition (kind, period, version, until_day, published_at_ms, ledger_revision)
    VALUES (:kind, :period, :version, :untilDay, :publishedAtMs, :ledgerRevision)
    ON CONFLICT (kind, period) DO UPDATE SET version = excluded.version, until_day = excluded.until_day,
      published_at_ms = excluded.published_at_ms, ledger_revision = excluded.ledger_revision`);
  const retire = db.prepare('DELETE FROM edition WHERE kind = ?1 AND period NOT BETWEEN ?2 - ?3 AND ?2');
  for (const one of editions) {
    point.run({ ...one });
    if (one.kind !== 'monthly') retire.run(one.kind, one.period, periodsKept(one.kind));
  }
  if (tally !== null) publishTally(db, tally, publishedAtMs);
  insertRun(db, publication.run);
  return recordRefresh(db, publication);
}

/**
 * How many earlier periods stay: a reader may hold the last one, and the next lists are compared with it. Realtime lists
 * are compared with those published a day earlier (docs/lists.md#realtime).
 */
function periodsKept(kind: EditionKind): number {
  return kind === 'realtime' ? REALTIME_BUCKETS : 1;
}

function publishTally(db: DatabaseSync, tally: TallyResult, talliedAtMs: number): void {
  replaceSalePoints(db, tally);
  db.prepare(`
    INSERT INTO ranking_state (id, until_day, tallied_at_ms, ledger_revision)
    VALUES (1, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET until_day = excluded.until_day, tallied_at_ms = excluded.tallied_at_ms,
      ledger_revision = excluded.ledger_revision`).run(tally.untilDay, talliedAtMs, tally.ledgerRevision);
}

/**
 * Records what was refreshed. A tally changes the sales indices of the catalogue, which is no reason to refresh
 * again; an import since the catalogue was read is one.
 */
function recordRefresh(db: DatabaseSync, { tally, publishedAtMs, catalogRevision }: Publication): number {
  const state = db.prepare('SELECT revision FROM catalog_state').get();
  const isUnchanged = state?.revision === catalogRevision;
  const revision = catalogRevision + (tally !== null && isUnchanged ? 1 : 0);
  if (tally !== null) db.exec('UPDATE catalog_state SET revision = revision + 1');
  db.prepare(`
    INSERT INTO ranking_refresh (id, refreshed_at_ms, catalog_revision)
    VALUES (1, ?, ?)
    ON CONFLICT (id) DO UPDATE SET refreshed_at_ms = excluded.refreshed_at_ms,
      catalog_revision = excluded.catalog_revision`).run(publishedAtMs, revision);
  return revision;
}

/** Writes only what changed, and tells search: most items of a large catalogue keep their index from one night to the next. */
function replaceSalePoints(db: DatabaseSync, { itemIds, salePoints }: TallyResult): void {
  const remove = db.prepare('DELETE FROM item_sale_point WHERE item_id = ?');
  const upsert = prepareManyRows(
    db,
    2,
    (values) => `
      INSERT INTO item_sale_point (item_id, sale_point)
      VALUES ${values}
      ON CONFLICT (item_id) DO UPDATE SET sale_point = excluded.sale_point`,
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
  upsert(changedIds.values().map((itemId) => [itemId, salePoints[items.find(itemId)] ?? 0]));
  for (const itemId of gone) remove.run(itemId);
  const search = createSearchWriter(db);
  for (const itemId of changedIds) search.noteFigures(itemId);
  for (const itemId of gone) search.noteFigures(itemId);
  search.flush();
}

/** Reads all sales indices. */
export function eachSalePoint(db: DatabaseSync, visit: (itemId: number, salePoint: number) => void): void {
  visitItems(db, { from: 'item_sale_point', columns: ['sale_point'] }, (itemId, salePoint) =>
    visit(itemId, Number(salePoint)),
  );
}

/** How much of ledger and catalogue is in the lists; the ranking schedule decides by it. */
export function readTallyProgress(db: DatabaseSync): TallyProgress {
  const revisionOf = (table: string) => Number(db.prepare(`SELECT revision FROM ${table}`).get()?.revision);
  return {
    ledgerRevision: revisionOf('ledger_state'),
    catalogRevision: revisionOf('catalog_state'),
    tallied: rowOf(
      db.prepare(`
        SELECT until_day AS "untilDay", tallied_at_ms AS "talliedAtMs", ledger_revision AS "ledgerRevision"
        FROM ranking_state`),
    ),
    refreshed: rowOf(
      db.prepare(
        'SELECT refreshed_at_ms AS "refreshedAtMs", catalog_revision AS "catalogRevision" FROM ranking_refresh',
      ),
    ),
  };
}

/** Deletes the files that no reader needs, for the holder of the ranking lock. */
export function deleteOldEditions(db: DatabaseSync, directory: string): void {
  deleteOldEditionFiles(directory, (kind, period) => findCountedEdition(db, kind, period)?.version ?? 0);
}

/**
 * Deletes the files that no reader of a replica needs. False when a run on this machine has files that aren't published yet, or
 * another connection is about to commit some; then nothing is deleted.
 */
export function deleteRetiredEditions(db: DatabaseSync, directory: string): boolean {
  using lock = lockRankings(directory, 0);
  if (lock === null) return false;
  try {
    transaction(db, () => deleteOldEditions(db, directory));
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** Keeps any other run on this machine out. Null when another run holds the lock for longer than `waitMs`. */
export function lockRankings(directory: string, waitMs: number): ProcessLock | null {
  return takeFileLock(join(directory, 'run.lock'), waitMs);
}
