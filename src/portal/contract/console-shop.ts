import {
  OVERRIDE_FIELDS,
  OVERRIDE_LISTS,
  type OverrideField,
  type OverrideFields,
  REASON_MAX,
} from '../../catalog/item-overrides.ts';
import { RUN_KINDS, type RunKind, type RunRecord, type RunUnderWay } from '../../rankings/ranking-admin.ts';
import type { RestatedLines } from '../../rankings/restatement.ts';
import type { Correction } from '../../search/search-index.ts';
import { QUERY_DAYS, SIMILAR_WORDS_MAX, TERM_LENGTH_MAX } from '../../search/search-term-bounds.ts';
import { PAGE } from './catalogue.ts';
import type { AuditPartyView, AuditView } from './console-accounts.ts';
import { flag, id, integer, line, number, optional, or, paragraph, typed, word } from './fields.ts';
import { answers } from './path.ts';

/** The operator's reason. */
export const REASON = optional(line(0, REASON_MAX));
/** The number that CONFIRM_NUMBER asks for, typed. */
const confirmation = optional(line(0, 20));
export const TERM = line(1, TERM_LENGTH_MAX);

const item = { itemId: id(), reason: REASON };
/** Feeds have the bounds of what an item holds; these are the most that a request has room for. */
const LONG_TEXT_MAX = 20_000;
const text = line(0, LONG_TEXT_MAX);
const price = number(0, Number.MAX_SAFE_INTEGER);
/** Days, both included. */
const days = { from: line(1, 20), until: line(1, 20) };

/** Search words, lists and single items, for operators. Each POST that changes something writes a line of the audit log. */
export const consoleShopPaths = {
  /** In the order of their text. */
  'GET /console/terms': answers<BlockedTermsPage>().taking({}),
  /** CONFIRM_NUMBER for a term that would hide more than 20 searches or 1 % of the catalogue. */
  'POST /console/terms/block': answers<BlockedTermsPage>().taking({
    term: TERM,
    reason: REASON,
    confirmation,
  }),
  /** NOT_FOUND for a term that isn't blocked. */
  'POST /console/terms/allow': answers<BlockedTermsPage>().taking({ term: TERM, reason: REASON }),
  /** With `text` the groups that hold it. */
  'GET /console/similar': answers<SimilarWordsPage>().taking({
    text: or(typed(0, TERM_LENGTH_MAX), ''),
    page: PAGE,
  }),
  /** Two or more words, one per line; merged with the groups that already contain one of them. */
  'POST /console/similar/add': answers<SimilarGroup>().taking({
    words: paragraph(1, SIMILAR_WORDS_MAX * (TERM_LENGTH_MAX + 1)),
  }),
  /** Removes the group that contains a word. */
  'POST /console/similar/remove': answers().taking({ word: TERM }),
  'GET /console/searches': answers<SearchesPage>().taking({
    kind: or(word(['missed', 'corrected']), 'missed'),
    days: or(integer(1, QUERY_DAYS), 7),
    page: PAGE,
  }),
  /** By number, ISBN or words of the title, at most 50, withheld ones included. */
  'GET /console/shop/find': answers<ItemOverridesPage>().taking({ text: typed(1, 200) }),
  /** Items that are withheld, have a present or coming attention window or deal, by its last day, or corrected data. */
  'GET /console/shop/list': answers<ItemOverridesPage>().taking({
    field: or(word(OVERRIDE_LISTS), 'withheld'),
    page: PAGE,
  }),
  'GET /console/shop/item': answers<ItemOverridesView>().taking({ itemId: id() }),
  /** The latest 50 decisions about an item, newest first. */
  'GET /console/shop/history': answers<ItemHistory>().taking({ itemId: id() }),
  'POST /console/shop/withheld': answers<ItemOverridesView>().taking({ ...item, withheld: flag() }),
  'POST /console/shop/attention': answers<ItemOverridesView>().taking({ ...item, ...days }),
  'POST /console/shop/attention/end': answers<ItemOverridesView>().taking(item),
  /** Whole won, below the list price. CONFIRM_NUMBER below half of it, or more than 15 % below a fixed one. */
  'POST /console/shop/deal': answers<ItemOverridesView>().taking({
    ...item,
    ...days,
    salePrice: integer(0, Number.MAX_SAFE_INTEGER),
    confirmation,
  }),
  'POST /console/shop/deal/end': answers<ItemOverridesView>().taking(item),
  /**
   * What is given takes the place of the feed's value, within the bounds of feeds; an empty text ends what an item may be
   * without. Categories are separated by blanks or commas, the main one first. CONFIRM_NUMBER for a selling price that is above
   * the list price, or less than half or more than twice what it was.
   */
  'POST /console/shop/data': answers<ItemOverridesView>().taking({
    ...item,
    title: optional(text),
    shopPrice: optional(price),
    salePrice: optional(price),
    categoryIds: optional(text),
    cover: optional(text),
    bookIntroduction: optional(paragraph(0, LONG_TEXT_MAX)),
    confirmation,
  }),
  /** All of them, parents before children. */
  'GET /console/categories': answers<CategoryChoices>().taking({}),
  /** The feed's value applies again. */
  'POST /console/shop/follow-feed': answers<ItemOverridesView>().taking({
    ...item,
    field: word(OVERRIDE_FIELDS),
  }),
  /** Undoes a decision in the item's history. */
  'POST /console/shop/take-back': answers<ItemOverridesView>().taking({ decisionId: id(), reason: REASON }),
  /** Requested again every second while a run is under way or asked for. */
  'GET /console/rankings': answers<RankingsPage>().taking({}),
  /** As soon as no other run is under way. */
  'POST /console/rankings/run': answers<RankingsPage>().taking({ kind: word(RUN_KINDS) }),
  /** A closed and published month, yyyy-MM, typed again as confirmation. */
  'POST /console/rankings/restate': answers<RestatedLines>().taking({
    month: line(1, 10),
    confirmation: line(1, 10),
  }),
} as const;

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

