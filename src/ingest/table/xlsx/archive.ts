import type { Readable } from 'node:stream';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { message } from '../../../messages/messages.ts';
import { refuseOverExpanded, UnreadableInputError, unreadable } from '../../text/lines.ts';

/** The parts of a workbook, by their paths without a leading slash. */
export interface Archive {
  /** The bytes of a part as they unpack; null when there is no such part. Throws what `openArchive` throws. */
  open(path: string): Promise<Readable | null>;
}

/** Parts of one workbook: a sheet of a thousand pictures has some more than two thousand. */
const PARTS_MAX = 10_000;
/** Bytes of all parts together. The largest sheet that Excel opens comfortably has a tenth of it. */
const UNPACKED_BYTES_MAX = 500 * 1024 * 1024;

/**
 * Reads the directory of a zip archive. Sizes are checked twice, before anything is unpacked and while it is, because a
 * directory may lie (docs/feeds.md#csv-and-xlsx). Throws UnreadableInputError.
 */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await openZip(bytes);
  const entries = await listEntries(zip, bytes.length);
  return {
    async open(path) {
      const entry = entries.get(path.toLowerCase());
      if (entry === undefined) return null;
      try {
        // The stream fails as soon as more comes out of it than the directory promised.
        return await zip.openReadStreamPromise(entry);
      } catch (error) {
        throw unreadable(error);
      }
    },
  };
}

function openZip(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(unreadable(error));
    });
  });
}

/** Names of parts don't depend on case. */
async function listEntries(zip: ZipFile, packedBytes: number): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpackedBytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      unpackedBytes += entry.uncompressedSize;
      if (unpackedBytes > UNPACKED_BYTES_MAX)
        throw new UnreadableInputError(
          message('feeds.workbookUnpacks', { max: UNPACKED_BYTES_MAX / 1024 / 1024 }),
        );
      refuseOverExpanded(unpackedBytes, packedBytes);
      entries.set(entry.fileName.toLowerCase(), entry);
      if (entries.size > PARTS_MAX)
        throw new UnreadableInputError(message('feeds.workbookParts', { max: PARTS_MAX }));
    }
  } catch (error) {
    throw error instanceof UnreadableInputError ? error : unreadable(error);
  }
  return entries;
}
