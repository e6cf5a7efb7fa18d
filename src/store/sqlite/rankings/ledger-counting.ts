import type { Clock, KstMonth } from '../../../clock.ts';
import { monthClosesAtMs } from '../../../rankings/open-month.ts';
import type { LedgerStatements } from './ledger-statements.ts';

/** What all kinds of lines need. */
export interface LedgerParts {
  readonly ledger: LedgerStatements;
  readonly clock: Clock;
  readonly countingOf: (month: KstMonth) => Counting;
  readonly recordGrowth: ReturnType<typeof createGrowthRecords>;
}

/** How a line that arrives now counts for the month of its sale. */
interface Counting {
  /** The month is closed and published. */
  readonly closed: boolean;
  /** It is, and the line counts all the same: the month is published again. */
  readonly restate: boolean;
  /** It is, and the line counts nowhere. */
  readonly late: boolean;
}

export const OPEN: Counting = { closed: false, restate: false, late: false };
const RESTATED: Counting = { closed: true, restate: true, late: false };
const LATE: Counting = { closed: true, restate: false, late: true };

export function createCountingRule(
  ledger: LedgerStatements,
  clock: Clock,
  mayRestate: boolean,
): (month: KstMonth) => Counting {
  const isClosed = createClosingRule(ledger, clock);
  return (month) => {
    if (!isClosed(month)) return OPEN;
    return mayRestate && ledger.findDeleted.get(month) === undefined ? RESTATED : LATE;
  };
}

/**
 * Whether a month is closed and has a published list: what is received for it now is late
 * (docs/lists.md#open-months).
 */
export function createClosingRule(ledger: LedgerStatements, clock: Clock): (month: KstMonth) => boolean {
  // Nobody else can publish while the caller's write transaction lasts.
  const published = new Map<KstMonth, boolean>();
  return (month) => {
    if (clock.nowMs() < monthClosesAtMs(month)) return false;
    const known = published.get(month);
    if (known !== undefined) return known;
    // Nothing would ever count what comes for a month whose lines were deleted.
    const isPublished =
      ledger.findCounted.get(month) !== undefined || ledger.findDeleted.get(month) !== undefined;
    published.set(month, isPublished);
    return isPublished;
  };
}

/** Records once per transaction that the ledger grew, and once per month that its list is outdated. */
export function createGrowthRecords(ledger: LedgerStatements, clock: Clock) {
  const marked = new Set<KstMonth>();
  let isGrown = false;
  return (month: KstMonth | null, isCounted: boolean, isClosed: boolean): void => {
    if (!isGrown) ledger.growRevision.run();
    isGrown = true;
    if (month === null || !isCounted || marked.has(month)) return;
    ledger.markMonth.run(month);
    marked.add(month);
    // A line that counts for a closed month restates it, which is recorded.
    if (isClosed) ledger.recordRestatement.run(month, clock.nowMs());
  };
}
