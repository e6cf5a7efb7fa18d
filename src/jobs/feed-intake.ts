import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reading } from '../ingest/choose-reader.ts';
import type { FeedIntake, IntakeState } from '../ingest/feed-intake.ts';
import type { FeedPreview } from '../ingest/feed-preview.ts';
import type { ImportReport } from '../ingest/import-feed.ts';
import type { ImportSource } from '../ingest/import-log.ts';
import { EMPTY_BOARD, type IntakeBoard, type IntakeRecord, type WorkTicket } from '../ingest/intake-board.ts';
import type { Reason } from '../ingest/reason.ts';
import { type FeedThreadOptions, type RunOutcome, startFeedRun } from './feed-run.ts';

/** An intake that ends with its process. */
export interface ClosableFeedIntake extends FeedIntake {
  /** Stops a running check or import, waits for its end, and deletes the file. */
  close(): Promise<void>;
}

/** The folder of files from the console, within the data folder. */
export const INTAKE_FOLDER = 'intake';

export interface FeedIntakeOptions extends FeedThreadOptions {
  /** Makes the board, which keeps files in a folder of this machine. */
  readonly openBoard: (folder: string) => IntakeBoard;
}

/** How often a worker reports that it is alive, and checks whether to stop. */
const REPORT_MS = 500;
const STOP_PAUSE_MS = 50;

type Stage = IntakeState['stage'];

/** One step of work on a file, begun in one of these stages. */
interface Task {
  readonly intakeId: number;
  readonly from: readonly Stage[];
  /** Null for a check. */
  readonly source: ImportSource | null;
  readonly force: boolean;
  /** First look whether the file needs a mapping. */
  readonly look: boolean;
  /** Replaces how it was read before. */
  readonly reading?: Partial<Reading>;
}

/** A check of a file that may need a mapping. */
const LOOK = { source: null, force: false, look: true } as const;

/**
 * The intake of all instances: each request may reach another one. The file and its stage are on a board that they share; whoever
 * gets a request that starts work does that work, in a thread for each step.
 */
