import { createChangeNumbers, moveRevision } from '../../catalog/revision.ts';
import { type KstDay, kstDayOf } from '../../clock.ts';
import type { Reader, Snapshot, Writer } from '../../sql-database.ts';
import type { Edition } from '../edition.ts';
import type { RankCatalog } from '../rank-catalog.ts';
import type { CountedFrom, RunCause, RunKind, TallyProgress } from '../schedule.ts';

export interface RunRecord {
  readonly kind: RunKind;
  readonly cause: RunCause;
  readonly outcome: 'published' | 'failed' | 'stopped';
  readonly startedAtMs: number;
  readonly elapsedMs: number;
  /** The last day counted; null when nothing was counted. */
  readonly untilDay: KstDay | null;
  readonly months: number;
  readonly editions: number;
}

export interface Publication {
  readonly editions: readonly Edition[];
  readonly tally: (CountedFrom & { readonly salePoints: SalePointChanges }) | null;
  readonly run: RunRecord;
  readonly publishedAtMs: number;
  /** The revision of the catalogue that was read. */
  readonly catalogRevision: number;
}

/** Records what a run has published, within the caller's transaction: sales indices, how far the lists count, and the run. */
export async function recordPublication(writer: Writer, publication: Publication): Promise<void> {
  const { editions, tally, publishedAtMs, catalogRevision } = publication;
  if (tally !== null) {
    const update = 'UPDATE sale_month SET counted_until = $1, counted_revision = $2 WHERE month = $3';
    for (const { kind, period, untilDay } of editions)
      if (kind === 'monthly') await writer.query(update, [untilDay, tally.ledgerRevision, period]);
    await writeSalePoints(writer, tally.salePoints);
    await writer.query(
      'UPDATE catalog_state SET tallied_until = $1, tallied_at_ms = $2, tallied_revision = $3',
      [tally.untilDay, publishedAtMs, tally.ledgerRevision],
    );
  }
  await insertRun(writer, publication.run);
  await numberDeals(writer, publishedAtMs);
  const { before, now } = await moveRevision(writer);
  // This change of the revision must not cause another refresh, but an import after the run's snapshot must.
  const refreshedRevision = before === catalogRevision ? now : catalogRevision;
  await writer.query('UPDATE catalog_state SET refreshed_at_ms = $1, refreshed_revision = $2', [
    publishedAtMs,
    refreshedRevision,
  ]);
}

/**
 * Gives a change number to each item whose deal has begun or ended since the last run, because its price has changed
 * (docs/api.md#changes). If the clock was set back, these are the deals that begin or end between now and the last run.
 */
async function numberDeals(writer: Writer, nowMs: number): Promise<void> {
  const [state] = await writer.query<{ lastMs: number | null }>(
    'SELECT coalesce(refreshed_at_ms, first_load_at_ms) AS "lastMs" FROM catalog_state',
  );
  const [from = 0, until = 0] = [kstDayOf(state?.lastMs ?? nowMs), kstDayOf(nowMs)].toSorted((a, b) => a - b);
  if (from === until) return;
  const changed = await writer.query<{ itemId: number }>(
    `SELECT item_id AS "itemId"
     FROM item
     WHERE deal_until >= $1 AND deal_from <= $2 AND (deal_from > $1 OR deal_until < $2)
     ORDER BY item_id`,
    [from, until],
  );
  const numbers = createChangeNumbers(writer);
  for (const { itemId } of changed) numbers.note('data', itemId);
  await numbers.flush();
}

const ITEMS_AT_ONCE = 10_000;

async function writeSalePoints(writer: Writer, changes: SalePointChanges): Promise<void> {
  const { itemIds, salePoints, gone } = changes;
  for (let at = 0; at < itemIds.length; at += ITEMS_AT_ONCE) {
    const some = itemIds.subarray(at, at + ITEMS_AT_ONCE);
    await writer.insert({
      into: 'item_sale_point',
      columns: 'item_id bigint, sale_point bigint',
      rows: Array.from(some, (itemId, one) => [itemId, salePoints[at + one] ?? 0]),
      conflict: 'ON CONFLICT (item_id) DO UPDATE SET sale_point = excluded.sale_point',
    });
  }
  for (let at = 0; at < gone.length; at += ITEMS_AT_ONCE) {
    const some = gone.slice(at, at + ITEMS_AT_ONCE);
    await writer.query('DELETE FROM item_sale_point WHERE item_id = ANY ($1)', [some]);
  }
  const numbers = createChangeNumbers(writer);
  for (const itemId of itemIds) numbers.note('sales', itemId);
  for (const itemId of gone) numbers.note('sales', itemId);
  await numbers.flush();
}

