import type { MessagePort } from 'node:worker_threads';
import type { OpenChangeFeed } from '../change-feed.ts';
import { NextSegment } from '../engine/next-segment.ts';
import { Segment, type SegmentArrays } from '../engine/segment.ts';
import { writeSegmentFile } from './index-files.ts';
import type { BuildOutcome } from './index-updater.ts';

/** Data that a build is started with. */
export interface SegmentBuildData {
  readonly dataDir: string;
  readonly base: SegmentArrays;
  /** Number of the last change that is in the base. */
  readonly basePosition: number;
}

/** Builds a segment and hands it over. Blocks its thread. */
export function runSegmentBuild(data: SegmentBuildData, port: MessagePort, openFeed: OpenChangeFeed): void {
  port.postMessage(buildSegment(data, openFeed));
}

/** Builds a segment of the catalogue as it is now, and saves it. Blocks its thread. */
export function buildSegment(data: SegmentBuildData, openFeed: OpenChangeFeed): BuildOutcome {
  const feed = openFeed(data.dataDir, BUSY_MS);
  try {
    feed.beginSnapshot();
    const position = feed.readLastChange();
    const next = new NextSegment(new Segment(data.base));
    for (const change of feed.eachChangedItem(data.basePosition)) next.add(change);
    const catalogue = feed.readCatalogue();
    feed.endSnapshot();
    const arrays = next.finish();
    const problem = save(data.dataDir, arrays, { catalogue, position });
    return { arrays, position, problem };
  } finally {
    feed.close();
  }
}

const BUSY_MS = 10_000;

/** An index that can't be saved serves all the same, and is built again at the next start. */
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
