import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatKstDay, formatKstMonth, kstMonthOfDay, parseKstDay, parseKstMonth } from '../../clock.ts';
import type { Edition, EditionKind } from '../../rankings/ranking-store.ts';
import { EDITION_KINDS } from '../../rankings/ranking-store.ts';
import { encodeSnapshot } from '../../rankings/snapshot/encode-snapshot.ts';
import {
  openSnapshot,
  type ReadAt,
  type Snapshot,
  type SnapshotContent,
  SnapshotDamaged,
} from '../../rankings/snapshot/snapshot.ts';
import { whileOpen, writeWholeFile } from '../../whole-file.ts';

/** The folder of the editions' files inside the data folder. */
export const EDITIONS_FOLDER = 'editions';

/** Versions kept per period: the one in force and the one that readers may still hold. */
const VERSIONS_KEPT = 2;

/** The identity of an edition. */
export type EditionKey = Pick<Edition, 'kind' | 'period' | 'version'>;

/** The file of an edition. It never changes once it exists. Daily lists are in the file of their month. */
export function editionFile({ kind, period, version }: EditionKey): string {
  const name =
    kind === 'daily'
      ? `monthly-${formatKstMonth(kstMonthOfDay(period))}`
      : `${kind}-${formatPeriod(kind, period)}`;
  return `${name}-v${version}.seoga`;
}

function formatPeriod(kind: EditionKind, period: number): string {
  if (kind === 'monthly') return formatKstMonth(period);
  return kind === 'realtime' ? String(period) : formatKstDay(period);
}

function parsePeriod(kind: EditionKind, text: string): number | null {
  if (kind === 'monthly') return parseKstMonth(text);
  if (kind === 'realtime') return /^\d{1,12}$/.test(text) ? Number(text) : null;
  return parseKstDay(text);
}

/** Writes an edition's file. Nothing points to it yet. A file of the same name left by a run that died is replaced. */
export function writeEditionFile(directory: string, content: SnapshotContent): void {
  writeWholeFile(join(directory, editionFile(content.edition)), encodeSnapshot(content));
}

/** An edition's file, open until `close`. */
export interface OpenEdition extends Snapshot {
  close(): void;
}

/** Opens an edition's file. Throws when it is gone, damaged, or the file of another edition. */
export function openEditionFile(directory: string, key: EditionKey): OpenEdition {
  const file = openSync(join(directory, editionFile(key)), 'r');
  try {
    const snapshot = checkedSnapshot(key, (position, length) => readPart(file, position, length));
    return { ...snapshot, close: () => closeSync(file) };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/**
 * An edition's file that is open only while it is read: for a run, which reads many and holds none. Throws as
 * openEditionFile does, also later, when the file has gone.
 */
export function readEditionFile(directory: string, key: EditionKey): Snapshot {
  const path = join(directory, editionFile(key));
  return checkedSnapshot(key, (position, length) =>
    whileOpen(path, 'r', (file) => readPart(file, position, length)),
  );
}

/** Whether an edition's file has exactly this content. */
export function isSameContent(
  directory: string,
  edition: Edition,
  content: Omit<SnapshotContent, 'edition'>,
): boolean {
  const { kind, period, version, untilDay, publishedAtMs } = edition;
  const key = { kind, period, version, untilDay, publishedAtMs };
  const bytes = Buffer.concat(encodeSnapshot({ ...content, edition: key }));
  try {
    return bytes.equals(readFileSync(join(directory, editionFile(key))));
  } catch {
    return false;
  }
}

/** An edition's file, of which only the head was checked; null when it is missing or its head is damaged. */
export function findEditionFile(directory: string, key: EditionKey): Snapshot | null {
  try {
    return readEditionFile(directory, key);
  } catch {
    return null;
  }
}

/**
 * Deletes what no reader needs: temporary files, files of versions that were never published, and versions
 * older than the last two. Only for the holder of the ranking lock.
 */
export function deleteOldEditionFiles(
  directory: string,
  versionInForce: (kind: EditionKind, period: number) => number,
): void {
  for (const name of readdirSync(directory)) {
    const key = parseEditionFile(name.replace(/\.tmp$/, ''));
    if (key === null) continue;
    const inForce = versionInForce(key.kind, key.period);
    const isKept = key.version <= inForce && key.version > inForce - VERSIONS_KEPT && !name.endsWith('.tmp');
    if (!isKept) rmSync(join(directory, name), { force: true });
  }
}

function readPart(file: number, position: number, length: number): Uint8Array<ArrayBuffer> {
  // A damaged head may claim more than there is; the file's size bounds the allocation.
  const left = length < CHECKED_BYTES ? length : Math.max(0, fstatSync(file).size - position);
  // From the pool: most parts are a page of a list.
  const bytes = Buffer.allocUnsafe(Math.min(length, left));
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position));
}

/** Parts shorter than this are read without checking the size of the file. */
const CHECKED_BYTES = 65_536;

function checkedSnapshot(key: EditionKey, readAt: ReadAt): Snapshot {
  const snapshot = openSnapshot(readAt);
  if (editionFile(snapshot.edition) !== editionFile(key)) {
    throw new SnapshotDamaged(`${editionFile(key)} holds ${editionFile(snapshot.edition)}`);
  }
  return snapshot;
}

function parseEditionFile(name: string): EditionKey | null {
  const parts = /^([a-z]+)-([\d-]+)-v(\d+)\.seoga$/i.exec(name);
  const kind = EDITION_KINDS.find((known) => known === parts?.[1]);
  const period = kind === undefined ? null : parsePeriod(kind, parts?.[2] ?? '');
  return kind === undefined || period === null ? null : { kind, period, version: Number(parts?.[3]) };
}
