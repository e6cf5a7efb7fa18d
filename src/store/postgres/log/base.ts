import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { schemaSteps } from '../../schema.ts';
import {
  announceCommit,
  copyDatabase,
  FILE_NAMES,
  migrate,
  openDatabase,
  transaction,
} from '../../sqlite/database.ts';
import { isBusy } from '../../sqlite/file-faults.ts';
import type { Database, Queryable } from '../database.ts';
import {
  type FollowOptions,
  type LogFile,
  type LogPosition,
  readHead,
  readPosition,
  refuseNewer,
  writePosition,
} from './head.ts';
import { BytesDamaged, CHECKED, damagedIfZstd, readBytes, type StoredBytes, storeBytes } from './parts.ts';

/** Makes a new file at `path`, as the newest base has it. Throws LogRefused, BytesDamaged and StoreUnavailableError. */
export async function takeBase(database: Queryable, file: LogFile, path: string): Promise<void> {
  const base = await findBase(database, file);
  if (base === undefined) throw new BytesDamaged(`the database has no base of ${file}`);
  refuseNewer(file, base.schema_version);
  await unpack(readBytes(database, base), path);
  using db = openDatabase(path, { busyTimeoutMs: 0, mapFile: false });
  migrate(db, file);
  transaction(db, () => {
    writePosition(db, base);
    // Its log may be that of a restored server, which gives the numbers of lost changes once more.
    if (file === 'catalog') db.prepare('UPDATE search_state SET catalogue = ?').run(base.store);
  });
}

async function unpack(bytes: AsyncIterable<Buffer>, path: string): Promise<void> {
  try {
    await pipeline(bytes, createZstdDecompress(), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    throw damagedIfZstd(error);
  }
}

interface Base extends LogPosition {
  readonly id: string;
  readonly schema_version: number;
  readonly parts: number;
}

async function findBase(database: Queryable, file: LogFile): Promise<Base | undefined> {
  const [base] = await database.query<Base>(
    `SELECT store, b.no, b.change, b.base AS id, b.schema_version, b.parts
     FROM catalog.base b
     JOIN catalog.head USING (file)
     WHERE file = $1
     ORDER BY b.no DESC
     LIMIT 1`,
    [file],
  );
  return base;
}

/**
 * Puts the newest base in the place of a copy that others may be reading: they see the one or the other. False when somebody writes
 * to the copy now. Throws as takeBase does.
 */
export async function replaceByBase({ file, db, database }: FollowOptions): Promise<boolean> {
  const path = String(db.location());
  using folder = scratchBeside(path);
  const fresh = join(folder.path, 'base.db');
  await takeBase(database, file, fresh);
  const base = openDatabase(fresh, { busyTimeoutMs: 0, mapFile: false });
  const [was, becomes] = [readPosition(db), readPosition(base)];
  base.close();
  if (was.store === becomes.store && was.no >= becomes.no)
    throw new BytesDamaged(`commits after ${was.no} are missing in the database`);
  // A copy that meets a writer fails without saying so.
  if (!isFree(db)) return false;
  await copyDatabase(fresh, path);
  announceCommit();
  return true;
}

function isFree(db: DatabaseSync): boolean {
  try {
    transaction(db, () => {});
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** A folder for copies of a replica's file, which the next start deletes if this process is killed (replica.ts). */
export function scratchBeside(path: string) {
  return mkdtempDisposableSync(`${dirname(path)}-`);
}

/** Stores a file as a base that nothing names yet. Throws StoreUnavailableError. */
export async function storeBase(database: Database, path: string): Promise<StoredBytes> {
  const { promise, resolve } = Promise.withResolvers<StoredBytes>();
  await pipeline(createReadStream(path), createZstdCompress(CHECKED), async (bytes) => {
    resolve(await storeBytes(database, randomUUID(), bytes));
  });
  return promise;
}

/** Makes stored bytes the base of a commit, unless it has one. */
export async function nameBase(
  queryable: Queryable,
  file: LogFile,
  { no, change }: Pick<LogPosition, 'no' | 'change'>,
  { id, parts, bytes }: StoredBytes,
): Promise<void> {
  await queryable.query(
    `INSERT INTO catalog.base (file, no, change, base, schema_version, parts, bytes)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (file, no) DO NOTHING`,
    [file, no, change, id, schemaSteps(file).length, parts, bytes],
  );
}

/** Gives a database in which nobody has committed yet an empty file to begin with, unless it has one. */
export async function offerFirstBase(database: Database, file: LogFile): Promise<void> {
  if ((await findBase(database, file)) !== undefined) return;
  const head = await readHead(database, file);
  if (head.no > 0) return;
  using folder = mkdtempDisposableSync(join(tmpdir(), 'seoga-'));
  const path = join(folder.path, FILE_NAMES[file]);
  const db = openDatabase(path, { busyTimeoutMs: 0 });
  migrate(db, file);
  db.close();
  await nameBase(database, file, head, await storeBase(database, path));
}
