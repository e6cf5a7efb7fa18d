import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '../src/base/whole-file.ts';
import { type Clock, formatKstInstant, systemClock } from '../src/clock.ts';
import { StoreRefused } from '../src/sql-database.ts';

/** Holds the last time that was trusted. A backup leaves it out: it describes one machine's clock. */
export const CLOCK_FILE = 'clock.json';

/** Largest jump of the clock that is believed: a machine may have been off for some weeks. */
const ABSENCE_MAX_MS = 45 * 86_400_000;

/** The machine's clock, without its jumps of more than 45 days (docs/operate.md#the-clock). */
export interface TrustedClock extends Clock {
  /** The machine's time while it isn't believed, ms since the epoch; otherwise null. */
  doubtedMs(): number | null;
}

/**
 * Compares a clock with its monotonic side and with the time of the last run, `lastMs` (null = none is known). While it isn't
 * believed, time goes on from the last trusted moment; when the clock is right again, it is believed at once.
 */
export function createTrustedClock(clock: Clock, lastMs: number | null): TrustedClock {
  const { monotonicMs } = clock;
  let trusted = { wallMs: lastMs ?? clock.nowMs(), atMs: monotonicMs() };
  let offMs = 0;
  const check = () => {
    const now = { wallMs: clock.nowMs(), atMs: monotonicMs() };
    const expectedMs = trusted.wallMs + (now.atMs - trusted.atMs);
    const isTrusted = isPlausible(now.wallMs, expectedMs);
    if (isTrusted) trusted = now;
    return isTrusted
      ? { nowMs: now.wallMs, doubtedMs: null }
      : { nowMs: Math.floor(expectedMs), doubtedMs: now.wallMs };
  };
  return {
    nowMs: () => check().nowMs - offMs,
    monotonicMs,
    doubtedMs: () => check().doubtedMs,
    takeOff(skewMs) {
      offMs = Math.round(skewMs);
    },
  };
}

function isPlausible(wallMs: number, expectedMs: number): boolean {
  return Math.abs(wallMs - expectedMs) <= ABSENCE_MAX_MS;
}

/** The machine's clock, trusted as far as the last run on this data folder allows. */
export function openTrustedClock(dataDir: string): TrustedClock {
  return createTrustedClock(systemClock, readLastMs(dataDir));
}

export function recordTime(dataDir: string, clock: Clock): void {
  try {
    writeJsonFile(join(dataDir, CLOCK_FILE), { lastMs: clock.nowMs() });
  } catch {
    // On a full disk, the next start uses an older record, which does no harm for weeks.
  }
}

/**
 * Runs a change of the store unless the clock is far from that of the last run, and records it as the last run. Throws
 * StoreRefused.
 */
export async function withTrustedClock<T>(dataDir: string, change: () => Promise<T>): Promise<T> {
  const nowMs = systemClock.nowMs();
  const lastMs = readLastMs(dataDir);
  if (lastMs !== null && !isPlausible(nowMs, lastMs))
    throw new StoreRefused(
      `The machine's clock says ${formatKstInstant(nowMs)}, but ${dataDir} was last used at ${formatKstInstant(lastMs)}. ` +
        `Set the clock or, if it is right, delete ${CLOCK_FILE} in that folder. Nothing was changed.`,
    );
  const changed = await change();
  // On PostgreSQL, a command may need no folder of its own, and none is made for the clock alone.
  if (existsSync(dataDir)) recordTime(dataDir, systemClock);
  return changed;
}

function readLastMs(dataDir: string): number | null {
  const stored: { lastMs?: unknown } = readJsonFile(join(dataDir, CLOCK_FILE)) ?? {};
  return Number.isFinite(stored.lastMs) ? Number(stored.lastMs) : null;
}
