import { join } from 'node:path';
import { copyDatabase, openDatabase } from '../../sqlite/database.ts';
import type { Database } from '../database.ts';
import { nameBase, scratchBeside, storeBase } from './base.ts';
import { type LogFile, readPosition } from './head.ts';
import { takeKept } from './lease.ts';

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

async function hasOutgrownBase(database: Database, file: LogFile): Promise<boolean> {
  const [row] = await database.query<{ commits: number; bytes: number; base_bytes: number }>(
    `SELECT count(c.no) AS commits, coalesce(sum(c.bytes), 0)::bigint AS bytes, b.bytes AS base_bytes
     FROM (SELECT no, bytes FROM catalog.base WHERE file = $1 ORDER BY no DESC LIMIT 1) AS b
     LEFT JOIN catalog.change c ON c.file = $1 AND c.no > b.no
     GROUP BY b.bytes`,
    [file],
  );
  return (
    row !== undefined && (row.commits > COMMITS_MAX || row.bytes > Math.max(row.base_bytes, SMALL_BYTES))
  );
}

async function makeBase(database: Database, file: LogFile, path: string): Promise<void> {
  using folder = scratchBeside(path);
  const copied = join(folder.path, 'base.db');
  await copyDatabase(path, copied);
  const base = openDatabase(copied, { busyTimeoutMs: 0, mapFile: false });
  const position = readPosition(base);
  base.close();
  const stored = await storeBase(database, copied);
  // The database may have been set back meanwhile.
  const known = await database.query('SELECT FROM catalog.change WHERE change = $1', [position.change]);
  if (known.length > 0) await nameBase(database, file, position, stored);
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
