import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StoreUnavailableError } from '../../../gate/store-unavailable-error.ts';
import { writeWholeFile } from '../../../whole-file.ts';
import { editionFile } from '../../files/edition-files.ts';
import { listEditionKeys } from '../../sqlite/rankings/edition-publisher.ts';
import type { Database, Queryable } from '../database.ts';
import { BytesDamaged, readBytes, type StoredBytes, storeBytes } from './parts.ts';

/** An edition file in PostgreSQL that no row names yet. */
interface StoredFile extends StoredBytes {
  readonly name: string;
  readonly sha256: Buffer;
}

/** The edition files of a commit. */
export interface PushedEditions {
  readonly added: readonly StoredFile[];
  /** The names of all that are in force then. */
  readonly names: readonly string[];
}

/** The files of the editions in force, as a connection sees them. */
export function editionNames(db: DatabaseSync): Set<string> {
  return new Set(listEditionKeys(db).map((key) => editionFile(key)));
}

/** Stores edition files. Throws StoreUnavailableError, also where one is missing. */
export async function storeFiles(
  database: Database,
  directory: string,
  names: Iterable<string>,
): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const name of names) {
    const path = join(directory, name);
    if (!existsSync(path)) throw new StoreUnavailableError(`the edition file ${name} is missing`);
    const bytes = readFileSync(path);
    files.push({ name, sha256: sha256Of(bytes), ...(await storeBytes(database, randomUUID(), [bytes])) });
  }
  return files;
}

/** Names stored files in a transaction, and forgets those of editions that are no longer in force. */
export async function nameFiles(transaction: Queryable, { added, names }: PushedEditions): Promise<void> {
  for (const { name, id, parts, sha256 } of added) {
    await transaction.query(
      `INSERT INTO catalog.file (name, id, parts, sha256) VALUES ($1, $2, $3, $4)
       ON CONFLICT (name) DO UPDATE SET id = excluded.id, parts = excluded.parts, sha256 = excluded.sha256`,
      [name, id, parts, sha256],
    );
  }
  await transaction.query('DELETE FROM catalog.file WHERE NOT name = ANY ($1)', [names]);
}

/**
 * Fetches edition files, unless they are there. One whose parts don't fit together goes to `onDamage`, which throws when left out.
 * A name that the database doesn't know belongs to an edition that has gone out of force since.
 */
export async function pullEditionFiles(
  database: Queryable,
  directory: string,
  names: ReadonlySet<string>,
  onDamage: (name: string) => void = (name) => {
    throw new BytesDamaged(`the parts of ${name} do not fit together`);
  },
): Promise<void> {
  if (names.size === 0) return;
  const files = await database.query<StoredFile>(
    'SELECT name, id, parts, sha256 FROM catalog.file WHERE name = ANY ($1)',
    [[...names]],
  );
  for (const { name, id, parts, sha256 } of files) {
    const path = join(directory, name);
    if (existsSync(path) && sha256Of(readFileSync(path)).equals(sha256)) continue;
    const bytes = await readWhole(database, id, parts);
    // deleteOldEditionFiles clears what a killed process leaves.
    if (bytes !== null && sha256Of(bytes).equals(sha256)) writeWholeFile(path, [bytes]);
    else onDamage(name);
  }
}

async function readWhole(database: Queryable, id: string, parts: number): Promise<Buffer | null> {
  try {
    return Buffer.concat(await Array.fromAsync(readBytes(database, { id, parts })));
  } catch (error) {
    if (error instanceof BytesDamaged) return null;
    throw error;
  }
}

function sha256Of(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
