import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../clock.ts';
import { FILE_NAMES, openDatabase } from '../../sqlite/database.ts';
import { createDatabase } from '../database.ts';
import { tidyLog } from './base.ts';
import { followLog } from './follow.ts';
import type { FollowerMessage, FollowerThreadData } from './follower.ts';
import { LOG_FILES, LogRefused } from './head.ts';

/** How often a replica asks for commits of others, in ms. */
const POLL_MS = 500;
/** The same after one: an import makes many. Also while another connection of this machine writes to the replica. */
const POLL_AGAIN_MS = 100;
/** The same while somebody waits for a commit. */
const ASKED_PAUSE_MS = 5;
/** How often an instance looks whether the log has become too long. */
const TIDY_EVERY_MS = 600_000;

/** The thread that keeps a replica up to date: it follows twice a second, and at once when it is asked to. It never ends by itself. */
const { address, folder }: FollowerThreadData = workerData;
const database = createDatabase({ address, connectionsMax: 2 });
const copies = LOG_FILES.map((file) => {
  const path = join(folder, FILE_NAMES[file]);
  return { file, path, database, db: openDatabase(path, { busyTimeoutMs: 0, mapFile: false }) };
});
let known: number | null = null;
let tidyAtMs = systemClock.monotonicMs();
let asked = nextQuestion();
for (;;) {
  const pauseMs = await follow();
  const pause = new AbortController();
  const isAsked = await Promise.race([asked, wait(pauseMs, false, pause).catch(() => false)]);
  pause.abort();
  if (isAsked) asked = nextQuestion();
}

/** Resolves a moment after somebody has asked, also while the thread follows. */
async function nextQuestion(): Promise<boolean> {
  if (parentPort !== null) await once(parentPort, 'message');
  return await wait(ASKED_PAUSE_MS, true);
}

/** Follows once. Returns how long to pause, in ms. */
async function follow(): Promise<number> {
  try {
    let no: number | null = null;
    // The number of the last one, the catalogue, is the one that answers wait for.
    for (const copy of copies) no = await followLog(copy);
    if (no !== null) tell(null);
    if (systemClock.monotonicMs() >= tidyAtMs) {
      tidyAtMs += TIDY_EVERY_MS;
      // While following goes on. What fails is done by another instance, or the next time.
      tidy().catch(() => {});
    }
    const isSame = no === known;
    known = no ?? known;
    return isSame ? POLL_MS : POLL_AGAIN_MS;
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    tell({ failure, isRefused: error instanceof LogRefused });
    return POLL_MS;
  }
}

function tell(message: FollowerMessage): void {
  parentPort?.postMessage(message);
}

/** One file after the other: whoever tidies holds a lease. */
async function tidy(): Promise<void> {
  for (const { file, path } of copies) await tidyLog(database, file, path);
}
