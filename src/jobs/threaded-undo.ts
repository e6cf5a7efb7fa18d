import { parentPort } from 'node:worker_threads';
import { askThread } from '../ask-thread.ts';
import { type Clock, clockFrom } from '../clock.ts';
import type { ImportUndo, UndoRequest } from '../ingest/import-undo.ts';

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
      const data: UndoThreadData = { dataDir, request, startMs: clock.nowMs() };
      return askThread(entry, data);
    },
  };
}

/** Runs in the threads that createThreadedUndo starts. */
export async function serveUndo(
  { request, startMs }: UndoThreadData,
  createUndo: (clock: Clock) => ImportUndo,
): Promise<void> {
  parentPort?.postMessage(await createUndo(clockFrom(startMs)).undo(request));
}
