import { readSync } from 'node:fs';
import { join } from 'node:path';
import { whileOpen, writeWholeFile } from '../../whole-file.ts';
import { type ArraysOrigin, decodeArrays, encodeArrays } from '../array-file.ts';
import type { SegmentArrays } from '../engine/segment.ts';
import type { Lexicon } from '../lexicon.ts';

/** Search's folder inside the data folder. Its files may be deleted; they are built again. */
export const SEARCH_FOLDER = 'search';
export const SEGMENT_FILE = 'segment.seoga';
export const LEXICON_FILE = 'lexicon.seoga';

/** Increase the number when the layout changes or when texts are read differently. */
const SEGMENT_FORMAT = 'segment 10';
const LEXICON_FORMAT = 'lexicon 9';

// A file of a format holds the arrays of that format, so no reader looks at their names.

export function writeSegmentFile(dataDir: string, arrays: SegmentArrays, origin: ArraysOrigin): void {
  writeFile(dataDir, SEGMENT_FILE, encodeArrays(SEGMENT_FORMAT, { ...arrays }, origin));
}

/** Throws when the file is missing, torn, modified, or of another release. */
export function readSegmentFile(dataDir: string): { arrays: SegmentArrays; origin: ArraysOrigin } {
  const { arrays, origin } = readFile(dataDir, SEGMENT_FILE, SEGMENT_FORMAT);
  return { arrays: arrays as unknown as SegmentArrays, origin };
}

export function writeLexiconFile(dataDir: string, lexicon: Lexicon, origin: ArraysOrigin): void {
  writeFile(dataDir, LEXICON_FILE, encodeArrays(LEXICON_FORMAT, { ...lexicon }, origin));
}

/** Throws when the file is missing, torn, modified, or of another release. */
export function readLexiconFile(dataDir: string): { lexicon: Lexicon; origin: ArraysOrigin } {
  const { arrays, origin } = readFile(dataDir, LEXICON_FILE, LEXICON_FORMAT);
  return { lexicon: arrays as unknown as Lexicon, origin };
}

function writeFile(dataDir: string, name: string, pieces: readonly Uint8Array[]): void {
  writeWholeFile(join(dataDir, SEARCH_FOLDER, name), pieces);
}

function readFile(dataDir: string, name: string, format: string) {
  return whileOpen(join(dataDir, SEARCH_FOLDER, name), 'r', (file) =>
    decodeArrays(format, (into, position) => {
      let read = 0;
      while (read < into.length) {
        const more = readSync(file, into, read, into.length - read, position + read);
        if (more === 0) break;
        read += more;
      }
      return read;
    }),
  );
}
