import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '../src/base/whole-file.ts';
import { type Clock, formatKstInstant, systemClock } from '../src/clock.ts';
import { StoreRefused } from '../src/sql-database.ts';

/** Holds the last trusted time. Backups leave the file out: it describes the clock of one machine. */
export const CLOCK_FILE = 'clock.json';

/** Largest jump of the clock that is trusted: the machine may have been off for some weeks. */
const ABSENCE_MAX_MS = 45 * 86_400_000;

/** The machine's clock, without its jumps of more than 45 days (docs/operate.md#the-clock). */
export interface TrustedClock extends Clock {
  /** The machine's time in Unix ms while it isn't trusted; otherwise null. */
  doubtedMs(): number | null;
}

/**
 * Compares a clock with the last trusted time, at first that of the last run (`lastMs`; null = unknown), plus the monotonic
 * time since then. While the clock is too far off, time goes on from there; a clock that is right again is trusted at once.
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

/** The machine's clock, compared with the time of the last run on this data folder. */
export function openTrustedClock(dataDir: string): TrustedClock {
  return createTrustedClock(systemClock, readLastMs(dataDir));
}

export function recordTime(dataDir: string, clock: Clock): void {
  try {
    writeJsonFile(join(dataDir, CLOCK_FILE), { lastMs: clock.nowMs() });
  } catch {
    // On a full disk, the file keeps an older time, which does no harm for weeks.
  }
}

/**
 * Runs a change of the store and records the time as that of the last run. Throws StoreRefused, and changes nothing, if the
 * clock is too far from the time of the previous run.
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
  // With PostgreSQL, a command may have no data folder, and none is created only to record the time.
  if (existsSync(dataDir)) recordTime(dataDir, systemClock);
  return changed;
}

function readLastMs(dataDir: string): number | null {
  const stored: { lastMs?: unknown } = readJsonFile(join(dataDir, CLOCK_FILE)) ?? {};
  return Number.isFinite(stored.lastMs) ? Number(stored.lastMs) : null;
}
