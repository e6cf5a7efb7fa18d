import { type ChangeFeed, openChangeFeed } from '../change-feed.ts';
import type { BuiltSegment } from '../engine/item-index.ts';
import { emptySegment, NextSegment } from '../engine/next-segment.ts';
import { Segment } from '../engine/segment.ts';
import { buildLexicon, type Lexicon } from '../lexicon.ts';
import { type IndexArrays, writeIndexFile } from './index-file.ts';

/** What a build is to do. */
export interface IndexBuild {
  readonly dataDir: string;
  /** The segment to start from; changes after it are added. */
  readonly base: BuiltSegment;
  /** Without them the index is ready in half of the time, and isn't saved. */
  readonly withWords: boolean;
}

export interface BuiltIndex {
  readonly arrays: IndexArrays;
  /** Number of the last change in it. */
  readonly position: number;
  readonly hasWords: boolean;
  /** Why it wasn't saved; it serves all the same, and is built again at the next start. */
  readonly problem: string | null;
}

/** The most items that are suggested: more titles would take gigabytes for sorting and hardly ever be seen. */
const SUGGESTED_MAX = 1_000_000;
const BUSY_MS = 10_000;

/** Builds an index of the catalogue as of one commit, and saves it. Blocks its thread. */
export function buildIndex({ dataDir, base, withWords }: IndexBuild): BuiltIndex {
  using feed = openChangeFeed(dataDir, BUSY_MS);
  feed.beginSnapshot();
  const origin = { catalogue: feed.readCatalogue(), position: feed.readLastChange() };
  const next = new NextSegment(new Segment(base.arrays));
  for (const change of feed.eachChangedItem(base.position)) next.add(change);
  const segment = next.finish();
  const arrays = { ...segment, ...(withWords ? gatherWords(feed) : buildLexicon([])) };
  feed.endSnapshot();
  const built = { arrays, position: origin.position, hasWords: withWords };
  try {
    if (withWords) writeIndexFile(dataDir, arrays, origin);
    return { ...built, problem: null };
  } catch (error) {
    return { ...built, problem: `the search index was not saved: ${error}` };
  }
}

/**
 * Builds and saves the index of a data folder from nothing, so that a server starts with it. Blocks its thread. Returns
 * what went wrong; a server then builds it by itself.
 */
export function buildFirstIndex(dataDir: string): string | null {
  return buildIndex({ dataDir, base: emptyBase(), withWords: true }).problem;
}

/** The words, titles and names of a whole catalogue. */
export function gatherWords(feed: ChangeFeed): Lexicon {
  return buildLexicon(feed.eachEntry(SUGGESTED_MAX));
}

/** What the first build starts from. */
export function emptyBase(): BuiltSegment {
  return { arrays: emptySegment().arrays, position: 0 };
}
