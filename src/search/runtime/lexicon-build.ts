import type { MessagePort } from 'node:worker_threads';
import type { OpenChangeFeed } from '../change-feed.ts';
import { buildLexicon, buildRecentLexicon } from '../lexicon.ts';
import { writeLexiconFile } from './index-files.ts';
import { type KeptLexicon, type LexiconOutcome, SUGGESTED_MAX } from './lexicon-updater.ts';

/** Data that a build is started with. */
export interface LexiconBuildData {
  readonly dataDir: string;
  /** Only what changed since then is gathered, and nothing is saved; null = the whole catalogue. */
  readonly older: KeptLexicon | null;
}

/** Makes a lexicon and hands it over. Blocks its thread. */
export function runLexiconBuild(data: LexiconBuildData, port: MessagePort, openFeed: OpenChangeFeed): void {
  const { dataDir, older } = data;
  port.postMessage(
    older === null ? gatherLexicon(dataDir, openFeed) : gatherRecent(dataDir, older, openFeed),
  );
}

/** Makes a lexicon of the catalogue as it is now, and saves it. Blocks its thread. */
export function gatherLexicon(dataDir: string, openFeed: OpenChangeFeed): LexiconOutcome {
  const feed = openFeed(dataDir, BUSY_MS);
  try {
    feed.beginSnapshot();
    const position = feed.readLastChange();
    const lexicon = buildLexicon(feed.eachEntry(SUGGESTED_MAX));
    const catalogue = feed.readCatalogue();
    feed.endSnapshot();
    let problem: string | null = null;
    try {
      writeLexiconFile(dataDir, lexicon, { catalogue, position });
    } catch (error) {
      // It serves all the same, and is built again at the next start.
      problem = `the words of the catalogue were not saved: ${error}`;
    }
    return { kept: { lexicon, position }, problem };
  } finally {
    feed.close();
  }
}

function gatherRecent(dataDir: string, older: KeptLexicon, openFeed: OpenChangeFeed): LexiconOutcome {
  const feed = openFeed(dataDir, BUSY_MS);
  try {
    feed.beginSnapshot();
    const position = feed.readLastChange();
    const lexicon = buildRecentLexicon(older.lexicon, feed.eachChangedEntry(older.position));
    feed.endSnapshot();
    return { kept: { lexicon, position }, problem: null };
  } finally {
    feed.close();
  }
}

const BUSY_MS = 10_000;
