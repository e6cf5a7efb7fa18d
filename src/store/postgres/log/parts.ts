import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Database } from '../database.ts';
import type { TimedReader } from '../sql-statements.ts';

/** A part takes longer on a slow network than a call may. */
const PART_TIMEOUT_MS = 30_000;

/** Parts in PostgreSQL that nothing names yet. */
export interface StoredParts {
  readonly id: string;
  readonly parts: number;
  /** Of all of them, compressed. */
  readonly bytes: number;
}

/** Compresses a part, with a checksum, so that bytes that were changed don't pass. */
export function packed(part: Uint8Array): Buffer {
  return zstdCompressSync(part, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
}

/** Stores packed parts under an id of their own. Throws StoreUnavailableError. */
export async function storeParts(
  database: Database,
  source: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<StoredParts> {
  const id = randomUUID();
  let parts = 0;
  let bytes = 0;
  for await (const part of source) {
    const insert = 'INSERT INTO catalog.part (id, part, bytes) VALUES ($1, $2, $3)';
    await database.query(insert, [id, parts++, part], PART_TIMEOUT_MS);
    bytes += part.length;
  }
  return { id, parts, bytes };
}

/** Reads parts that were stored, as they were before they were packed. Throws BytesDamaged, StoreUnavailableError. */
export async function* readParts(
  database: TimedReader,
  { id, parts }: Pick<StoredParts, 'id' | 'parts'>,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part++) {
    const select = 'SELECT bytes FROM catalog.part WHERE id = $1 AND part = $2';
    const [row] = await database.query<{ bytes: Buffer }>(select, [id, part], PART_TIMEOUT_MS);
    if (row === undefined)
      throw new BytesDamaged(`part ${part + 1} of ${parts} of ${id} is missing in the database`);
    let bytes: Uint8Array;
    try {
      bytes = zstdDecompressSync(row.bytes);
    } catch (cause) {
      throw new BytesDamaged('the catalogue in the database is damaged', { cause });
    }
    yield bytes;
  }
}

/** What is stored isn't what was stored. */
export class BytesDamaged extends Error {
  override name = 'BytesDamaged';
}

/**
 * The changesets of one transaction, a part each. They wait in a file without a name, so that a large import needs no memory for
 * them, and nothing stays behind of a process that dies.
 */
export function createSpool(folder: string) {
  const lengths: number[] = [];
  let file: number | null = null;
  return {
    isEmpty: () => lengths.length === 0,
    add(changeset: Uint8Array): void {
      file ??= openNameless(folder);
      const part = packed(changeset);
      writeFileSync(file, part);
      lengths.push(part.length);
    },
    *parts(): Generator<Buffer> {
      let at = 0;
      for (const length of lengths) {
        const part = Buffer.alloc(length);
        if (file !== null) readSync(file, part, 0, length, at);
        at += length;
        yield part;
      }
    },
    close(): void {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

function openNameless(folder: string): number {
  const path = join(folder, `changes-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return file;
}
