import type { CorrectionView } from './catalog-contract.ts';
import type { MappingStage } from './console-mapping-contract.ts';

/**
 * The part of the contract (contract.ts) with which operators manage search, shop, feeds and lists: requests under
 * /portal/api/console, as in console-contract.ts. Each POST that changes something writes a line of the audit log.
 */

/** GET /portal/api/console/terms: the blocked search terms in the order of their text. */
export interface BlockedTermsPage {
  readonly terms: readonly string[];
}
/**
 * POST /portal/api/console/terms/block and /allow answer BlockedTermsPage. Blocking a blocked term changes nothing;
 * allowing a term that isn't blocked is NOT_FOUND.
 */
export interface TermChange {
  /** 1 to 50 characters. */
  readonly term: string;
  /** Needed (CONFIRM_NUMBER) for a term that would hide more than 20 searches or 1 % of the catalogue. */
  readonly confirmation?: string;
}

/** GET /portal/api/console/similar?text=&page=1: groups of similar words; with `text`, those that hold it. */
export interface SimilarWordsPage {
  readonly groups: readonly (readonly string[])[];
  readonly totalCount: number;
  readonly pageSize: number;
}
/** POST /portal/api/console/similar/add merges the words with the groups that they are in. Answers SimilarGroup. */
export interface NewSimilarWords {
  /** Two or more, one a line. */
  readonly words: string;
}
export interface SimilarGroup {
  readonly words: readonly string[];
}
/** POST /portal/api/console/similar/remove ends the group of a word. NOT_FOUND when it is in none. */
export interface SimilarRemoval {
  readonly word: string;
}

/** GET /portal/api/console/searches?kind=missed&days=7&page=1: searches without result, or (kind=corrected) corrected ones. */
export interface SearchesPage {
  /** The most frequent first. */
  readonly searches: readonly SearchView[];
  readonly totalCount: number;
  readonly pageSize: number;
}
export interface SearchView {
  /** Empty for all searches together whose text isn't kept. */
  readonly query: string;
  readonly calls: number;
  readonly lastDay: string;
  readonly corrected: CorrectionView | null;
}

export const OVERRIDE_FIELD_NAMES = ['withheld', 'attention', 'deal'] as const;
export type OverrideFieldName = (typeof OVERRIDE_FIELD_NAMES)[number];

/** Days, both included. */
export interface DaysView {
  readonly from: string;
  readonly until: string;
}
/** What an operator may decide of an item in place of its feed. */
export interface OverrideFieldsView {
  readonly withheld: boolean;
  readonly attention: DaysView | null;
  readonly deal: (DaysView & { readonly salePrice: number }) | null;
}
/** The values in force for an item. */
export interface ItemOverridesView extends OverrideFieldsView {
  readonly itemId: number;
  readonly title: string;
  readonly author: string;
  readonly isbn13: string;
  readonly cover: string;
  readonly link: string;
  readonly shopPrice: number;
  /** Outside of deals. */
  readonly salePrice: number;
  /** The fields that an operator decided; the others are the feed's. */
  readonly decided: readonly OverrideFieldName[];
  /** The feed's values where an operator decided something else. */
  readonly fed: OverrideFieldsView | null;
  readonly decidedAtMs: number | null;
}
/**
 * GET /portal/api/console/shop/find?text=: items by number, ISBN or words of the title, at most 50, withheld ones
 * included. GET /portal/api/console/shop/list?field=withheld&page=1: items that are withheld, or have a present or
 * coming attention window or deal, by its last day.
 */
export interface ItemOverridesPage {
  readonly items: readonly ItemOverridesView[];
  readonly totalCount: number;
  readonly pageSize: number;
  /** In Korea. */
  readonly today: string;
}
/** GET /portal/api/console/shop/item?itemId= answers ItemOverridesView, as every POST below. NOT_FOUND for unknown items. */
/** What every POST below takes besides: why, in the operator's words, up to 200 characters. The item's history shows it. */
export interface WithReason {
  readonly reason?: string;
}
/** POST /portal/api/console/shop/withheld */
export interface WithheldChange extends WithReason {
  readonly itemId: number;
  readonly withheld: boolean;
}
/** POST /portal/api/console/shop/attention/end and /shop/deal/end */
export interface OfferEnd extends WithReason {
  readonly itemId: number;
}
/** POST /portal/api/console/shop/attention */
export interface AttentionChange extends DaysView, WithReason {
  readonly itemId: number;
}
/** POST /portal/api/console/shop/deal: the price is below the list price. */
export interface DealChange extends DaysView, WithReason {
  readonly itemId: number;
  /** Whole won. */
  readonly salePrice: number;
  /** Needed (CONFIRM_NUMBER) for a price below half the list price, or more than 15 % below a fixed one. */
  readonly confirmation?: string;
}
/** POST /portal/api/console/shop/follow-feed: what the feed says holds again. */
export interface DecisionEnd extends WithReason {
  readonly itemId: number;
  readonly field: OverrideFieldName;
}

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
  readonly kind: 'removed' | 'repriced' | 'refused';
  readonly count: number;
  /** Items of the catalogue, or lines of the file. */
  readonly of: number;
  readonly percentMax: number;
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

export type RunKindName = 'tally' | 'refresh';
/** GET /portal/api/console/rankings: requested again every second while a run is under way or asked for. */
export interface RankingsPage {
  readonly nowMs: number;
  /** The last day that the lists count, and when they were counted; null before the first tally. */
  readonly tallied: { readonly untilDay: string; readonly atMs: number } | null;
  readonly refreshedAtMs: number | null;
  /** When the schedule tallies next, at the latest. */
  readonly nextTallyAtMs: number;
  readonly underWay: {
    readonly kind: RunKindName;
    readonly cause: RunView['cause'];
    readonly startedAtMs: number;
    readonly monthsDone: number;
    readonly monthsTotal: number;
  } | null;
  readonly requested: RunKindName | null;
  /** The last 20 of each kind, newest first. */
  readonly tallies: readonly RunView[];
  readonly refreshes: readonly RunView[];
}
export interface RunView {
  readonly cause: 'schedule' | 'operator' | 'command';
  readonly outcome: 'published' | 'failed' | 'stopped';
  readonly startedAtMs: number;
  readonly elapsedMs: number;
  readonly untilDay: string | null;
  readonly months: number;
  readonly editions: number;
}
/** POST /portal/api/console/rankings/run: as soon as no other run is under way. Answers RankingsPage. */
export interface RunWish {
  readonly kind: RunKindName;
}
/** POST /portal/api/console/rankings/restate: `confirmation` is the month, typed. Answers Restated. */
export interface RestateWish {
  /** yyyy-MM, closed and published. */
  readonly month: string;
  readonly confirmation: string;
}
export interface Restated {
  /** Late lines, which count from the next tally on; it begins by itself. */
  readonly lateLines: number;
  readonly lateCancellations: number;
}
