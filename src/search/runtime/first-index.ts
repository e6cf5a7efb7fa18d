import type { OpenChangeFeed } from '../change-feed.ts';
import { emptySegment } from '../engine/next-segment.ts';
import { gatherLexicon } from './lexicon-build.ts';
import { buildSegment } from './segment-build.ts';

/**
 * Builds and saves the whole search index of a data folder, so that a server starts with it. Blocks its thread. Returns
 * what went wrong; a server then builds the index by itself.
 */
export function buildFirstIndex(dataDir: string, openFeed: OpenChangeFeed): readonly string[] {
  const base = emptySegment().arrays;
  const outcomes = [
    buildSegment({ dataDir, base, basePosition: 0 }, openFeed),
    gatherLexicon(dataDir, openFeed),
  ];
  return outcomes.flatMap(({ problem }) => problem ?? []);
}
