import { createReadStream, createWriteStream, mkdtempDisposableSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { findsRow } from '../../../sql-database.ts';
import { schemaSteps } from '../../schema.ts';
import {
  announceCommit,
  copyDatabase,
  FILE_NAMES,
  openDatabase,
  rollBack,
  transaction,
  tryBegin,
} from '../../sqlite/database.ts';
import type { Database } from '../database.ts';
import type { TimedReader } from '../sql-statements.ts';
import {
  type FollowOptions,
  type LogFile,
  type LogPosition,
  readPosition,
  refuseNewer,
  writePosition,
} from './head.ts';
import { takeKept } from './lease.ts';
import { BytesDamaged, packed, readParts, type StoredParts, storeParts } from './parts.ts';

/**
 * Makes a new file at `path`, as the newest base has it: an empty one while nothing but commits was stored. Returns its position.
 * Throws LogRefused, BytesDamaged and StoreUnavailableError.
 */
export async function takeBase(database: TimedReader, file: LogFile, path: string): Promise<LogPosition> {
  const base = await findBase(database, file);
  refuseNewer(file, base.schema_version);
  await pipeline(readParts(database, base), createWriteStream(path, { mode: 0o600 }));
  using db = openDatabase(path, { busyTimeoutMs: 0, mapFile: false });
  transaction(db, () => {
    writePosition(db, base);
    // Its log may be that of a restored server, which gives the numbers of lost changes once more.
    if (file === 'catalog') db.prepare('UPDATE catalog_state SET catalogue = ?').run(base.store);
  });
  return base;
}

interface Base extends LogPosition, Pick<StoredParts, 'id' | 'parts'> {
  readonly schema_version: number;
}

async function findBase(database: TimedReader, file: LogFile): Promise<Base> {
  const [base] = await database.query<Base>(
    `SELECT store, coalesce(b.no, 0) AS no, coalesce(b.change, first.follows, head.change) AS change, coalesce(b.base, head.change) AS id,
       coalesce(b.schema_version, 0) AS schema_version, coalesce(b.parts, 0) AS parts
     FROM catalog.head
     LEFT JOIN catalog.base AS b USING (file)
     LEFT JOIN catalog.change AS first ON first.file = head.file AND first.no = 1
     WHERE head.file = $1
     ORDER BY b.no DESC
     LIMIT 1`,
    [file],
  );
  if (base === undefined) throw new Error(`the log does not know the file ${file}`);
  return base;
}

/**
 * Puts the newest base in the place of a copy that is at `at` and that others may be reading: they see the one or the other. False
 * when somebody writes to the copy now. Throws as takeBase does.
 */
export async function replaceByBase(
  { file, db, database }: FollowOptions,
  at: LogPosition,
): Promise<boolean> {
  const path = String(db.location());
  using folder = scratchBeside(path);
  const fresh = join(folder.path, FILE_NAMES[file]);
  const becomes = await takeBase(database, file, fresh);
  if (at.store === becomes.store && at.no >= becomes.no)
    throw new BytesDamaged(`commits after ${at.no} are missing in the database`);
  // Another process may have been faster.
  if (readPosition(db).change !== at.change) return true;
  // A copy that meets a writer fails without saying so.
  if (!tryBegin(db)) return false;
  rollBack(db);
  await copyDatabase(fresh, path);
  announceCommit();
  return true;
}

/** A folder for copies of a replica's file, which the next start deletes if this process is killed (replica.ts). */
function scratchBeside(path: string) {
  return mkdtempDisposableSync(`${dirname(path)}-`);
}

/** What is read, compressed and sent of a file at once. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Stores a file as a base that nothing names yet. Throws StoreUnavailableError. */
export function storeBase(database: Database, path: string): Promise<StoredParts> {
  return storeParts(database, packedPieces(path));
}

async function* packedPieces(path: string): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) yield packed(piece);
}

/** Makes stored bytes the base of a commit, unless it has one. */
export async function nameBase(
  queryable: TimedReader,
  file: LogFile,
  { no, change }: Pick<LogPosition, 'no' | 'change'>,
  { id, parts, bytes }: StoredParts,
): Promise<void> {
  await queryable.query(
    `INSERT INTO catalog.base (file, no, change, base, schema_version, parts, bytes)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (file, no) DO NOTHING`,
    [file, no, change, id, schemaSteps(file).length, parts, bytes],
  );
}

/** Commits of this size are quicker to make than a base is to copy. */
const SMALL_BYTES = 16 * 1024 * 1024;
/** So many commits take a new instance some seconds, however small they are. */
const COMMITS_MAX = 5_000;
const DELETE_TIMEOUT_MS = 60_000;

/**
 * Keeps the log short: makes a new base of the copy at `path` when the commits since the last one have outgrown it, and deletes what
 * nobody needs. One process at a time does so; for others it is done. Throws StoreUnavailableError.
 */
export async function tidyLog(database: Database, file: LogFile, path: string): Promise<void> {
  await using lease = await takeKept(database, 'base');
  if (lease === null) return;
  if (await hasOutgrownBase(database, file)) await makeBase(database, file, path);
  for (const sql of DELETIONS) await database.query(sql, [], DELETE_TIMEOUT_MS);
}

function hasOutgrownBase(database: Database, file: LogFile): Promise<boolean> {
  return findsRow(
    database,
    `SELECT FROM catalog.change c
     LEFT JOIN (SELECT no, bytes FROM catalog.base WHERE file = $1 ORDER BY no DESC LIMIT 1) AS b ON true
     WHERE c.file = $1 AND c.no > coalesce(b.no, 0)
     GROUP BY b.bytes
     HAVING count(*) > $2 OR sum(c.bytes) > greatest(b.bytes, $3)`,
    [file, COMMITS_MAX, SMALL_BYTES],
  );
}

async function makeBase(database: Database, file: LogFile, path: string): Promise<void> {
  using folder = scratchBeside(path);
  const copied = join(folder.path, 'base.db');
  await copyDatabase(path, copied);
  const position = positionOf(copied);
  const stored = await storeBase(database, copied);
  // The database may have been set back meanwhile.
  if (await findsRow(database, 'SELECT FROM catalog.change WHERE change = $1', [position.change]))
    await nameBase(database, file, position, stored);
}

function positionOf(path: string): LogPosition {
  using db = openDatabase(path, { busyTimeoutMs: 0, mapFile: false });
  return readPosition(db);
}

/** In this order. Whoever reads what is deleted here starts again with the newest base. */
const DELETIONS = [
  `DELETE FROM catalog.base AS old USING catalog.base AS b
   WHERE b.file = old.file AND b.no > old.no AND b.made_at < now() - interval '1 hour'`,
  `DELETE FROM catalog.change AS c USING catalog.base AS b
   WHERE b.file = c.file AND b.no >= c.no AND c.made_at < now() - interval '1 day'`,
  // Younger parts that nothing names may belong to a commit that is under way.
  `DELETE FROM catalog.part AS p
   WHERE written_at < now() - interval '1 day'
     AND NOT EXISTS (SELECT FROM catalog.change WHERE change = p.id)
     AND NOT EXISTS (SELECT FROM catalog.base WHERE base = p.id)`,
];
