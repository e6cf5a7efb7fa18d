import { rmSync } from 'node:fs';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RECOGNISE, type Reading } from '../ingest/choose-reader.ts';
import type { FeedIntake, IntakeState } from '../ingest/feed-intake.ts';
import type { FeedPreview } from '../ingest/feed-preview.ts';
import type { ImportReport } from '../ingest/import-feed.ts';
import type { ImportSource } from '../ingest/import-log.ts';
import type { Reason } from '../ingest/reason.ts';
import { type FeedTask, type FeedThreadOptions, type RunOutcome, startFeedRun } from './feed-run.ts';

/** An intake that ends with its process. */
export interface ClosableFeedIntake extends FeedIntake {
  /** Stops a running check or import, waits for its end, and deletes the file. */
  close(): Promise<void>;
}

/** The folder of files from the console, within the data folder. */
export const INTAKE_FOLDER = 'intake';

/** Keeps the file in a folder of its own within the data folder, and works on it in a thread for each task. */
export function createFeedIntake(options: FeedThreadOptions): ClosableFeedIntake {
  const folder = join(options.dataDir, INTAKE_FOLDER);
  // Left behind by a killed process.
  rmSync(folder, { recursive: true, force: true });
  const pathOf = (intakeId: number) => join(folder, `feed-${intakeId}`);
  const file: FileInHand = { state: { stage: 'idle' }, reading: RECOGNISE, preview: null };
  const steps = createSteps(options, file, pathOf);
  return {
    state: async () => file.state,
    ...createUpload(options, file, { folder, pathOf, steps }),
    async readAgain(intakeId, { encoding, delimiter }) {
      if (file.state.stage !== 'mapping' || file.state.intakeId !== intakeId) return false;
      file.reading = { ...file.reading, encoding, delimiter, mapping: null, mappingName: null };
      steps.look();
      return true;
    },
    async map(intakeId, mapping, mappingName) {
      if (file.state.stage !== 'mapping' || file.state.intakeId !== intakeId) return false;
      file.reading = { ...file.reading, mapping, mappingName };
      steps.work(null);
      return true;
    },
    async mapAgain(intakeId) {
      const { state, preview } = file;
      if (state.stage !== 'checked' || state.intakeId !== intakeId || preview === null) return false;
      const { name, bytes } = state;
      file.state = { intakeId, name, bytes, stage: 'mapping', preview, fault: null };
      return true;
    },
    async importChecked(intakeId, actor, force) {
      const { state } = file;
      if (state.stage !== 'checked' || state.intakeId !== intakeId) return false;
      steps.work({ name: state.name, actor, bytes: state.bytes }, force);
      return true;
    },
    async cancel(intakeId) {
      if (file.state.stage === 'idle' || file.state.intakeId !== intakeId) return false;
      if (await steps.stop()) return true;
      file.state = { stage: 'idle' };
      await steps.remove(intakeId);
      return true;
    },
    async close() {
      await steps.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The one file that is handled. */
interface FileInHand {
  state: IntakeState;
  /** How it is read. */
  reading: Reading;
  /** What an operator needs to map it; null where it needs no mapping. */
  preview: FeedPreview | null;
}

interface UploadParts {
  readonly folder: string;
  readonly pathOf: (intakeId: number) => string;
  readonly steps: ReturnType<typeof createSteps>;
}

/** How the file arrives, piece by piece. */
function createUpload(
  { onProblem }: FeedThreadOptions,
  file: FileInHand,
  { folder, pathOf, steps }: UploadParts,
): Pick<FeedIntake, 'begin' | 'add'> {
  let lastId = 0;
  let isWriting = false;
  return {
    async begin(name, bytes) {
      if (BUSY_STAGES.has(file.state.stage)) return false;
      if (file.state.stage !== 'idle') void steps.remove(file.state.intakeId).catch(onProblem);
      const intakeId = ++lastId;
      file.reading = RECOGNISE;
      file.preview = null;
      file.state = { stage: 'uploading', intakeId, name, bytes, receivedBytes: 0 };
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(pathOf(intakeId), '', { mode: 0o600 });
      return true;
    },
    async add(intakeId, offset, piece) {
      const { state } = file;
      if (state.stage !== 'uploading' || state.intakeId !== intakeId || isWriting) return false;
      if (offset !== state.receivedBytes || offset + piece.length > state.bytes) return false;
      isWriting = true;
      try {
        await appendFile(pathOf(intakeId), piece);
      } finally {
        isWriting = false;
      }
      // It may have been cancelled in the meantime.
      if (file.state.stage !== 'uploading' || file.state.intakeId !== intakeId) {
        await steps.remove(intakeId);
        return false;
      }
      file.state = { ...state, receivedBytes: offset + piece.length };
      if (file.state.receivedBytes === state.bytes) steps.look();
      return true;
    },
  };
}

/** The work on the file, each step in a thread. */
function createSteps(options: FeedThreadOptions, file: FileInHand, pathOf: (intakeId: number) => string) {
  let running: { readonly stop: () => void; readonly ended: Promise<void> } | null = null;
  const remove = (intakeId: number) => rm(pathOf(intakeId), { force: true });
  const run = (
    stage: 'checking' | 'importing',
    task: Omit<FeedTask, 'path' | 'reading'>,
    stageAfter: (outcome: RunOutcome) => StageAfter | null,
  ) => {
    if (file.state.stage === 'idle') return;
    const { intakeId, name, bytes } = file.state;
    const intake = { intakeId, name, bytes };
    file.state = { ...intake, stage, readBytes: 0, lines: 0 };
    const started = startFeedRun(
      options,
      { ...task, path: pathOf(intakeId), reading: file.reading },
      ({ readBytes, lines }) => {
        file.state = { ...intake, stage, readBytes, lines };
      },
    );
    const end = async (outcome: RunOutcome) => {
      running = null;
      const after = stageAfter(outcome);
      // Null = the next step has begun.
      if (after === null) return;
      if (after.stage !== 'checked' && after.stage !== 'mapping') await remove(intakeId);
      file.state = { ...intake, ...after };
    };
    running = { stop: started.stop, ended: started.outcome.then(end).catch(options.onProblem) };
  };
  /** A check (`source` null) or an import. */
  const work = (source: ImportSource | null, force = false) =>
    run(source === null ? 'checking' : 'importing', { source, force }, (outcome) =>
      endOf(outcome, file.preview),
    );
  return {
    work,
    remove,
    /** Looks whether the file needs a mapping, and checks it when it needs none. */
    look: () =>
      run('checking', { source: null, force: false, preview: true }, (outcome) => {
        if (outcome.kind !== 'preview') return endOf(outcome, file.preview);
        if (outcome.preview.kind !== 'own') {
          file.preview = outcome.preview;
          return { stage: 'mapping', preview: outcome.preview, fault: null };
        }
        work(null);
        return null;
      }),
    /** Ends the step that is under way; false when there is none. */
    async stop(): Promise<boolean> {
      const isRunning = running !== null;
      // One step may lead to the next one meanwhile.
      for (let current = running; current !== null; current = running) {
        current.stop();
        await current.ended;
      }
      return isRunning;
    },
  };
}

/** Nobody can start another file in one of these states. A file that was only checked gives way. */
const BUSY_STAGES: ReadonlySet<IntakeState['stage']> = new Set(['uploading', 'checking', 'importing']);

/** A stage in which a step can end. */
export type StageAfter =
  | { readonly stage: 'mapping'; readonly preview: FeedPreview; readonly fault: Reason | null }
  | { readonly stage: 'checked' | 'imported'; readonly report: ImportReport; readonly canMap: boolean }
  | { readonly stage: 'unreadable'; readonly reason: Reason | null }
  | { readonly stage: 'stopped' };

/** What a check or an import leads to. A file that can't be read with its mapping waits for a better one. */
export function endOf(outcome: RunOutcome, preview: FeedPreview | null): StageAfter {
  if (outcome.kind === 'report') {
    const { report } = outcome;
    return { stage: report.committed ? 'imported' : 'checked', report, canMap: preview !== null };
  }
  if (outcome.kind === 'stopped') return { stage: 'stopped' };
  const reason = outcome.kind === 'unreadable' ? outcome.reason : null;
  if (reason !== null && preview !== null) return { stage: 'mapping', preview, fault: reason };
  return { stage: 'unreadable', reason };
}
