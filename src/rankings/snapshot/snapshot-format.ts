import type { Edition } from '../ranking-store.ts';

/**
 * The file of one edition:
 *
 *   magic, length of the head, CRC of the head, CRC of the tables (16 bytes)
 *   head      JSON, padded with spaces to a multiple of 8 bytes
 *   tables    where each list starts (entries, one number more than lists), then each list's CRC
 *   entries   by cell and category: item number (4 or 8 bytes), rank change (2 bytes)
 *   days      counted copies by item, day and segment: item numbers, starts, copies, codes
 *
 * Numbers are in the machine's byte order; a file from another kind of machine fails on its magic. Every part
 * has a checksum that is compared each time the part is read, so that a damaged file is never served. The entries have
 * two: one a list, for those that are read alone, and one of all, for a run that looks whether the file is whole.
 */
export const MAGIC = 0x53_47_52_4b;
/** A change of the format needs a step of the catalogue's schema as well, so that older programs refuse the folder. */
export const FORMAT = 3;
export const PREFIX_BYTES = 16;

/** The head of a file. */
export interface Head {
  readonly format: number;
  readonly edition: Edition;
  readonly categoryIds: readonly string[];
  readonly listCount: number;
  readonly entryCount: number;
  /** Of all entries together: comparing many lists one by one takes several times as long. */
  readonly entriesCrc: number;
  /** 4, or 8 where an item number needs more. */
  readonly itemIdBytes: number;
  readonly days: { readonly itemCount: number; readonly entryCount: number; readonly crc: number };
}
