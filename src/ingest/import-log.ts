import type { OrdersUndone } from '../rankings/ledger/ledger-months.ts';
import type { ReadAs } from './choose-reader.ts';
import type { FeedProblem, FeedSummary } from './feed-record.ts';
import type { Reason } from './reason.ts';

/** Where a feed comes from. */
export interface ImportSource {
  /** Name of the file, without its folders. */
  readonly name: string;
  /** Who brought it: a part of the system, `account:<number>` or `token:<name>`, never a person's name or address. */
  readonly actor: string;
  /** The shop's own feeds have none. A full feed removes only items that came from its own source. */
  readonly feedSource?: string;
  /** Size of the file as it came, compressed or not; null where only the end will tell. */
  readonly bytes: number | null;
}

/** How an attempt ended. */
export const IMPORT_OUTCOMES = [
  /** Readers see it. */
  'imported',
  /** A brake stopped it (docs/feeds.md#brakes). */
  'braked',
  /** `--strict` found a wrong line. */
  'refused',
  /** The file could not be read, or the store could not keep it. `cause` says why. */
  'failed',
  /** The operator or the system interrupted the program. */
  'interrupted',
] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** What an attempt read and found. */
export interface ImportFindings {
  /** Lines, rows or records that were read, blank ones included. */
  readonly lines: number;
  /** How many lines were refused. */
  readonly problemCount: number;
  /** How many warnings there were: values that were left out, or are kept although they look wrong. */
  readonly warningCount: number;
  /** The first of each, at most FINDINGS_LOGGED_MAX. */
  readonly problems: readonly FeedProblem[];
  readonly warnings: readonly FeedProblem[];
  /** Why nothing was imported; null for an import, and where only the service's own log knows. */
  readonly cause: Reason | null;
  /** How the file was read; null if the attempt ended before that was known. */
  readonly readAs: ReadAs | null;
}

/** What an attempt leaves in the log when it ends. */
export interface ImportEnd extends ImportFindings {
  readonly outcome: ImportOutcome;
  readonly endedAtMs: number;
  /** Bytes read, where the source couldn't say. */
  readonly bytes: number | null;
}

/** Reasons, and as many warnings, that the log keeps of one attempt. */
export const FINDINGS_LOGGED_MAX = 100;

/** One attempt to import a feed. */
export interface ImportEntry extends ImportSource, ImportFindings {
  readonly importId: number;
  readonly startedAtMs: number;
  /** `running`, or `unfinished` if its process died. In both cases the numbers don't mean anything yet. */
  readonly outcome: ImportOutcome | 'running' | 'unfinished';
  readonly endedAtMs: number | null;
  /** What the import did, or would have done. */
  readonly summary: FeedSummary;
  /** The import that undid this one, and the one that this one undid; null where there is none. */
  readonly undoneBy: number | null;
  readonly undoOf: number | null;
  /** Whether it changed records that an undo could put back (docs/feeds.md#undo). */
  readonly canUndo: boolean;
}

/** The last import of a source that succeeded. */
export interface GoodFeed {
  /** `console`, or the actor of an import: `command`, `token:<name>`. */
  readonly source: string;
  readonly name: string;
  readonly endedAtMs: number;
}

/** Every attempt to import a feed, wherever it came from. An import is there as soon as readers can see it. */
export interface ImportLog {
  /** Newest first. */
  list(limit: number): Promise<readonly ImportEntry[]>;
  find(importId: number): Promise<ImportEntry | null>;
  /** One for each source that the log still knows, the latest first. */
  listGoodFeeds(): Promise<readonly GoodFeed[]>;
}

export interface UndoRequest {
  readonly importId: number;
  /** Who asks, as in the import log. */
  readonly actor: string;
  /** Undo although the same records were changed later. */
  readonly force: boolean;
  /** Only report what an undo would do. */
  readonly dryRun: boolean;
}

/** What became of a request to undo an import. */
export type UndoOutcome =
  /** `kind` says whether `force` would help. */
  | { readonly kind: 'impossible' | 'conflict'; readonly reason: Reason }
  | {
      readonly kind: 'undone';
      /** The undo's own entry in the import log, by which it can be undone itself; null for a dry run. */
      readonly importId: number | null;
      /** `added` = records that are back, `changed` = records as they were, `remove` = items that are gone again. */
      readonly summary: FeedSummary;
      /** Null when the import added no order lines and no cancellations. */
      readonly orders: OrdersUndone | null;
    };
