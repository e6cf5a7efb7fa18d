import { readSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type NamedArrays, sharedArray } from '../../base/typed-arrays.ts';
import { whileOpen, writeWholeFile } from '../../base/whole-file.ts';
import type { ChangeMark } from '../../catalog/revision.ts';
import type { SqlDatabase } from '../../sql-database.ts';
import { createChangeFeed, type LexiconEntry } from '../change-feed.ts';
import { buildDictionary, type CorrectionArrays, correctionWords } from '../correction/dictionary.ts';
import { ChangeBatch, emptySegment, nextSegment } from '../engine/item-changes.ts';
import { Segment, type SegmentArrays } from '../engine/segment.ts';
import { buildSuggestions, type SuggestArrays } from '../suggestions.ts';

export interface IndexBuild {
  readonly dataDir: string;
  readonly base: BuildBase;
}

export interface BuildBase {
  readonly arrays: SegmentArrays;
  readonly last: ChangeMark;
}

export interface BuiltIndex extends BuildBase {
  readonly arrays: IndexArrays;
  /** Why the index couldn't be saved, or null. An unsaved index is used anyway, and built again at the next start. */
  readonly problem: string | null;
}

/** Builds and saves an index of the catalogue as of one commit. Blocks its thread for a long time. */
export function buildIndex(database: SqlDatabase, { dataDir, base }: IndexBuild): Promise<BuiltIndex> {
  return createChangeFeed(database).snapshot(async ({ last, has, changes, entries }) => {
    if (!(await has(base.last))) throw new SetBackError();
    const batch = new ChangeBatch();
    for await (const portion of changes(base.last.no)) batch.addAll(portion);
    const arrays = {
      ...nextSegment(new Segment(base.arrays), batch),
      ...(await buildLexicon(entries())),
    };
    let problem: string | null = null;
    try {
      writeIndexFile(dataDir, arrays, last);
    } catch (error) {
      problem = `the search index was not saved: ${error}`;
    }
    return { arrays, last, problem };
  });
}

/** The words, titles and contributors of a catalogue, for corrections and suggestions. A new lexicon replaces the old one. */
export type Lexicon = CorrectionArrays & SuggestArrays;

export async function buildLexicon(
  chunks: AsyncIterable<Iterable<LexiconEntry>> | Iterable<Iterable<LexiconEntry>>,
): Promise<Lexicon> {
  /** Number of items by word: items with the word anywhere, and items with it only in a contributor's name. */
  const [frequencies, asNames] = [new Map<string, number>(), new Map<string, number>()];
  /** Each title and contributor with the sale point of its best-selling item. */
  const salePoints = new Map<string, number>();
  for await (const entries of chunks)
    for (const { texts, salePoint, isSuggested } of entries) {
      const { title, subTitle, originalTitle, publisher, series, contributors } = texts;
      const fields = [title, subTitle, originalTitle, publisher, ...series];
      const words = new Set(fields.flatMap(correctionWords));
      const names = new Set(contributors.flatMap(correctionWords));
      for (const word of names.difference(words)) addOne(asNames, word);
      for (const word of words.union(names)) addOne(frequencies, word);
      for (const text of isSuggested ? [title, ...contributors] : [])
        salePoints.set(text, Math.max(salePoint, salePoints.get(text) ?? salePoint));
    }
  const words = frequencies
    .entries()
    .map(([word, count]) => [word, count, 2 * (asNames.get(word) ?? 0) > count] as const);
  return { ...buildDictionary(words), ...buildSuggestions(salePoints) };
}

function addOne(counts: Map<string, number>, word: string): void {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}

export class SetBackError extends Error {
  constructor() {
    super('the catalogue was set back to an earlier moment; the search index is made again');
  }
}

export function emptyBase(): BuildBase {
  return { arrays: emptySegment().arrays, last: { no: 0, mark: '' } };
}

type IndexArrays = SegmentArrays & Lexicon;

/** Path of the saved index in the catalogue's folder. If the file is deleted, the index is built again. */
export const INDEX_FILE = join('search', 'index.seoga');

/** Increase the number when the layout of the file or the tokens of texts change. */
const FORMAT = `index 17 ${endianness()}`;

/**
 * The file begins with HEAD_BYTES: a checksum and the JSON of Head, padded with spaces. The arrays follow, each padded to a
 * multiple of 8 bytes. Numbers are in the machine's byte order.
 */
const HEAD_BYTES = 8192;
const ALIGNMENT = 8;
const CHUNK_BYTES = 256 * 1024;

interface Head {
  readonly format: string;
  readonly position: ChangeMark['no'];
  readonly mark: ChangeMark['mark'];
  readonly arrays: readonly {
    readonly name: string;
    readonly type: keyof typeof ARRAY_TYPES;
    readonly bytes: number;
    readonly crc: number;
  }[];
}

const ARRAY_TYPES = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array };

export function writeIndexFile(dataDir: string, index: IndexArrays, { no, mark }: ChangeMark): void {
  const named: NamedArrays = { ...index };
  const parts = Object.entries(named).map(([name, array]) => ({
    name,
    type: array[Symbol.toStringTag],
    bytes: new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
  }));
  const head: Head = {
    format: FORMAT,
    position: no,
    mark,
    arrays: parts.map(({ bytes, ...part }) => ({ ...part, bytes: bytes.length, crc: crc32(bytes) })),
  };
  const text = JSON.stringify(head);
  const arrays = parts.flatMap(({ bytes }) => [bytes, new Uint8Array(paddingOf(bytes.length))]);
  const headBytes = Buffer.from(`${crc32(text)} ${text}`.padEnd(HEAD_BYTES));
  writeWholeFile(join(dataDir, INDEX_FILE), [headBytes, ...arrays]);
}

/** Reads the saved index into shared memory. Null if it has another format. Throws if the file is missing or damaged. */
export function readIndexFile(dataDir: string) {
  return whileOpen(join(dataDir, INDEX_FILE), 'r', (file) => {
    let position = 0;
    /** Reads in chunks, so that the bytes are still in the processor's cache for the checksum. */
    const read = (bytes: Uint8Array): number => {
      let crc = 0;
      for (let at = 0; at < bytes.length; ) {
        const wanted = Math.min(CHUNK_BYTES, bytes.length - at);
        const count = readSync(file, bytes, at, wanted, position + at);
        if (count === 0) throw damaged('it ends too early');
        crc = crc32(bytes.subarray(at, at + count), crc);
        at += count;
      }
      position += bytes.length + paddingOf(bytes.length);
      return crc;
    };
    const headBytes = Buffer.alloc(HEAD_BYTES);
    read(headBytes);
    const [crc, ...text] = headBytes.toString('latin1').trimEnd().split(' ');
    if (Number(crc) !== crc32(text.join(' '))) throw damaged('its head is changed');
    const head: Head = JSON.parse(text.join(' '));
    if (head.format !== FORMAT) return null;
    const entries = head.arrays.map(({ name, type, bytes, crc }) => {
      const content = sharedArray(Uint8Array, bytes);
      if (read(content) !== crc) throw damaged(`${name} is changed`);
      return [name, new ARRAY_TYPES[type](content.buffer)] as const;
    });
    // Files of the same FORMAT have these arrays.
    const arrays = Object.fromEntries(entries) as unknown as IndexArrays;
    return { arrays, last: { no: head.position, mark: head.mark } };
  });
}

function paddingOf(bytes: number): number {
  return -bytes & (ALIGNMENT - 1);
}

function damaged(how: string): Error {
  return new Error(`the saved search index is damaged: ${how}`);
}