const SELECT_SALE_POINTS = 'SELECT item_id, sale_point FROM item_sale_point';

/** The stored sales indices, by index of the RankCatalog; 0 for none. */
export async function readSalePoints(snapshot: Snapshot, catalog: RankCatalog): Promise<Float64Array> {
  const salePoints = new Float64Array(catalog.itemIds.length);
  await snapshot.visit(SELECT_SALE_POINTS, [], (itemId, salePoint) => {
    const item = catalog.findItem(itemId);
    if (item >= 0) salePoints[item] = salePoint;
  });
  return salePoints;
}

type SalePointChanges = Awaited<ReturnType<typeof compareSalePoints>>;

/** Finds the sales indices that differ from the stored ones. In a large catalogue, most stay the same from night to night. */
export async function compareSalePoints(snapshot: Snapshot, catalog: RankCatalog, salePoints: Float64Array) {
  const changed = salePoints.slice();
  const gone: number[] = [];
  await snapshot.visit(SELECT_SALE_POINTS, [], (itemId, before) => {
    const item = catalog.findItem(itemId);
    const now = salePoints[item] ?? 0;
    if (now === 0) gone.push(itemId);
    else if (now === before) changed[item] = 0;
  });
  const items = catalog.byNumber.filter((item) => (changed[item] ?? 0) > 0);
  return {
    itemIds: Float64Array.from(items, (item) => catalog.itemIds[item] ?? 0),
    salePoints: Float64Array.from(items, (item) => salePoints[item] ?? 0),
    gone,
  };
}

/** How much of ledger and catalogue the lists contain, by which the schedule decides what to run. */
export async function readTallyProgress(reader: Reader): Promise<TallyProgress> {
  const [state] = await reader.query<
    Record<
      'ledgerRevision' | 'catalogRevision' | 'untilDay' | 'talliedRevision' | 'refreshedRevision',
      number
    > &
      Record<'talliedAtMs' | 'refreshedAtMs', number | null>
  >(
    `SELECT ledger_revision AS "ledgerRevision", revision AS "catalogRevision", tallied_until AS "untilDay",
       tallied_at_ms AS "talliedAtMs", tallied_revision AS "talliedRevision", refreshed_at_ms AS "refreshedAtMs",
       refreshed_revision AS "refreshedRevision"
     FROM catalog_state`,
  );
  if (state === undefined) throw new Error('the catalogue has no state');
  const { ledgerRevision, catalogRevision, untilDay, talliedAtMs, refreshedAtMs } = state;
  return {
    ledgerRevision,
    catalogRevision,
    // A run sets its columns together: if the time isn't null, no column is null.
    tallied: talliedAtMs === null ? null : { untilDay, talliedAtMs, ledgerRevision: state.talliedRevision },
    refreshed: refreshedAtMs === null ? null : { refreshedAtMs, catalogRevision: state.refreshedRevision },
  };
}

/** Per kind: the refreshes of two days, the tallies of half a year and more. */
const RUNS_STORED = 300;

export async function insertRun(writer: Writer, run: RunRecord): Promise<void> {
  const { kind, cause, outcome, startedAtMs, elapsedMs, untilDay, months, editions } = run;
  await writer.query(
    `INSERT INTO ranking_run (kind, cause, outcome, started_at_ms, elapsed_ms, until_day, months, editions)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [kind, cause, outcome, startedAtMs, elapsedMs, untilDay, months, editions],
  );
  await writer.query(
    `DELETE FROM ranking_run
     WHERE kind = $1 AND run_id <= (
       SELECT run_id FROM ranking_run WHERE kind = $1 ORDER BY run_id DESC LIMIT 1 OFFSET $2)`,
    [kind, RUNS_STORED],
  );
}
