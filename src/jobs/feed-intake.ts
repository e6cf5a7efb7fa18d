import { rmSync } from 'node:fs';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import { RECOGNISE, type Reading } from '../ingest/choose-reader.ts';
import type { FeedIntake, IntakeState } from '../ingest/feed-intake.ts';
import type { ImportReport } from '../ingest/import-feed.ts';
import type { ImportSource } from '../ingest/import-log.ts';
import type { Reason } from '../ingest/reason.ts';

/** Where the threads that read feeds work. */
export interface FeedThreadOptions {
  /** The file that calls serveFeedImport on the store of a data folder. */
  readonly entry: URL;
  readonly dataDir: string;
  /** ISO 4217 code of the shop's prices. */
  readonly currency: string;
  readonly clock: Clock;
  /** Called with the cause of a failed check or import, except for unreadable files. */
  readonly onProblem: (error: unknown) => void;
}

/** An intake that ends with its process. */
export interface ClosableFeedIntake extends FeedIntake {
  /** Stops a running check or import, waits for its end, and deletes the file. */
  close(): Promise<void>;
}

/** Data that the thread is started with. */
export interface FeedThreadData {
  readonly dataDir: string;
  readonly path: string;
  readonly reading: Reading;
  readonly currency: string;
  /** Null for a check. */
  readonly source: ImportSource | null;
  readonly force: boolean;
  /** Whether the file names all items of its source. */
  readonly full: boolean;
  /** The wall clock at the start; the thread continues from there. */
  readonly startMs: number;
}

/** Messages from the thread. */
export type FeedMessage =
  | { readonly kind: 'progress'; readonly lines: number; readonly readBytes: number }
  | { readonly kind: 'report'; readonly report: ImportReport }
  | { readonly kind: 'unreadable'; readonly reason: Reason }
  | { readonly kind: 'stopped' };

const FOLDER = 'intake';

/** Keeps the file in a folder of its own within the data folder, and works on it in a thread for each task. */
export function createFeedIntake(options: FeedThreadOptions): ClosableFeedIntake {
  const folder = join(options.dataDir, FOLDER);
  // Left behind by a killed process.
  rmSync(folder, { recursive: true, force: true });
  let state: IntakeState = { stage: 'idle' };
  let lastId = 0;
  let isWriting = false;
  let running: { readonly stop: () => void; readonly ended: Promise<void> } | null = null;
  const pathOf = (intakeId: number) => join(folder, `feed-${intakeId}`);
  const remove = (intakeId: number) => rm(pathOf(intakeId), { force: true });

  const work = (source: ImportSource | null, force = false) => {
    if (state.stage === 'idle') return;
    const { intakeId, name, bytes } = state;
    const intake = { intakeId, name, bytes };
    const stage = source === null ? 'checking' : 'importing';
    state = { ...intake, stage, readBytes: 0, lines: 0 };
    const run = startFeedRun(
      options,
      { path: pathOf(intakeId), reading: RECOGNISE, source, force },
      ({ readBytes, lines }) => {
        state = { ...intake, stage, readBytes, lines };
      },
    );
    const end = async (outcome: RunOutcome) => {
      running = null;
      const after = stateAfter(outcome);
      if (after.stage !== 'checked') await remove(intakeId);
      state = { ...intake, ...after };
    };
    running = { stop: run.stop, ended: run.outcome.then(end).catch(options.onProblem) };
  };

  return {
    state: async () => state,
    async begin(name, bytes) {
      if (BUSY_STAGES.has(state.stage)) return false;
      if (state.stage !== 'idle') void remove(state.intakeId).catch(options.onProblem);
      const intakeId = ++lastId;
      state = { stage: 'uploading', intakeId, name, bytes, receivedBytes: 0 };
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(pathOf(intakeId), '', { mode: 0o600 });
      return true;
    },
    async add(intakeId, offset, piece) {
      if (state.stage !== 'uploading' || state.intakeId !== intakeId || isWriting) return false;
      if (offset !== state.receivedBytes || offset + piece.length > state.bytes) return false;
      isWriting = true;
      try {
        await appendFile(pathOf(intakeId), piece);
      } finally {
        isWriting = false;
      }
      // It may have been cancelled in the meantime.
      if (state.stage !== 'uploading' || state.intakeId !== intakeId) {
        await remove(intakeId);
        return false;
      }
      state = { ...state, receivedBytes: offset + piece.length };
      if (state.receivedBytes === state.bytes) work(null);
      return true;
    },
    async importChecked(intakeId, actor, force) {
      if (state.stage !== 'checked' || state.intakeId !== intakeId) return false;
      work({ name: state.name, actor, bytes: state.bytes }, force);
      return true;
    },
    async cancel(intakeId) {
      if (state.stage === 'idle' || state.intakeId !== intakeId) return false;
      if (running === null) {
        state = { stage: 'idle' };
        await remove(intakeId);
      } else {
        running.stop();
        await running.ended;
      }
      return true;
    },
    async close() {
      running?.stop();
      await running?.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Nobody can start another file in one of these states. A file that was only checked gives way. */
const BUSY_STAGES: ReadonlySet<IntakeState['stage']> = new Set(['uploading', 'checking', 'importing']);

export type RunOutcome = Exclude<FeedMessage, { kind: 'progress' }> | { readonly kind: 'failed' };

function stateAfter(outcome: RunOutcome) {
  if (outcome.kind === 'report') {
    const { report } = outcome;
    return { stage: report.committed ? ('imported' as const) : ('checked' as const), report };
  }
  if (outcome.kind === 'stopped') return { stage: 'stopped' as const };
  return { stage: 'unreadable' as const, reason: outcome.kind === 'unreadable' ? outcome.reason : null };
}

interface FeedRun {
  /** Never rejects. */
  readonly outcome: Promise<RunOutcome>;
  stop(): void;
}

type FeedProgress = Extract<FeedMessage, { kind: 'progress' }>;

/** One check (`source` null) or import of a file. */
export interface FeedTask extends Pick<FeedThreadData, 'path' | 'reading' | 'source' | 'force'> {
  /** Default false. */
  readonly full?: boolean;
}

/** Starts a task on a thread of its own. */
export function startFeedRun(
  { entry, dataDir, currency, clock, onProblem }: FeedThreadOptions,
  { full = false, ...task }: FeedTask,
  onProgress: (progress: FeedProgress) => void = () => {},
): FeedRun {
  const workerData: FeedThreadData = { ...task, full, dataDir, currency, startMs: clock.nowMs() };
  const thread = new Worker(entry, { workerData });
  const outcome = new Promise<RunOutcome>((resolve) => {
    let told: RunOutcome | null = null;
    thread.on('message', (message: FeedMessage) => {
      if (message.kind === 'progress') onProgress(message);
      else told = message;
    });
    thread.on('error', onProblem);
    // Its connection to the store is closed only then.
    thread.on('exit', () => resolve(told ?? { kind: 'failed' }));
  });
  return { outcome, stop: () => thread.postMessage('stop') };
}
