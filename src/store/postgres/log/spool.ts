import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { BytesDamaged, CHECKED, damagedIfZstd } from './parts.ts';

const CHUNK_BYTES = 1024 * 1024;
const LENGTH_BYTES = 4;

/**
 * The changesets of one transaction, each compressed, with its length before it. They wait in a file without a name, so that a large
 * import needs no memory for them, and nothing stays behind of a process that dies.
 */
export function createSpool(folder: string) {
  let file: number | null = null;
  let size = 0;
  const write = (bytes: Uint8Array) => {
    if (file === null) {
      const path = join(folder, `changes-${randomUUID()}`);
      file = openSync(path, 'wx+', 0o600);
      rmSync(path);
    }
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    size += bytes.length;
  };
  return {
    isEmpty: () => size === 0,
    add(changeset: Uint8Array): void {
      const compressed = zstdCompressSync(changeset, CHECKED);
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(compressed.length);
      write(length);
      write(compressed);
    },
    *bytes(): Generator<Buffer> {
      for (let at = 0; file !== null && at < size; ) {
        const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
        const read = readSync(file, chunk, 0, chunk.length, at);
        at += read;
        yield chunk.subarray(0, read);
      }
    },
    close(): void {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

/** The changesets in the bytes of a spool. Throws BytesDamaged. */
export async function* changesetsIn(source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of source) {
    rest = Buffer.concat([rest, bytes]);
    for (let end = endOf(rest); end <= rest.length; end = endOf(rest)) {
      yield unpacked(rest.subarray(LENGTH_BYTES, end));
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new BytesDamaged('a commit in the database is cut off');
}

function unpacked(compressed: Buffer): Uint8Array {
  try {
    return zstdDecompressSync(compressed);
  } catch (error) {
    throw damagedIfZstd(error);
  }
}

function endOf(bytes: Buffer): number {
  return bytes.length < LENGTH_BYTES ? Number.POSITIVE_INFINITY : LENGTH_BYTES + bytes.readUInt32BE();
}
