import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '../src/base/whole-file.ts';
import { type Clock, formatKstInstant, systemClock } from '../src/clock.ts';
import { StoreRefused } from '../src/sql-database.ts';

/** The last trusted time. Backups leave it out: it belongs to one machine. */
export const CLOCK_FILE = 'clock.json';

/** Largest jump of the clock that is trusted: the machine may have been off for weeks. */
const ABSENCE_MAX_MS = 45 * 86_400_000;

/** The machine's clock, without jumps of more than 45 days (docs/operate.md#the-clock). */
export interface TrustedClock extends Clock {
  /** The machine's time while it isn't trusted, otherwise null. */
  doubtedMs(): number | null;
}

/**
 * Compares a clock with the last trusted time, at first `lastMs`, plus the monotonic time since. While the clock is too far off,
 * time goes on from there.
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

export function openTrustedClock(dataDir: string): TrustedClock {
  return createTrustedClock(systemClock, readLastMs(dataDir));
}

export function recordTime(dataDir: string, clock: Clock): void {
  try {
    writeJsonFile(join(dataDir, CLOCK_FILE), { lastMs: clock.nowMs() });
  } catch {
    // On a full disk, an older time does no harm for weeks.
  }
}

/**
 * Runs a change of the store and records the time. Throws StoreRefused, and changes nothing, if the clock is too far from the
 * recorded time.
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
  // With PostgreSQL, a command may have no data folder.
  if (existsSync(dataDir)) recordTime(dataDir, systemClock);
  return changed;
}

function readLastMs(dataDir: string): number | null {
  const stored: { lastMs?: unknown } = readJsonFile(join(dataDir, CLOCK_FILE)) ?? {};
  return Number.isFinite(stored.lastMs) ? Number(stored.lastMs) : null;
}
