import type { DatabaseSync } from 'node:sqlite';
import type { Clock, KstMonth } from '../../../clock.ts';
import { monthClosesAtMs } from '../../../rankings/open-month.ts';
import type { LedgerStatements } from './ledger-statements.ts';

/** What all kinds of lines need. */
export interface LedgerParts {
  readonly ledger: LedgerStatements;
  readonly months: ReturnType<typeof createLedgerMonths>;
}

/**
 * The months of what one write transaction brings into the ledger: whether that counts there (docs/lists.md#open-months), and
 * what has to be recorded of it. `mayRestate` counts what comes for closed months, too, with all that came late before; those
 * whose lines were deleted stay as they are.
 */
export function createLedgerMonths(db: DatabaseSync, clock: Clock, mayRestate = false) {
  const nowMs = clock.nowMs();
  const before = Number(db.prepare('SELECT revision FROM ledger_state').get()?.revision);
  const revision = before + 1;
  const grow = db.prepare('UPDATE ledger_state SET revision = ?');
  const findPublished = db.prepare(`
    SELECT cutoff, deleted_at_ms IS NOT NULL AS is_deleted
    FROM sale_month
    WHERE month = ? AND coalesce(counted_until, deleted_at_ms) IS NOT NULL`);
  const count = db.prepare(`
    INSERT INTO sale_month (month, revision, received_at_ms)
    VALUES (?, ?, ?)
    ON CONFLICT (month) DO UPDATE SET revision = excluded.revision, received_at_ms = excluded.received_at_ms,
      cutoff = NULL`);
  const close = db.prepare(
    'UPDATE sale_month SET cutoff = ifnull(cutoff, ?), received_at_ms = ? WHERE month = ?',
  );
  // Nobody else can publish while the caller's write transaction lasts.
  const states = new Map<KstMonth, ReturnType<typeof findState>>();
  const recorded = new Set<KstMonth>();
  let isGrown = false;

  function findState(month: KstMonth) {
    const published = findPublished.get(month);
    const isClosed = published !== undefined && nowMs >= monthClosesAtMs(month);
    const isLate = isClosed && (!mayRestate || published.is_deleted === 1);
    return { isLate, cutoff: Number(published?.cutoff ?? Number.POSITIVE_INFINITY) };
  }

  function stateOf(month: KstMonth) {
    const known = states.get(month);
    if (known !== undefined) return known;
    const state = findState(month);
    states.set(month, state);
    return state;
  }

  /** What comes for a month; null where that isn't known yet. */
  function add(month: KstMonth | null): 'added' | 'late' {
    if (!isGrown) grow.run(revision);
    isGrown = true;
    if (month === null) return 'added';
    const { isLate } = stateOf(month);
    if (!recorded.has(month)) {
      recorded.add(month);
      if (isLate) close.run(before, nowMs, month);
      else count.run(month, revision, nowMs);
    }
    return isLate ? 'late' : 'added';
  }

  return {
    /** Of the rows that the transaction adds. */
    revision,
    add,
    /** What comes again and is there since a revision: `changed` when it was late and counts from now on. */
    addAgain(month: KstMonth | null, since: number): 'changed' | 'unchanged' {
      if (month === null) return 'unchanged';
      const { isLate, cutoff } = stateOf(month);
      if (isLate || since <= cutoff || since === revision) return 'unchanged';
      add(month);
      return 'changed';
    },
  };
}
