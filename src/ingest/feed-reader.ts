import type { Readable } from 'node:stream';
import type { FeedProblem } from './feed-record.ts';
import type { LostFields } from './verdict.ts';

/** One record as a reader found it, before any check. */
export interface RawRecord {
  /** Where it stands, 1-based: the line, row or record of the file, as the reader's `unit` says. */
  readonly line: number;
  /**
   * The record as a JSON value with the field names of docs/feeds.md. `checkRecord` decides whether it is good.
   */
  readonly value: unknown;
  /** Why fields are missing or can't be read, where the reader knows more than their values tell. */
  readonly lost?: LostFields;
}

/** The next records of a feed, in order. A batch may be empty of records and still move `lastLine`. */
export interface RawBatch {
  readonly records: readonly RawRecord[];
  /** Records that the reader itself refuses, such as a line that isn't JSON. They appear in no other list. */
  readonly problems: readonly FeedProblem[];
  /** What the reader repaired or left out of records that it passes on. */
  readonly warnings: readonly FeedProblem[];
  /** The last line, row or record that was read. */
  readonly lastLine: number;
}

/**
 * Turns the bytes of one format into records. Every check, limit and report of an import comes after it and is the same
 * for all formats, so a reader only has to know where a record begins and what its fields are called.
 */
export interface FeedReader {
  /** What the numbers of a report count. */
  readonly unit: 'line' | 'row' | 'record';
  /**
   * Reads to the end of `input`, plain bytes or gzip, in batches of at most 500 records so that the import can do other
   * work in between. Memory stays bounded however large the file is. Throws UnreadableInputError when the file is
   * damaged, cut short, or not of this format at all.
   */
  read(input: Readable): AsyncIterable<RawBatch>;
  /** The column or element that a report names in place of a field. Left out where the file uses our own names. */
  placeOf?(field: string): string;
}
