import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { KstDay, KstMonth } from '../../clock.ts';
import type { Edition, EditionKind } from '../../rankings/ranking-store.ts';
import type { TallyProgress } from '../../rankings/tally-progress.ts';
import { transaction } from './database.ts';

/** An edition and the revision of the ledger that it was counted from. */
export interface CountedEdition extends Edition {
  readonly ledgerRevision: number;
}

/** What one run publishes, all of it at once. */
export interface Publication {
  /** Their files are written. */
  readonly editions: readonly CountedEdition[];
  /** Items with a sales index; the others have none from now on. The arrays run in parallel. */
  readonly itemIds: Float64Array;
  readonly salePoints: Float64Array;
  readonly untilDay: KstDay;
  readonly talliedAtMs: number;
  readonly ledgerRevision: number;
}

/** The edition in force of a kind and period, or null. */
export function findCountedEdition(
  db: DatabaseSync,
  kind: EditionKind,
  period: KstMonth,
): CountedEdition | null {
  const row = db
    .prepare(
      `SELECT version, until_day, published_at_ms, ledger_revision
       FROM edition
       WHERE kind = ? AND period = ?`,
    )
    .get(kind, period);
  if (row === undefined) return null;
  return {
    kind,
    period,
    version: Number(row.version),
    untilDay: Number(row.until_day),
    publishedAtMs: Number(row.published_at_ms),
    ledgerRevision: Number(row.ledger_revision),
  };
}

/** Puts a run's editions and sales indices in force in one transaction. Readers see all of it or nothing. */
export function publish(db: DatabaseSync, publication: Publication): void {
  transaction(db, () => {
    const point = db.prepare(`
      INSERT INTO edition (kind, period, version, until_day, published_at_ms, ledger_revision)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (kind, period) DO UPDATE SET version = excluded.version, until_day = excluded.until_day,
        published_at_ms = excluded.published_at_ms, ledger_revision = excluded.ledger_revision`);
    for (const one of publication.editions) {
      point.run(one.kind, one.period, one.version, one.untilDay, one.publishedAtMs, one.ledgerRevision);
    }
    replaceSalePoints(db, publication);
    db.prepare(`
      INSERT INTO ranking_state (id, until_day, tallied_at_ms, ledger_revision)
      VALUES (1, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET until_day = excluded.until_day, tallied_at_ms = excluded.tallied_at_ms,
        ledger_revision = excluded.ledger_revision`).run(
      publication.untilDay,
      publication.talliedAtMs,
      publication.ledgerRevision,
    );
    db.exec('UPDATE catalog_state SET revision = revision + 1');
  });
}

/** Writes only what changed: most items of a large catalogue keep their index from one night to the next. */
function replaceSalePoints(db: DatabaseSync, { itemIds, salePoints }: Publication): void {
  const remove = db.prepare('DELETE FROM item_sale_point WHERE item_id = ?');
  const upsert = db.prepare(`
    INSERT INTO item_sale_point (item_id, sale_point)
    VALUES (?, ?)
    ON CONFLICT (item_id) DO UPDATE SET sale_point = excluded.sale_point`);
  const old = new Map<unknown, unknown>();
  for (const row of db.prepare('SELECT item_id, sale_point FROM item_sale_point').iterate()) {
    old.set(row.item_id, row.sale_point);
  }
  for (const [at, itemId] of itemIds.entries()) {
    const salePoint = salePoints[at] ?? 0;
    if (salePoint === 0) continue;
    if (old.get(itemId) !== salePoint) upsert.run(itemId, salePoint);
    old.delete(itemId);
  }
  for (const itemId of old.keys()) remove.run(Number(itemId));
}

/** How far the ledger has been counted; what the ranking schedule decides by. */
export function readTallyProgress(db: DatabaseSync): TallyProgress {
  const row = db.prepare('SELECT until_day, tallied_at_ms, ledger_revision FROM ranking_state').get();
  const ledger = db.prepare('SELECT revision FROM ledger_state').get();
  return {
    ledgerRevision: Number(ledger?.revision),
    tallied:
      row === undefined
        ? null
        : {
            untilDay: Number(row.until_day),
            talliedAtMs: Number(row.tallied_at_ms),
            ledgerRevision: Number(row.ledger_revision),
          },
  };
}

/**
 * Keeps any other run on this machine out until the function returned is called. Null when another run holds
 * the lock for longer than `waitMs`. The lock is the operating system's and ends with the process, so a killed
 * run never leaves it behind.
 */
export function lockRankings(directory: string, waitMs: number): (() => void) | null {
  mkdirSync(directory, { recursive: true });
  const lock = new DatabaseSync(join(directory, 'run.lock'), { timeout: waitMs });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch {
    lock.close();
    return null;
  }
}
