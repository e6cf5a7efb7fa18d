import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';
import { message } from '../messages/messages.ts';
import {
  plainChunks,
  refuseFile,
  refuseOverExpanded,
  UnreadableInputError,
  unreadable,
} from './text/input.ts';

/** Bytes of a compressed archive, which is held in memory; larger tables can be sent as CSV. */
const ARCHIVE_BYTES_MAX = 50 * 1024 * 1024;
/** Uncompressed bytes of all parts together. The largest sheet that Excel opens comfortably has a tenth of it. */
const UNPACKED_BYTES_MAX = 500 * 1024 * 1024;
/** Parts of one archive: a sheet of a thousand pictures has some more than two thousand. */
const PARTS_MAX = 10_000;

export interface Archive {
  /** Paths of its parts without folders and without leading slashes. */
  readonly paths: readonly string[];
  /** A stream of a part's uncompressed bytes, by its path (case-insensitive); null when there is no such part. */
  open(path: string): Promise<Readable | null>;
}

/** All bytes of a file that must be held in memory. Throws UnreadableInputError for one that is too large. */
export async function collect(input: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const bytes of plainChunks(input)) {
    size += bytes.length;
    if (size > ARCHIVE_BYTES_MAX)
      refuseFile(message('feeds.workbookLarge', { max: ARCHIVE_BYTES_MAX / 1024 / 1024 }));
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads the directory of a zip archive. Sizes are checked before and while parts are unpacked, because a directory may lie
 * (docs/feeds.md#limits). Throws UnreadableInputError.
 */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const asOurs = (error: unknown) => (error instanceof UnreadableInputError ? error : unreadable(error));
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    const entries = new Map<string, Entry>();
    let unpackedBytes = 0;
    for await (const entry of zip.eachEntry()) {
      unpackedBytes += entry.uncompressedSize;
      if (unpackedBytes > UNPACKED_BYTES_MAX)
        refuseFile(message('feeds.workbookUnpacks', { max: UNPACKED_BYTES_MAX / 1024 / 1024 }));
      refuseOverExpanded(unpackedBytes, bytes.length);
      if (entry.isEncrypted()) refuseFile(message('feeds.noFeed.lockedZip'));
      // Names of parts don't depend on case.
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName.toLowerCase(), entry);
      if (entries.size > PARTS_MAX) refuseFile(message('feeds.workbookParts', { max: PARTS_MAX }));
    }
    return {
      paths: [...entries.values()].map(({ fileName }) => fileName),
      open: async (path) => {
        const entry = entries.get(path.toLowerCase());
        if (entry === undefined) return null;
        // The stream fails as soon as it yields more than the directory promised.
        const opened = await zip.openReadStreamPromise(entry).catch((error) => Promise.reject(asOurs(error)));
        return Readable.from(intact(opened, entry.crc32), { objectMode: false });
      },
    };
  } catch (error) {
    throw asOurs(error);
  }
}

/** The bytes of a part, with its checksum verified: damaged data may unpack to other text without an error. */
async function* intact(bytes: AsyncIterable<Buffer>, checksum: number): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const chunk of bytes) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== checksum)
    refuseFile(message('feeds.zipDamaged', { said: 'the archive is damaged: a checksum is wrong' }));
}