export function createFeedIntake(options: FeedIntakeOptions): ClosableFeedIntake {
  const folder = join(options.dataDir, INTAKE_FOLDER);
  // Left behind by a killed process.
  rmSync(folder, { recursive: true, force: true });
  const board = options.openBoard(folder);
  const worker = createWorker(options, board);

  async function start(task: Task): Promise<boolean> {
    const before = await board.read();
    if (before.state.stage === 'idle') return false;
    const { name, bytes } = before.state;
    const stage = task.source === null ? 'checking' : 'importing';
    const working: IntakeRecord = {
      ...before,
      reading: { ...before.reading, ...task.reading },
      state: { stage, intakeId: task.intakeId, name, bytes, readBytes: 0, lines: 0 },
    };
    const ticket = await board.claim(task.intakeId, task.from, working);
    if (ticket === null) return false;
    worker.run(ticket, task, working);
    return true;
  }

  return {
    state: async () => (await board.read()).state,
    begin: (name, bytes) => board.begin(name, bytes),
    async add(intakeId, offset, piece) {
      const added = await board.addPiece(intakeId, offset, piece);
      if (added === 'last') await start({ ...LOOK, intakeId, from: ['uploading'] });
      return added !== null;
    },
    readAgain(intakeId, { encoding, delimiter }) {
      const reading = { encoding, delimiter, mapping: null, mappingName: null };
      return start({ ...LOOK, intakeId, from: ['mapping'], reading });
    },
    map: (intakeId, mapping, mappingName) =>
      start({ ...LOOK, intakeId, from: ['mapping'], look: false, reading: { mapping, mappingName } }),
    async mapAgain(intakeId) {
      const { state, preview, reading } = await board.read();
      if (state.stage !== 'checked' || preview === null) return false;
      const { name, bytes } = state;
      const next: IntakeState = { stage: 'mapping', intakeId, name, bytes, preview, fault: null };
      return board.change(intakeId, ['checked'], { state: next, preview, reading });
    },
    async importChecked(intakeId, actor, force) {
      const { state } = await board.read();
      if (state.stage !== 'checked') return false;
      const source = { name: state.name, actor, bytes: state.bytes };
      return start({ intakeId, from: ['checked'], source, force, look: false });
    },
    cancel: (intakeId) => cancel(board, intakeId),
    async close() {
      await worker.stop().catch(options.onProblem);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Clears the board of a file. If an instance works on it, asks it to stop and waits until it has. */
async function cancel(board: IntakeBoard, intakeId: number): Promise<boolean> {
  const { state } = await board.read();
  if (state.stage === 'idle' || state.intakeId !== intakeId) return false;
  if (!isWorkedOn(state)) return board.change(intakeId, [state.stage], EMPTY_BOARD);
  await board.askToStop(intakeId);
  for (let now: IntakeState = state; isWorkedOn(now) && now.intakeId === intakeId; ) {
    await wait(STOP_PAUSE_MS);
    now = (await board.read()).state;
  }
  return true;
}

function isWorkedOn(state: IntakeState): state is Extract<IntakeState, { stage: 'checking' | 'importing' }> {
  return state.stage === 'checking' || state.stage === 'importing';
}

/** Does the work of this instance, one step at a time. */
function createWorker(options: FeedThreadOptions, board: IntakeBoard) {
  const { onProblem } = options;
  let stopThread: (() => void) | null = null;
  let running: Promise<void> = Promise.resolve();
  let isClosing = false;

  /** One run of a thread, whose progress is reported to the board. */
  async function runOnce(
    ticket: WorkTicket,
    task: Task,
    record: IntakeRecord,
    path: string,
  ): Promise<RunOutcome> {
    let { state } = record;
    const run = startFeedRun(
      options,
      {
        ...{ path, reading: record.reading, source: task.source, force: task.force },
        ...{ look: task.look ? 'only' : 'no', waitMaxMs: 2 ** 31 - 1, isAwaited: () => false },
      },
      ({ readBytes, lines }) => {
        if (isWorkedOn(state)) state = { ...state, readBytes, lines };
      },
    );
    stopThread = run.stop;
    if (isClosing) run.stop();
    const reports = reportRegularly(board, ticket, () => state, run.stop);
    try {
      return await run.outcome;
    } finally {
      clearInterval(reports);
      stopThread = null;
    }
  }

  async function work(ticket: WorkTicket, task: Task, record: IntakeRecord): Promise<void> {
    if (record.state.stage === 'idle') return;
    const { intakeId, name, bytes } = record.state;
    const end = (after: StageAfter, preview = record.preview) =>
      board.settle(ticket, { ...record, preview, state: { intakeId, name, bytes, ...after } });
    try {
      await board.withFile(intakeId, async (path) => {
        const outcome = await runOnce(ticket, task, record, path);
        if (outcome.kind !== 'preview') await end(endOf(outcome, record.preview));
        else if (outcome.preview.kind === 'own')
          await end(endOf(await runOnce(ticket, { ...task, look: false }, record, path), record.preview));
        else await end({ stage: 'mapping', preview: outcome.preview, fault: null }, outcome.preview);
      });
    } catch (error) {
      onProblem(error);
      await end({ stage: 'unreadable', reason: null });
    }
  }

  return {
    run(ticket: WorkTicket, task: Task, record: IntakeRecord): void {
      running = running.then(() => work(ticket, task, record)).catch(onProblem);
    },
    async stop(): Promise<void> {
      isClosing = true;
      stopThread?.();
      await running;
    },
  };
}

/** Keeps the board up to date, and stops the run once the board says so. */
function reportRegularly(
  board: IntakeBoard,
  ticket: WorkTicket,
  state: () => IntakeState,
  stop: () => void,
): NodeJS.Timeout {
  return setInterval(() => {
    board.report(ticket, state()).then(
      (mayGoOn) => mayGoOn || stop(),
      // The database is away; the run finds out by itself.
      () => {},
    );
  }, REPORT_MS);
}

/** A stage in which a step can end. */
type StageAfter =
  | { readonly stage: 'mapping'; readonly preview: FeedPreview; readonly fault: Reason | null }
  | { readonly stage: 'checked' | 'imported'; readonly report: ImportReport; readonly canMap: boolean }
  | { readonly stage: 'unreadable'; readonly reason: Reason | null }
  | { readonly stage: 'stopped' };

/** What a check or an import leads to. A file that can't be read with its mapping waits for a better one. */
function endOf(outcome: RunOutcome, preview: FeedPreview | null): StageAfter {
  if (outcome.kind === 'report') {
    const { report } = outcome;
    return { stage: report.committed ? 'imported' : 'checked', report, canMap: preview !== null };
  }
  if (outcome.kind === 'stopped') return { stage: 'stopped' };
  const reason = outcome.kind === 'unreadable' ? outcome.reason : null;
  if (reason !== null && preview !== null) return { stage: 'mapping', preview, fault: reason };
  return { stage: 'unreadable', reason };
}
