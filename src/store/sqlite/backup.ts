import { createHash, randomBytes } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readJsonFile, writeJsonFile } from '../../base/whole-file.ts';
import { StoreRefused } from '../../sql-database.ts';
import { keepPrivate, SECRETS_FILE } from '../private-files.ts';
import {
  ACCOUNTS_FILE,
  CATALOG_FILE,
  copyDatabase,
  FILE_NAMES,
  LISTS_FILE,
  openDatabase,
} from './database.ts';
import { fileFaultOf } from './file-faults.ts';

/** Written last: a folder without it is an incomplete backup. */
const MANIFEST_FILE = 'backup.json';
const FORMAT = 1;

interface FileRecord {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Copies a data folder into a new or empty `folder`, each database from one snapshot, while a server uses it. Throws
 * StoreRefused.
 */
export async function makeBackup(dataDir: string, folder: string, madeAt: string) {
  if (!existsSync(join(dataDir, CATALOG_FILE))) throw new StoreRefused(`${dataDir} holds no catalogue`);
  return await fillBackup(folder, madeAt, async () => {
    // The catalogue first: lists may be newer than the catalogue, because a ranking run commits lists first.
    for (const name of [CATALOG_FILE, LISTS_FILE, ACCOUNTS_FILE])
      if (existsSync(join(dataDir, name))) await copyDatabase(join(dataDir, name), join(folder, name));
    if (existsSync(join(dataDir, SECRETS_FILE))) {
      copyFileSync(join(dataDir, SECRETS_FILE), join(folder, SECRETS_FILE));
    }
  });
}

/**
 * Creates a backup's folder, calls `fill`, then writes the manifest with checksums. Empties the folder if that fails. Throws
 * StoreRefused if the folder isn't empty or the disk is full.
 */
export async function fillBackup(folder: string, madeAt: string, fill: () => Promise<void>) {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new StoreRefused(`${folder} is not empty: a backup goes into a folder of its own`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    await fill();
    return await sealBackup(folder, madeAt);
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    if (!(error instanceof Error) || fileFaultOf(error) !== 'unwritable') throw error;
    throw new StoreRefused(`${folder} has no room for the backup: ${error.message}. Make room on its disk.`);
  }
}

/**
 * Checks a backup, then moves the contents of the data folder to a subfolder `before-restore-…` and puts the backup into the data
 * folder. The caller holds the folder's process lock. The catalogue gets a new identity, because its next change numbers have
 * been used before. Returns the subfolder, or null if the data folder was empty. Throws StoreRefused.
 */
export async function restoreBackup(
  folder: string,
  dataDir: string,
  restoredAt: string,
): Promise<string | null> {
  const names = await checkBackup(folder);
  const fresh = join(dataDir, '.restoring');
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  for (const name of names) copyFileSync(join(folder, name), join(fresh, name));
  const catalogue = openDatabase(join(fresh, CATALOG_FILE), { busyTimeoutMs: 0, mapFile: false });
  catalogue.prepare('UPDATE catalog_state SET catalogue = ?').run(randomBytes(16).toString('hex'));
  catalogue.close();
  const before = join(dataDir, `before-restore-${restoredAt.replaceAll(/[^\dT]/g, '').slice(0, 15)}`);
  const there = readdirSync(dataDir).filter((name) => !STAYS.test(name));
  for (const name of there) {
    mkdirSync(before, { recursive: true, mode: 0o700 });
    renameSync(join(dataDir, name), join(before, name));
  }
  keepPrivate(fresh);
  for (const name of readdirSync(fresh)) renameSync(join(fresh, name), join(dataDir, name));
  rmSync(fresh, { recursive: true });
  return there.length === 0 ? null : before;
}

const STAYS = /^(serve\.lock.*|\.restoring|before-restore-.*)$/;

async function sealBackup(folder: string, madeAt: string) {
  const files: FileRecord[] = [];
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    files.push({ name, bytes: statSync(path).size, sha256: await digest(path) });
  }
  const manifest = { format: FORMAT, madeAt, files };
  writeFileSync(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  keepPrivate(folder);
  return { files: files.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
}

/** The files of a complete backup. Throws StoreRefused naming the first that is missing or changed. */
export async function checkBackup(folder: string): Promise<readonly string[]> {
  const manifest = join(folder, MANIFEST_FILE);
  if (!existsSync(manifest))
    throw new StoreRefused(`${folder} holds no whole backup: ${MANIFEST_FILE} is missing`);
  const files = readManifest(manifest);
  for (const { name, sha256 } of files) {
    const path = join(folder, name);
    if (!existsSync(path)) throw new StoreRefused(`${path} is missing`);
    if ((await digest(path)) !== sha256) throw new StoreRefused(`${path} has changed since the backup`);
  }
  return files.map(({ name }) => name);
}

/** Backups may come from strangers, so the manifest may name only files of backups. */
function readManifest(path: string): readonly FileRecord[] {
  const { format, files }: { readonly format?: number; readonly files?: readonly FileRecord[] } = Object(
    readJsonFile(path),
  );
  if (!Array.isArray(files)) throw new StoreRefused(`${path} is damaged`);
  if (format !== FORMAT)
    throw new StoreRefused(`the backup has format ${format}; this version reads ${FORMAT}`);
  const foreign = files.find(({ name }) => !BACKUP_FILES.includes(name));
  if (foreign !== undefined)
    throw new StoreRefused(`${path} names ${JSON.stringify(foreign.name)}, which isn't a file of a backup`);
  return files;
}

const BACKUP_FILES: readonly string[] = [...Object.values(FILE_NAMES), SECRETS_FILE];

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

const BACKUP_RECORD = 'last-backup.json';

/** When the last `seoga backup` of this data folder was completed; null if unknown. */
export function readBackupTime(dataDir: string): number | null {
  const { endedAtMs }: { readonly endedAtMs?: unknown } = readJsonFile(join(dataDir, BACKUP_RECORD)) ?? {};
  return Number.isSafeInteger(endedAtMs) ? Number(endedAtMs) : null;
}

export function writeBackupTime(dataDir: string, endedAtMs: number): void {
  writeJsonFile(join(dataDir, BACKUP_RECORD), { endedAtMs });
}
