import { formatKstInstant, systemClock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { readClockRecord, writeClockRecord } from '../src/store/files/clock-file.ts';
import { createTrustedClock, type TrustedClock } from '../src/trusted-clock.ts';

/** How often the time is recorded for the next start. */
const KEEP_EVERY_MS = 60_000;

/** What the server reports about its clock. */
export interface ClockWatchOptions {
  readonly config: Config;
  readonly clock: TrustedClock;
  readonly warn: (message: string) => void;
  /** Whether a jump is currently in doubt. */
  readonly onDoubt: (isDoubted: boolean) => void;
}

/** The machine's clock, trusted as far as the last server run on this data folder allows. */
export function openTrustedClock({ dataDir }: Config): TrustedClock {
  return createTrustedClock(systemClock, readClockRecord(dataDir));
}

/**
 * Returns a function to be called about every second: it reports a clock jump that isn't trusted, notices an operator's
 * confirmation, and records the time for the next start. `isLast` records it at once.
 */
export function watchClock({ config, clock, warn, onDoubt }: ClockWatchOptions): (isLast?: boolean) => void {
  let wasDoubted = false;
  let keptAtMs = -Infinity;
  return (isLast = false) => {
    // A confirmation matters only while a jump is in doubt.
    const kept = clock.doubt() === null ? null : readClockRecord(config.dataDir);
    if (kept?.acceptedMs != null) clock.confirm(kept.acceptedMs);
    const doubt = clock.doubt();
    onDoubt(doubt !== null);
    if (doubt !== null && !wasDoubted)
      warn(doubtMessage(doubt.wallMs, doubt.trustedMs, doubt.isBelievedLater));
    if (doubt === null && wasDoubted) warn('the clock is believed again');
    wasDoubted = doubt !== null;
    if (doubt !== null || (!isLast && clock.monotonicMs() - keptAtMs < KEEP_EVERY_MS)) return;
    keptAtMs = clock.monotonicMs();
    try {
      writeClockRecord(config.dataDir, clock.record());
    } catch {
      // On a full disk, the next start uses an older record, which does no harm within two days.
    }
  };
}

function doubtMessage(wallMs: number, trustedMs: number, isBelievedLater: boolean): string {
  const end = isBelievedLater
    ? 'it is believed if it holds for a minute'
    : 'set the clock, or confirm it with "seoga clock accept"';
  return (
    `the machine's clock says ${formatKstInstant(wallMs)}, but by the last run it is ${formatKstInstant(trustedMs)}: ` +
    `the service goes by the latter and deletes nothing; ${end}`
  );
}
