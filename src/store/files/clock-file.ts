import { join } from 'node:path';
import type { ClockRecord } from '../../trusted-clock.ts';
import { readJsonFile, writeJsonFile } from '../../whole-file.ts';

/** The file's name in the data folder. A backup leaves it out: it describes one machine's clock. */
export const CLOCK_FILE = 'clock.json';

/** The record of the clock; null when there is none or it can't be read. */
export function readClockRecord(dataDir: string): ClockRecord | null {
  const kept: Partial<ClockRecord> = readJsonFile(join(dataDir, CLOCK_FILE)) ?? {};
  const { lastMs, steadySinceMs } = kept;
  if (!Number.isFinite(lastMs) || !Number.isFinite(steadySinceMs)) return null;
  return { lastMs: Number(lastMs), steadySinceMs: Number(steadySinceMs) };
}

/** Stores a record. Throws when the disk is full. */
export function writeClockRecord(dataDir: string, record: ClockRecord): void {
  writeJsonFile(join(dataDir, CLOCK_FILE), record);
}
