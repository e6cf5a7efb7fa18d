import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '../src/base/whole-file.ts';
import { type Clock, formatKstInstant, systemClock } from '../src/clock.ts';
import { StoreRefused } from '../src/sql-database.ts';
import type { Job } from './jobs/job.ts';

/** Backups leave this file out: it belongs to one machine. */
const CLOCK_FILE = 'clock.json';

/** The largest trusted jump of the clock. The machine may have been off for weeks. */
const ABSENCE_MAX_MS = 45 * 86_400_000;

/** The machine's clock, but jumps of more than 45 days are ignored (docs/operate.md#the-clock). */
export interface TrustedClock extends Clock {
  /** The machine's time while it isn't trusted, otherwise null. */
  doubtedMs(): number | null;
}

/**
 * Compares the clock with the expected time: the last trusted time (at first `lastMs`) plus the monotonic time since then. While
 * the clock is too far off, the expected time is returned.
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

function recordTime(dataDir: string, clock: Clock): void {
  try {
    writeJsonFile(join(dataDir, CLOCK_FILE), { lastMs: clock.nowMs() });
  } catch {}
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

const RECORD_EVERY_MS = 60_000;

/** Warns when the clock loses or regains trust, and records the time for the next start. */
export function createClockWatch(
  dataDir: string,
  clock: TrustedClock,
  warn: (message: string) => void,
): Job & { readonly close: () => void } {
  let wasDoubted = false;
  let recordedAtMs = -Infinity;
  const check = (isLast: boolean) => {
    const doubtedMs = clock.doubtedMs();
    const isDoubted = doubtedMs !== null;
    if (isDoubted && !wasDoubted) warn(doubtMessage(doubtedMs, clock.nowMs()));
    if (!isDoubted && wasDoubted) warn('the clock is believed again');
    wasDoubted = isDoubted;
    if (isDoubted || (!isLast && clock.monotonicMs() - recordedAtMs < RECORD_EVERY_MS)) return;
    recordedAtMs = clock.monotonicMs();
    recordTime(dataDir, clock);
  };
  return {
    name: 'watch-clock',
    every: 1_000,
    onEachServer: true,
    run: async () => check(false),
    close: () => check(true),
  };
}

function doubtMessage(wallMs: number, trustedMs: number): string {
  return (
    `the machine's clock says ${formatKstInstant(wallMs)}, but by the last run it is ${formatKstInstant(trustedMs)}: ` +
    'the service goes by the latter; set the clock or, if it is right, stop the server, ' +
    `delete ${CLOCK_FILE} in the data folder and start it again`
  );
}
