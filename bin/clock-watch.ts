import { formatKstInstant, systemClock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { CLOCK_FILE, readClockRecord, writeClockRecord } from '../src/store/files/clock-file.ts';
import { StoreRefused } from '../src/store/sqlite/store-check.ts';
import { createTrustedClock, isPlausible, recordNow, type TrustedClock } from '../src/trusted-clock.ts';

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
 * Returns a function to be called about every second: it reports a clock jump that isn't trusted, and records the
 * time for the next start. `isLast` records it at once.
 */
export function watchClock({ config, clock, warn, onDoubt }: ClockWatchOptions): (isLast?: boolean) => void {
  let wasDoubted = false;
  let keptAtMs = -Infinity;
  return (isLast = false) => {
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
    : `set the clock or, if it is right, stop the server, delete ${CLOCK_FILE} in the data folder and start it again`;
  return (
    `the machine's clock says ${formatKstInstant(wallMs)}, but by the last run it is ${formatKstInstant(trustedMs)}: ` +
    `the service goes by the latter and deletes nothing; ${end}`
  );
}

/**
 * Called before a command that counts or deletes by date: refuses if the clock is far from the last run's, and
 * otherwise records the time. Throws StoreRefused.
 */
export function checkClock(dataDir: string): void {
  const nowMs = systemClock.nowMs();
  const kept = readClockRecord(dataDir);
  if (!isPlausible(nowMs, kept)) {
    const last = formatKstInstant(kept?.lastMs ?? nowMs);
    throw new StoreRefused(
      `The machine's clock says ${formatKstInstant(nowMs)}, but ${dataDir} was last used at ${last}. Set the clock or, if ` +
        `it is right, delete ${CLOCK_FILE} in that folder. Nothing was changed.`,
    );
  }
  if (kept !== null) writeClockRecord(dataDir, recordNow(nowMs, kept));
}
