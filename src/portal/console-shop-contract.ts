import type { CorrectionView } from './catalog-contract.ts';
import type { AuditPartyView } from './console-contract.ts';

/**
 * The part of the contract (contract.ts) with which operators manage search, shop and lists: requests under
 * /portal/api/console, as in console-contract.ts. Each POST that changes something writes a line of the audit log.
 */

/** GET /portal/api/console/terms: the blocked search terms in the order of their text. */
export interface BlockedTermsPage {
  readonly terms: readonly string[];
  /** The last decisions, newest first. */
  readonly history: readonly {
    readonly term: string;
    readonly action: 'blocked' | 'allowed';
    readonly reason: string;
    readonly by: AuditPartyView;
    readonly atMs: number;
  }[];
}
/**
 * POST /portal/api/console/terms/block and /allow answer BlockedTermsPage. Blocking a blocked term changes nothing;
 * allowing a term that isn't blocked is NOT_FOUND.
 */
export interface TermChange {
  /** 1 to 50 characters. */
  readonly term: string;
  /** Why; up to 200 characters. */
  readonly reason?: string;
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
