import { parentPort, Worker } from 'node:worker_threads';
import { type Clock, clockFrom } from '../clock.ts';
import type { ImportUndo, UndoOutcome, UndoRequest } from '../ingest/import-undo.ts';

export interface ThreadedUndoOptions {
  /** The file that calls serveUndo on the store of a data folder. */
  readonly entry: URL;
  readonly dataDir: string;
  readonly clock: Clock;
}

/** Data that the thread is started with. */
export interface UndoThreadData {
  readonly dataDir: string;
  readonly request: UndoRequest;
  /** The wall clock at the start; the thread continues from there. */
  readonly startMs: number;
}

/** Undoes imports on a thread of its own: one that changed the whole catalogue takes as long as the import did. */
export function createThreadedUndo({ entry, dataDir, clock }: ThreadedUndoOptions): ImportUndo {
  return {
    undo(request) {
      const workerData: UndoThreadData = { dataDir, request, startMs: clock.nowMs() };
      const thread = new Worker(entry, { workerData });
      return new Promise<UndoOutcome>((resolve, reject) => {
        let outcome: UndoOutcome | null = null;
        thread.on('message', (message: UndoOutcome) => {
          outcome = message;
        });
        thread.on('error', reject);
        // Its connection to the store is closed only then.
        thread.on('exit', () =>
          outcome === null ? reject(new Error('the undo ended early')) : resolve(outcome),
        );
      });
    },
  };
}

/** What the thread does that createThreadedUndo starts. */
export async function serveUndo(
  { request, startMs }: UndoThreadData,
  createUndo: (clock: Clock) => ImportUndo,
): Promise<void> {
  parentPort?.postMessage(await createUndo(clockFrom(startMs)).undo(request));
}
