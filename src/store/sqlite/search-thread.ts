import { join } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { KstDay } from '../../clock.ts';
import { parseQuery } from '../../search/query.ts';
import type { SearchRequest, SearchResult } from '../../search/search-index.ts';
import { CATALOG_FILE, openDatabase } from './database.ts';
import type { BuildThreadData } from './search-build.ts';
import { type BuildOutcome, type FollowerLimits, SearchFollower } from './search-follower.ts';

/** What the thread is started with. */
export interface SearchThreadData {
  readonly dataDir: string;
  readonly limits: FollowerLimits;
}

export interface SearchCall {
  readonly id: number;
  readonly request: SearchRequest;
  /** The KST day on which deals are looked at. */
  readonly today: KstDay;
}

/** Calls of one turn of the event loop travel together, and so do their answers. */
export type ToSearchThread =
  | { readonly kind: 'search'; readonly calls: readonly SearchCall[] }
  | { readonly kind: 'stop' };

export type FromSearchThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answers'; readonly answers: readonly SearchAnswer[] }
  | { readonly kind: 'problem'; readonly problem: unknown };

/** A result, or why there is none. */
export interface SearchAnswer {
  readonly id: number;
  readonly result: SearchResult | null;
  readonly problem: unknown;
}

/** How often commits are looked for when nobody asks. A look costs a few microseconds. */
const TICK_MS = 100;

/** Answers searches until it is told to stop. `buildEntry` is the file that calls runSearchBuild. */
export function runSearchThread(data: SearchThreadData, port: MessagePort, buildEntry: URL): void {
  const tell = (message: FromSearchThread) => port.postMessage(message);
  const db = openDatabase(join(data.dataDir, CATALOG_FILE), { busyTimeoutMs: BUSY_MS, readOnly: true });
  let builder: Worker | null = null;
  const follower: SearchFollower = new SearchFollower({
    db,
    dataDir: data.dataDir,
    limits: data.limits,
    startBuild(base, basePosition) {
      const buildData: BuildThreadData = { dataDir: data.dataDir, base, basePosition };
      builder = watchBuild(new Worker(buildEntry, { workerData: buildData }), (outcome) => {
        builder = null;
        follower.endBuild(outcome);
      });
    },
    onReady: () => tell({ kind: 'ready' }),
    onProblem: (problem) => tell({ kind: 'problem', problem }),
  });
  let lastProblem = '';
  const tick = () => {
    try {
      follower.refresh();
      lastProblem = '';
    } catch (problem) {
      // The same one every tenth of a second would flood the log.
      if (String(problem) !== lastProblem) tell({ kind: 'problem', problem });
      lastProblem = String(problem);
    }
  };
  const timer = setInterval(tick, TICK_MS);
  port.on('message', (message: ToSearchThread) => {
    if (message.kind === 'search')
      return tell({ kind: 'answers', answers: answerAll(follower, message.calls) });
    clearInterval(timer);
    follower.close();
    db.close();
    // A build is never waited for: its file counts only once it is whole.
    void builder?.terminate();
    port.close();
  });
  tick();
}

/** Nobody writes on this connection, so it waits only while another one recovers the file. */
const BUSY_MS = 1_000;

function watchBuild(worker: Worker, onEnd: (outcome: BuildOutcome) => void): Worker {
  let hasEnded = false;
  const end = (outcome: BuildOutcome) => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd(outcome);
  };
  worker.on('message', end);
  worker.on('error', (error) =>
    end({ arrays: null, problem: `the search index was not built: ${error.message}` }),
  );
  return worker;
}

function answerAll(follower: SearchFollower, calls: readonly SearchCall[]): SearchAnswer[] {
  let problem: unknown = null;
  try {
    follower.refresh();
  } catch (error) {
    problem = error;
  }
  return calls.map(({ id, request, today }) => {
    if (problem !== null) return { id, result: null, problem };
    try {
      return { id, result: answer(follower, request, today), problem: null };
    } catch (error) {
      return { id, result: null, problem: error };
    }
  });
}

function answer(follower: SearchFollower, request: SearchRequest, today: KstDay): SearchResult {
  const { state } = follower;
  if (state === null) throw new Error('there is no index yet');
  const { named, text } = parseQuery(request.query);
  // A number names an item whatever its fields say; who asks for a field asks for words.
  if (named !== null && request.target === 'all') {
    const itemIds = follower.findNamed(named.itemId, named.isbn13, named.isbn10);
    const result = state.searchItems(itemIds, request, today);
    if (result.totalCount + result.withheldCount > 0) return result;
  }
  return text === null ? NOTHING : state.searchText(text, request, today);
}

const NOTHING: SearchResult = { totalCount: 0, itemIds: [], withheldCount: 0, correction: null };
