import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClockRecord } from '../../trusted-clock.ts';

/** The file's name in the data folder. A backup leaves it out: it describes one machine's clock. */
export const CLOCK_FILE = 'clock.json';

/** The record of the clock; null when there is none or it can't be read. */
export function readClockRecord(dataDir: string): ClockRecord | null {
  try {
    const kept: Partial<ClockRecord> = JSON.parse(readFileSync(join(dataDir, CLOCK_FILE), 'utf8'));
    const { lastMs, steadySinceMs, acceptedMs = null } = kept;
    if (!Number.isFinite(lastMs) || !Number.isFinite(steadySinceMs)) return null;
    return { lastMs: Number(lastMs), steadySinceMs: Number(steadySinceMs), acceptedMs };
  } catch {
    return null;
  }
}

/** Stores a record; readers see the previous one or this one, never half of it. Throws when the disk is full. */
export function writeClockRecord(dataDir: string, record: ClockRecord): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, CLOCK_FILE);
  writeFileSync(`${path}.tmp`, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}
