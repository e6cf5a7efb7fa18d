import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { buildLexicon } from '../../search/lexicon.ts';
import { CATALOG_FILE, openDatabase } from './database.ts';
import { type LexiconOutcome, SUGGESTED_MAX } from './lexicon-keeper.ts';
import { writeLexiconFile } from './search-file.ts';
import { createSearchSource } from './search-source.ts';

/** What a build is started with. */
export interface LexiconBuildData {
  readonly dataDir: string;
}

/** Makes a lexicon of the catalogue as it is now, saves it, and hands it over. Blocks its thread meanwhile. */
export function runLexiconBuild({ dataDir }: LexiconBuildData, port: MessagePort): void {
  const db = openDatabase(join(dataDir, CATALOG_FILE), { busyTimeoutMs: BUSY_MS, readOnly: true });
  try {
    db.exec('BEGIN');
    const source = createSearchSource(db);
    const position = source.readLastChange();
    const lexicon = buildLexicon(source.eachEntry(SUGGESTED_MAX));
    const catalogue = source.readCatalogue();
    db.exec('COMMIT');
    let problem: string | null = null;
    try {
      writeLexiconFile(dataDir, lexicon, { catalogue, position });
    } catch (error) {
      // It serves all the same, and is made again at the next start.
      problem = `the words of the catalogue were not saved: ${error}`;
    }
    const outcome: LexiconOutcome = { kept: { lexicon, position }, problem };
    port.postMessage(outcome);
  } finally {
    db.close();
  }
}

const BUSY_MS = 10_000;
