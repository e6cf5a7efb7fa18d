import type { CategoryNode } from '../catalog/category.ts';
import type { Author, Item } from '../catalog/item.ts';
import type { ItemName } from '../catalog/item-names.ts';
import type { Cancellation, SaleLine } from '../rankings/sale.ts';
import type { Reason } from './reason.ts';
import type { FeedKind } from './record-fields.ts';

/** Problems refuse their record; warnings accept it. */
export interface Findings {
  readonly problems: FeedProblem[];
  readonly warnings: FeedProblem[];
}

/** The next records of a feed, in order. Even a batch without records may advance `lastLine`. */
export interface RawBatch extends Findings {
  /** Excludes lines that the reader itself refuses, such as invalid JSON. */
  readonly records: RawRecord[];
  /** Lines that aren't records, and why. Together with records and problems they account for all lines up to `lastLine`. */
  readonly skipped: Skipped[];
  /** The last line, row or record that was read. */
  readonly lastLine: number;
}

export const emptyBatch = (lastLine: number): RawBatch => ({
  records: [],
  problems: [],
  warnings: [],
  skipped: [],
  lastLine,
});

/** Why a line was skipped rather than refused; reports have a text for each (`feeds.skipped`). */
export type SkipRule = 'header' | 'blank' | 'total' | 'value' | 'picture' | 'noArticle';

export interface Skipped {
  readonly rule: SkipRule;
  /** The value that led to skipping, such as a status; empty where the rule says enough, and for values beyond the first 50. */
  readonly value: string;
  readonly count: number;
}

/** Adds counts by rule and value. The first 50 values are counted separately, the rest together. */
export function addSkipped(sums: readonly Skipped[], more: readonly Skipped[]): readonly Skipped[] {
  const all = [...sums];
  for (const { rule, value, count } of more) {
    const at = all.findIndex((one) => one.rule === rule && one.value === value);
    const named = at === -1 && all.length < SKIPPED_NAMED_MAX ? value : '';
    const to = at === -1 ? all.findIndex((one) => one.rule === rule && one.value === named) : at;
    const before = all[to];
    if (before === undefined) all.push({ rule, value: named, count });
    else all[to] = { ...before, count: before.count + count };
  }
  return all;
}

const SKIPPED_NAMED_MAX = 50;

/** One record as a reader found it, before any check. */
export interface RawRecord {
  /** 1-based line, row or record of the file. */
  readonly line: number;
  /** A JSON value with the field names of docs/feeds.md, not yet checked (`checkRecord`). */
  readonly value: unknown;
  /** The reader's reasons why fields are missing or unreadable, where it knows more than their values show. */
  readonly lost?: LostFields;
  /** Fields used only for new items; a known item keeps its values. */
  readonly onlyIfNew?: readonly string[];
}

/** Reasons by field, such as `deal.salePrice`. */
export type LostFields = ReadonlyMap<string, Reason>;

/** A record after its checks: defaults filled in, text cleaned, times in Unix milliseconds. */
export type FeedRecord =
  | { readonly kind: 'category'; readonly category: CategoryNode; readonly unread?: UnreadFields }
  | { readonly kind: 'author'; readonly author: Author; readonly unread?: UnreadFields }
  | {
      readonly kind: 'item';
      readonly item: Item;
      /**
       * True when the feed gave no `registeredAt`, so that it is the time of receipt. A known item then keeps its own, and a
       * second import changes nothing. Absent = given.
       */
      readonly registeredAtIsDefault?: boolean;
      /** Given when the shop identifies the item by an external id or an ISBN; the store then sets `item.itemId`. */
      readonly name?: ItemName;
      readonly unread?: UnreadFields;
      /** True when the feed gave no price. Absent = it gave one. */
      readonly isUnpriced?: boolean;
      /** Why a price is unreadable; this refuses the record of an unknown item. */
      readonly unreadPrice?: Fault;
    }
  | { readonly kind: 'patch'; readonly name: ItemName; readonly fields: Partial<Item> }
  /** `itemId` is 0 if only `name` identifies the item. If both are given, the name stays reserved for the number. */
  | { readonly kind: 'remove'; readonly itemId: number; readonly name?: ItemName }
  /** With an external id, the line's `itemId` is 0 until the store has found the number. */
  | { readonly kind: 'sale'; readonly sale: SaleLine; readonly externalId?: string }
  | { readonly kind: 'cancel'; readonly cancellation: Cancellation; readonly returned?: ReturnedGoods };

export interface NumberedRecord {
  readonly line: number;
  readonly record: FeedRecord;
}

/** Returned copies: the item, and the buyer if the feed gives one. */
export interface ReturnedGoods {
  readonly name: ItemName;
  readonly buyer: string | null;
}

/** Unreadable fields that the feed gives: a known record keeps its values. Absent = none. */
export type UnreadFields = ReadonlySet<string>;

/** The first line of a full feed. */
export interface FeedHeader {
  readonly kind: 'feed';
  readonly complete: 'items';
}

/** A field at fault and what is wrong with it. */
export interface Fault {
  /** Such as `categoryIds` or `authors[0].author`; empty when the whole line is at fault. */
  readonly field: string;
  /** The value given and the values allowed. */
  readonly reason: Reason;
  /** For a warning: whether the value was dropped. */
  readonly isLeftOut?: boolean;
}

export interface FeedProblem extends Pick<Fault, 'field' | 'reason'> {
  /** 1-based line of the file. */
  readonly line: number;
}

/** Problems of one field for one reason. */
export interface ProblemGroup {
  readonly field: string;
  readonly count: number;
  /** The first EXAMPLES_MAX, or as many as requested. */
  readonly examples: readonly FeedProblem[];
}

export const EXAMPLES_MAX = 3;

/** Groups problems whose reasons differ only in values and numbers, the largest group first. */
export function groupProblems(
  problems: readonly FeedProblem[],
  examplesMax = EXAMPLES_MAX,
): readonly ProblemGroup[] {
  const kindOf = ({ field, reason }: FeedProblem) =>
    `${field} ${reason.en.replace(/"(?:[^"\\]|\\.)*"|“[^”]*”/g, '""').replace(/\d+/g, '0')}`;
  return [...Map.groupBy(problems, kindOf).values()]
    .map((all) => ({ field: all[0]?.field ?? '', count: all.length, examples: all.slice(0, examplesMax) }))
    .sort((one, other) => other.count - one.count);
}

export interface FeedTally {
  added: number;
  /** Known, with other content. */
  changed: number;
  /** Known, with equal content: importing a file twice changes nothing. */
  unchanged: number;
  /** Sales and cancellations after their month was closed: stored, not counted. */
  late: number;
}

export type FeedSummary = Readonly<Record<FeedKind, Readonly<FeedTally>>>;
