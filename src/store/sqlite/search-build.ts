import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { NextSegment } from '../../search/engine/next-segment.ts';
import { Segment, type SegmentArrays } from '../../search/engine/segment.ts';
import { CATALOG_FILE, openDatabase } from './database.ts';
import { writeSegmentFile } from './search-file.ts';
import type { BuildOutcome } from './search-follower.ts';
import { createSearchSource } from './search-source.ts';

/** What a build is started with. */
export interface BuildThreadData {
  readonly dataDir: string;
  readonly base: SegmentArrays;
  /** Number of the last change that is in the base. */
  readonly basePosition: number;
}

/** Builds a segment of the catalogue as it is now, saves it, and hands it over. Blocks its thread meanwhile. */
export function runSearchBuild(data: BuildThreadData, port: MessagePort): void {
  const db = openDatabase(join(data.dataDir, CATALOG_FILE), { busyTimeoutMs: BUSY_MS, readOnly: true });
  try {
    db.exec('BEGIN');
    const source = createSearchSource(db);
    const position = source.readLastChange();
    const next = new NextSegment(new Segment(data.base));
    for (const change of source.eachChangedItem(data.basePosition)) next.add(change);
    const catalogue = source.readCatalogue();
    db.exec('COMMIT');
    const arrays = next.finish();
    const problem = save(data.dataDir, arrays, { catalogue, position });
    const outcome: BuildOutcome = { arrays, position, problem };
    port.postMessage(outcome);
  } finally {
    db.close();
  }
}

const BUSY_MS = 10_000;

/** An index that cannot be saved serves all the same, and is made again at the next start. */
function save(
  dataDir: string,
  arrays: SegmentArrays,
  origin: { catalogue: string; position: number },
): string | null {
  try {
    writeSegmentFile(dataDir, arrays, origin);
    return null;
  } catch (error) {
    return `the search index was not saved: ${error}`;
  }
}
