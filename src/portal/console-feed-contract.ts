import type { MappingStage } from './console-mapping-contract.ts';

/** The part of the contract (contract.ts) with which operators bring feeds: requests under /portal/api/console/feed. */

/** GET /portal/api/console/feed: requested again every second while something goes on. */
export interface FeedPage {
  readonly bytesMax: number;
  readonly pieceBytesMax: number;
  readonly intake: IntakeView;
  /** The last 20 imported feeds, newest first. */
  readonly imports: readonly ImportView[];
}
/**
 * What goes on. POST /portal/api/console/feed/begin NewFeed, then the file in pieces by POST
 * /portal/api/console/feed/piece?intakeId=&offset= (application/octet-stream), then, once it is checked, /feed/import
 * IntakeImport, or at any time /feed/cancel IntakeChoice: all answer IntakeView. BUSY while another file is being
 * handled; STALE when the file is no longer the one that was shown.
 */
export type IntakeView =
  | { readonly stage: 'idle' }
  | (IntakeFile & { readonly stage: 'uploading'; readonly receivedBytes: number })
  | (IntakeFile & {
      readonly stage: 'checking' | 'importing';
      readonly readBytes: number;
      readonly lines: number;
    })
  | (IntakeFile & MappingStage & { readonly stage: 'mapping' })
  /** `canMap` = a mapping made the file readable, and may be changed. */
  | (IntakeFile & {
      readonly stage: 'checked' | 'imported';
      readonly report: FeedReport;
      readonly canMap: boolean;
    })
  /** `reason` is in the language of the request, or null when only the server's log has the cause. */
  | (IntakeFile & { readonly stage: 'unreadable'; readonly reason: string | null })
  | (IntakeFile & { readonly stage: 'stopped' });
export interface IntakeFile {
  readonly intakeId: number;
  readonly name: string;
  readonly bytes: number;
}
export interface NewFeed {
  readonly name: string;
  readonly bytes: number;
}
export interface IntakeChoice {
  readonly intakeId: number;
}
export interface IntakeImport extends IntakeChoice {
  /** The count of the first brake of the report, as typed by the operator; null where there is no brake. */
  readonly confirmed: number | null;
}
export const FEED_RECORD_KINDS = ['category', 'author', 'item', 'patch', 'remove', 'sale', 'cancel'] as const;
export type FeedRecordKind = (typeof FEED_RECORD_KINDS)[number];
/** What happened to the records of each kind, or would happen. */
export type FeedCounts = Readonly<
  Record<
    FeedRecordKind,
    { readonly added: number; readonly changed: number; readonly unchanged: number; readonly late: number }
  >
>;
export interface FeedReport {
  /** What is counted and numbered: lines of text, rows of a table, or records. */
  readonly unit: 'line' | 'row' | 'record';
  readonly lines: number;
  readonly counts: FeedCounts;
  readonly problemCount: number;
  readonly warningCount: number;
  /** The first 200 of each. Reasons are in the language of the request. */
  readonly problems: readonly FeedFinding[];
  readonly warnings: readonly FeedFinding[];
  /** Of the items that are there before the import. */
  readonly effect: { readonly items: number; readonly removed: number; readonly repriced: number };
  /** What stops the import until an operator confirms it (docs/rules/feeds.md#brakes). */
  readonly brakes: readonly FeedBrake[];
}
export interface FeedFinding {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}
export interface FeedBrake {
  /** Whoever imports all the same types this number. */
  readonly count: number;
  /** What the import would do, with examples, in the language of the request. */
  readonly sentence: string;
}
/** One attempt to import a feed. */
export interface ImportView {
  readonly importId: number;
  readonly name: string;
  /** Null where only the end will tell. */
  readonly bytes: number | null;
  /** The operator's account, or null for the command line and for tokens. */
  readonly accountId: number | null;
  /** The name of the token that brought it, or null. */
  readonly token: string | null;
  readonly startedAtMs: number;
  /** Null while it is running, and for ever if its process died. */
  readonly endedAtMs: number | null;
  readonly outcome: 'running' | 'unfinished' | 'imported' | 'braked' | 'refused' | 'failed' | 'interrupted';
  /** Why nothing was imported, in the language of the request; null where only the service's log knows. */
  readonly cause: string | null;
  readonly lines: number;
  readonly problemCount: number;
  readonly warningCount: number;
  readonly counts: FeedCounts;
  /** What is counted and numbered. */
  readonly unit: FeedReport['unit'];
  /** How the file was read; null where nobody got so far as to know, and for imports of earlier versions. */
  readonly readAs: {
    readonly format: 'jsonl' | 'csv' | 'xlsx' | 'onix' | 'nlk';
    readonly encoding: string | null;
    readonly delimiter: string | null;
    /** The name of its mapping, or of the mapping's file. */
    readonly mapping: string | null;
  } | null;
  /** The import that undid this one, and the one that this one undid. */
  readonly undoneBy: number | null;
  readonly undoOf: number | null;
  readonly canUndo: boolean;
}
/** POST /portal/api/console/feed/undo: puts back what an import changed, or with `dryRun` only says what that would be. */
export interface UndoImport {
  readonly importId: number;
  readonly dryRun: boolean;
  /** Also over later imports that changed the same records. */
  readonly force: boolean;
}
export type UndoView =
  /** Nothing was changed. `force` helps against a conflict. The reason is in the language of the request. */
  | { readonly kind: 'impossible' | 'conflict'; readonly reason: string }
  /** `counts`: records that are back (added), as they were (changed), and gone again (changed, of remove). */
  | { readonly kind: 'undone'; readonly importId: number | null; readonly counts: FeedCounts };
/** GET /portal/api/console/feed/log?importId=: one attempt with the first 100 reasons and warnings. */
export interface ImportDetails extends ImportView {
  readonly problems: readonly FeedFinding[];
  readonly warnings: readonly FeedFinding[];
}
