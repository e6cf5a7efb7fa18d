import type { MessagePort } from 'node:worker_threads';
import type { ArraysOrigin } from '../array-file.ts';
import type { ChangeFeed, OpenChangeFeed } from '../change-feed.ts';
import { emptySegment, NextSegment } from '../engine/next-segment.ts';
import { Segment, type SegmentArrays } from '../engine/segment.ts';
import { buildLexicon, buildRecentLexicon } from '../lexicon.ts';
import { writeLexiconFile, writeSegmentFile } from './index-files.ts';
import type { BuildOutcome } from './index-updater.ts';
import { type KeptLexicon, type LexiconOutcome, SUGGESTED_MAX } from './lexicon-updater.ts';

interface SegmentBuild {
  readonly dataDir: string;
  readonly base: SegmentArrays;
  /** Number of the last change that is in the base. */
  readonly basePosition: number;
}

interface LexiconBuild {
  readonly dataDir: string;
  /** Only what changed since then is gathered, and nothing is saved; null = the whole catalogue. */
  readonly older: KeptLexicon | null;
}

/** Data that the thread of a build is started with. */
export type BuildData = SegmentBuild | LexiconBuild;

/** Makes a segment or a lexicon and hands it over. Blocks its thread. */
export function runBuild(data: BuildData, port: MessagePort, openFeed: OpenChangeFeed): void {
  port.postMessage('base' in data ? makeSegment(data, openFeed) : makeLexicon(data, openFeed));
}

/**
 * Builds and saves the whole search index of a data folder, so that a server starts with it. Blocks its thread. Returns
 * what went wrong; a server then builds the index by itself.
 */
export function buildFirstIndex(dataDir: string, openFeed: OpenChangeFeed): readonly string[] {
  const { arrays: base } = emptySegment();
  const outcomes = [
    makeSegment({ dataDir, base, basePosition: 0 }, openFeed),
    makeLexicon({ dataDir, older: null }, openFeed),
  ];
  return outcomes.flatMap(({ problem }) => problem ?? []);
}

function makeSegment({ dataDir, base, basePosition }: SegmentBuild, openFeed: OpenChangeFeed): BuildOutcome {
  const next = new NextSegment(new Segment(base));
  const { origin } = readSnapshot(dataDir, openFeed, (feed) => {
    for (const change of feed.eachChangedItem(basePosition)) next.add(change);
  });
  const arrays = next.finish();
  const problem = problemOf('the search index was', () => writeSegmentFile(dataDir, arrays, origin));
  return { arrays, position: origin.position, problem };
}

function makeLexicon({ dataDir, older }: LexiconBuild, openFeed: OpenChangeFeed): LexiconOutcome {
  const { made: lexicon, origin } = readSnapshot(dataDir, openFeed, (feed) =>
    older === null
      ? buildLexicon(feed.eachEntry(SUGGESTED_MAX))
      : buildRecentLexicon(older.lexicon, feed.eachChangedEntry(older.position)),
  );
  const save = () => writeLexiconFile(dataDir, lexicon, origin);
  const problem = older === null ? problemOf('the words of the catalogue were', save) : null;
  return { kept: { lexicon, position: origin.position }, problem };
}

const BUSY_MS = 10_000;

/** What `read` makes of the catalogue as of one commit, and which that is. */
function readSnapshot<T>(dataDir: string, openFeed: OpenChangeFeed, read: (feed: ChangeFeed) => T) {
  using feed = openFeed(dataDir, BUSY_MS);
  feed.beginSnapshot();
  const origin: ArraysOrigin = { catalogue: feed.readCatalogue(), position: feed.readLastChange() };
  const made = read(feed);
  feed.endSnapshot();
  return { made, origin };
}

/** What can't be saved serves all the same, and is built again at the next start. */
function problemOf(what: string, save: () => void): string | null {
  try {
    save();
    return null;
  } catch (error) {
    return `${what} not saved: ${error}`;
  }
}
