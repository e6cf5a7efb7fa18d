import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { EDITION_KINDS } from '../../../rankings/ranking-store.ts';
import { writeWholeFile } from '../../../whole-file.ts';
import { editionFile } from '../../files/edition-files.ts';
import type { Database } from '../database.ts';

const PART_BYTES = 1024 * 1024;

/** A file whose parts are in PostgreSQL, but which no row names yet. */
export interface StoredFile {
  readonly name: string;
  readonly fileId: string;
  readonly parts: number;
  readonly sha256: Buffer;
}

/** Stores one edition file under an id of its own: two runs that give a file the same name don't mix its parts. */
export async function storeFile(database: Database, directory: string, name: string): Promise<StoredFile> {
  const bytes = readFileSync(join(directory, name));
  const fileId = randomUUID();
  const parts = Math.ceil(bytes.length / PART_BYTES);
  for (let part = 0; part < parts; part++) {
    await database.queryWithin(
      PART_TIMEOUT_MS,
      'INSERT INTO catalog.file_part (file_id, part, bytes) VALUES ($1, $2, $3)',
      [fileId, part, bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)],
    );
  }
  return { name, fileId, parts, sha256: sha256Of(bytes) };
}

const PART_TIMEOUT_MS = 30_000;

/** Names stored files in the client's transaction, and drops files that no edition needs any more. */
export async function nameFiles(client: pg.Client, files: readonly StoredFile[]): Promise<void> {
  for (const { name, fileId, parts, sha256 } of files) {
    await client.query(
      `INSERT INTO catalog.file (name, file_id, parts, sha256) VALUES ($1, $2, $3, $4)
       ON CONFLICT (name) DO UPDATE SET file_id = excluded.file_id, parts = excluded.parts, sha256 = excluded.sha256`,
      [name, fileId, parts, sha256],
    );
  }
  await client.query('DELETE FROM catalog.file WHERE NOT name = ANY ($1)', [await editionNames(client, -1)]);
  // Parts without a file may belong to a run that is still under way.
  await client.query(`
    DELETE FROM catalog.file_part AS p
    WHERE written_at < now() - interval '1 day'
      AND NOT EXISTS (SELECT FROM catalog.file AS f WHERE f.file_id = p.file_id)`);
}

/**
 * Fetches the files of editions that came into force after a commit, unless they are there. A file whose parts don't fit together
 * goes to `onDamage`, which throws when left out.
 */
export async function pullEditionFiles(
  client: pg.Client,
  directory: string,
  after: number,
  onDamage: (name: string) => void = (name) => {
    throw new Error(`the parts of ${name} do not fit together`);
  },
): Promise<void> {
  const names = await editionNames(client, after);
  if (names.length === 0) return;
  const files = await client.query<{ name: string; file_id: string; parts: number; sha256: Buffer }>(
    'SELECT name, file_id, parts, sha256 FROM catalog.file WHERE name = ANY ($1)',
    [names],
  );
  for (const { name, file_id: fileId, parts, sha256 } of files.rows) {
    if (isThere(join(directory, name), sha256)) continue;
    if (!(await fetchFile(client, { name, fileId, parts, sha256 }, directory))) onDamage(name);
  }
}

/** False, and no file, when its parts don't fit together. */
async function fetchFile(client: pg.Client, file: StoredFile, directory: string): Promise<boolean> {
  const bytes: Buffer[] = [];
  for (let part = 0; part < file.parts; part++) {
    const { rows } = await client.query<{ bytes: Buffer }>(
      'SELECT bytes FROM catalog.file_part WHERE file_id = $1 AND part = $2',
      [file.fileId, part],
    );
    for (const row of rows) bytes.push(row.bytes);
  }
  const whole = Buffer.concat(bytes);
  if (!sha256Of(whole).equals(file.sha256)) return false;
  // deleteOldEditionFiles clears what a killed process leaves.
  writeWholeFile(join(directory, file.name), [whole]);
  return true;
}

function isThere(path: string, sha256: Buffer): boolean {
  try {
    return sha256Of(readFileSync(path)).equals(sha256);
  } catch {
    return false;
  }
}

function sha256Of(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** The files of editions that came into force after a commit. */
async function editionNames(client: pg.Client, after: number): Promise<string[]> {
  const { rows } = await client.query<{ kind: string; period: number; version: number }>(
    'SELECT kind, period, version FROM catalog.edition WHERE commit_no > $1',
    [after],
  );
  return rows.map((row) => nameOf(row)).filter((name) => name !== null);
}

/** The file of an edition; null for a kind that this version doesn't know. */
export function nameOf(row: { readonly kind: string; readonly period: number; readonly version: number }) {
  const kind = EDITION_KINDS.find((known) => known === row.kind);
  return kind === undefined ? null : editionFile({ kind, period: row.period, version: row.version });
}
