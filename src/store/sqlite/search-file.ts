import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SegmentArrays } from '../../search/engine/segment.ts';
import { decodeSegment, encodeSegment, type SegmentOrigin } from '../../search/engine/segment-file.ts';

/** The folder of the search inside the data folder, and its one file. It may be deleted: it is made again. */
export const SEARCH_FOLDER = 'search';
export const SEGMENT_FILE = 'segment.seoga';

/** Writes under a temporary name, syncs, then renames, so that the name never stands for half a file. */
export function writeSegmentFile(dataDir: string, arrays: SegmentArrays, origin: SegmentOrigin): void {
  const directory = join(dataDir, SEARCH_FOLDER);
  mkdirSync(directory, { recursive: true });
  const temporary = join(directory, `${SEGMENT_FILE}.tmp`);
  const file = openSync(temporary, 'w');
  try {
    for (const bytes of encodeSegment(arrays, origin)) {
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, join(directory, SEGMENT_FILE));
  const folder = openSync(directory, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Throws when the file is not there, torn, changed, or of another release. */
export function readSegmentFile(dataDir: string): { arrays: SegmentArrays; origin: SegmentOrigin } {
  const file = openSync(join(dataDir, SEARCH_FOLDER, SEGMENT_FILE), 'r');
  try {
    return decodeSegment((into, position) => {
      let read = 0;
      while (read < into.length) {
        const more = readSync(file, into, read, into.length - read, position + read);
        if (more === 0) break;
        read += more;
      }
      return read;
    });
  } finally {
    closeSync(file);
  }
}
