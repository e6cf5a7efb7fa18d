import type { MessagePort } from 'node:worker_threads';
import type { OpenChangeFeed } from '../change-feed.ts';
import { buildLexicon } from '../lexicon.ts';
import { writeLexiconFile } from './index-files.ts';
import { type LexiconOutcome, SUGGESTED_MAX } from './lexicon-updater.ts';

/** Data that a build is started with. */
export interface LexiconBuildData {
  readonly dataDir: string;
}

/** Makes a lexicon and hands it over. Blocks its thread. */
export function runLexiconBuild(data: LexiconBuildData, port: MessagePort, openFeed: OpenChangeFeed): void {
  port.postMessage(gatherLexicon(data, openFeed));
}

/** Makes a lexicon of the catalogue as it is now, and saves it. Blocks its thread. */
export function gatherLexicon({ dataDir }: LexiconBuildData, openFeed: OpenChangeFeed): LexiconOutcome {
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

const BUSY_MS = 10_000;
