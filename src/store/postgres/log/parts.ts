import { constants } from 'node:zlib';
import { errorCode } from '../../../whole-file.ts';
import type { Database, Queryable } from '../database.ts';

const PART_BYTES = 1024 * 1024;
/** A part takes longer on a slow network than a call may. */
const PART_TIMEOUT_MS = 30_000;

/** Bytes in PostgreSQL that nothing names yet. */
export interface StoredBytes {
  readonly id: string;
  readonly parts: number;
  readonly bytes: number;
}

/** Stores bytes under an id of their own, part by part. Throws StoreUnavailableError. */
export async function storeBytes(
  database: Database,
  id: string,
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<StoredBytes> {
  let parts = 0;
  let bytes = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const send = async () => {
    const part = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    const insert = 'INSERT INTO catalog.part (id, part, bytes) VALUES ($1, $2, $3)';
    await database.query(insert, [id, parts++, part], PART_TIMEOUT_MS);
    bytes += part.length;
  };
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + PART_BYTES - waitingBytes);
      at += piece.length;
      waiting.push(piece);
      waitingBytes += piece.length;
      if (waitingBytes === PART_BYTES) await send();
    }
  }
  if (waitingBytes > 0) await send();
  return { id, parts, bytes };
}

/** Reads bytes that were stored. Throws BytesDamaged, StoreUnavailableError. */
export async function* readBytes(
  database: Queryable,
  { id, parts }: Pick<StoredBytes, 'id' | 'parts'>,
): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part++) {
    const [row] = await database.query<{ bytes: Buffer }>(SELECT, [id, part], PART_TIMEOUT_MS);
    if (row === undefined)
      throw new BytesDamaged(`part ${part + 1} of ${parts} of ${id} is missing in the database`);
    yield row.bytes;
  }
}

const SELECT = 'SELECT bytes FROM catalog.part WHERE id = $1 AND part = $2';

/** What is stored isn't what was stored. */
export class BytesDamaged extends Error {
  override name = 'BytesDamaged';
}

/** With a checksum, so that bytes that were changed don't pass. */
export const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** What a failure to decompress stored bytes says of them. */
export function damagedIfZstd(error: unknown): unknown {
  if (!errorCode(error)?.startsWith('ZSTD_')) return error;
  return new BytesDamaged('the catalogue in the database is damaged', { cause: error });
}