export interface SimilarWordsPage {
  readonly groups: readonly (readonly string[])[];
  readonly totalCount: number;
  readonly pageSize: number;
}

export interface SimilarGroup {
  readonly words: readonly string[];
}

export interface SearchesPage {
  /** The most frequent first. */
  readonly searches: readonly SearchView[];
  readonly totalCount: number;
  readonly pageSize: number;
}

export interface SearchView {
  /** Empty for the sum of all searches whose text isn't kept. */
  readonly query: string;
  readonly calls: number;
  readonly lastDay: string;
  readonly corrected: Correction | null;
}

/** Days, both included. */
export interface DaysView {
  readonly from: string;
  readonly until: string;
}

/** Fields of an item that an operator may override. */
export interface OverrideFieldsView extends Omit<OverrideFields, 'attention' | 'deal'> {
  readonly attention: DaysView | null;
  readonly deal: (DaysView & { readonly salePrice: number }) | null;
}

export interface CategoryChoices {
  readonly categories: readonly { readonly categoryId: string; readonly fullPath: string }[];
}

/** An item's current values. */
export interface ItemOverridesView extends OverrideFieldsView {
  readonly itemId: number;
  readonly author: string;
  readonly isbn13: string;
  /** The picture that is shown: the registered cover or the one drawn in its place. */
  readonly picture: string;
  readonly link: string;
  /** The fields that an operator decided; the others are the feed's. */
  readonly decided: readonly OverrideField[];
  /** The feed's values where an operator decided something else. */
  readonly fed: OverrideFieldsView | null;
  readonly decidedAtMs: number | null;
}

/** An item in a list, without its long texts. */
export type ItemOverridesRow = Omit<ItemOverridesView, 'bookIntroduction' | 'fed'>;

/** Items that a search found, or those of one list. */
export interface ItemOverridesPage {
  readonly items: readonly ItemOverridesRow[];
  readonly totalCount: number;
  readonly pageSize: number;
  /** In Korea. */
  readonly today: string;
}

export interface ItemHistory {
  readonly entries: readonly ItemHistoryEntry[];
}

export interface ItemHistoryEntry extends AuditView {
  /** What undoing the decision would restore; null if nothing would change, or if it isn't known. */
  readonly undo: DecisionUndoView | null;
}

export interface DecisionUndoView {
  readonly decisionId: number;
  /** The fields that would change. */
  readonly fields: readonly OverrideField[];
  /** Their values after that; a missing field would follow the feed. */
  readonly before: Partial<OverrideFieldsView>;
}

export interface RankingsPage {
  readonly nowMs: number;
  /** The last day that the lists count, and when they were counted; null before the first tally. */
  readonly tallied: { readonly untilDay: string; readonly atMs: number } | null;
  readonly refreshedAtMs: number | null;
  /** When the schedule tallies next, at the latest. */
  readonly nextTallyAtMs: number;
  readonly underWay: RunUnderWay | null;
  readonly requested: RunKind | null;
  /** The last 20 of each kind, newest first. */
  readonly tallies: readonly RunView[];
  readonly refreshes: readonly RunView[];
}

export interface RunView extends Omit<RunRecord, 'kind' | 'untilDay'> {
  /** The line of the audit log that led to it; null for the schedule, and where there is none. */
  readonly asked: { readonly action: string; readonly by: AuditPartyView } | null;
  readonly untilDay: string | null;
}
