import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { FeedProblem } from './feed-record.ts';
import type { FeedStore, FeedSummary, FeedTransaction } from './feed-store.ts';
import type { ImportSource } from './import-log.ts';
import { readJsonLines } from './jsonl.ts';

export interface ImportRequest {
  readonly store: FeedStore;
  /** A JSON Lines feed, plain or gzip-compressed. Destroyed in the end. */
  readonly input: Readable;
  readonly clock: Clock;
  /** For the log of imports, which has no line of a feed without. */
  readonly source?: ImportSource;
  /** Keep nothing when anything is wrong. */
  readonly strict: boolean;
  /** Keep nothing, only tell what would become of it. */
  readonly dryRun: boolean;
  /** Ends the import before its commit; nothing is kept then. */
  readonly signal?: AbortSignal;
  /** Told now and then how many lines have been read. */
  onProgress?(lines: number): void;
}

/** What became of one feed. */
export interface ImportReport {
  /** Lines of the file, blank ones included. */
  readonly lines: number;
  /** By kind; what a commit would have done where there was none. */
  readonly summary: FeedSummary;
  /** How many lines were refused. */
  readonly problemCount: number;
  /** The first of them, at most PROBLEMS_KEPT_MAX. */
  readonly problems: readonly FeedProblem[];
  /** Whether readers now see the feed. */
  readonly committed: boolean;
}

/** Refused lines that a report names; whoever has more has one cause, not a thousand. */
export const PROBLEMS_KEPT_MAX = 1000;

/**
 * Brings one feed into the store: all of its good lines at once, or nothing (decisions 7). Lines that are wrong are
 * passed over and reported. Throws UnreadableInputError when the input breaks off, the signal's reason when it is
 * aborted, and whatever the store throws; the store is then as it was.
 */
export async function importFeed(request: ImportRequest): Promise<ImportReport> {
  const { store, input, signal } = request;
  // An input that keeps silent would otherwise hold up the end for ever.
  const stopReading = () => input.destroy();
  signal?.addEventListener('abort', stopReading);
  try {
    const transaction = await store.begin(signal);
    try {
      return await applyFeed(request, transaction);
    } catch (error) {
      await transaction.rollback();
      signal?.throwIfAborted();
      throw error;
    }
  } finally {
    signal?.removeEventListener('abort', stopReading);
    input.destroy();
  }
}

async function applyFeed(request: ImportRequest, transaction: FeedTransaction): Promise<ImportReport> {
  const { input, clock, source, strict, dryRun, signal } = request;
  const startedAtMs = clock.nowMs();
  const problems: FeedProblem[] = [];
  let problemCount = 0;
  let lines = 0;
  for await (const batch of readJsonLines(input, startedAtMs)) {
    signal?.throwIfAborted();
    const refused = await transaction.apply(batch.records);
    lines = batch.lastLine;
    problemCount += batch.problems.length + refused.length;
    const room = PROBLEMS_KEPT_MAX - problems.length;
    problems.push(...[...batch.problems, ...refused].sort((a, b) => a.line - b.line).slice(0, room));
    request.onProgress?.(lines);
    // Lets signals and, in a busy process, other work come in.
    await setImmediate();
  }
  signal?.throwIfAborted();
  const committed = !dryRun && !(strict && problemCount > 0);
  const note =
    source === undefined
      ? undefined
      : { ...source, startedAtMs, endedAtMs: clock.nowMs(), lines, problemCount };
  const summary = await (committed ? transaction.commit(note) : transaction.rollback());
  return { lines, summary, problemCount, problems, committed };
}
