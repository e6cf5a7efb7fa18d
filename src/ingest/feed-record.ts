import type { CategoryNode } from '../catalog/category.ts';
import type { Author, Item } from '../catalog/item.ts';
import type { ItemName } from '../catalog/item-names.ts';
import type { Texts } from '../messages/languages.ts';
import { harmless, inEveryLanguage, message } from '../messages/messages.ts';
import type { Cancellation, SaleLine } from '../rankings/sale.ts';

/** Kinds of feed records (docs/feeds.md#records). */
export const FEED_KINDS = ['category', 'author', 'item', 'patch', 'remove', 'sale', 'cancel'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** Problems refuse their record; warnings don't. */
export interface Findings {
  readonly problems: FeedProblem[];
  readonly warnings: FeedProblem[];
}

export interface RawBatch extends Findings {
  readonly records: RawRecord[];
  /** Lines that aren't records. Together with records and problems, they account for all lines up to `lastLine`. */
  readonly skipped: Skipped[];
  readonly lastLine: number;
}

export const emptyBatch = (lastLine: number): RawBatch => ({
  records: [],
  problems: [],
  warnings: [],
  skipped: [],
  lastLine,
});

/** Why a line was skipped (messages `feeds.skipped`). */
export type SkipRule = 'header' | 'blank' | 'total' | 'value' | 'picture' | 'noArticle';

export interface Skipped {
  readonly rule: SkipRule;
  /** The value that marks the line, such as a status. Empty if the rule needs no value, and after SKIPPED_NAMED_MAX values. */
  readonly value: string;
  readonly count: number;
}

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

export interface RawRecord {
  /** The line, row or record of the file, from 1. */
  readonly line: number;
  /** JSON with the field names of docs/feeds.md. */
  readonly value: unknown;
  /** Reasons why fields are missing or unreadable, if the values don't show the reason. */
  readonly lost?: LostFields;
  /** Fields used only for new items; a known item keeps its values. */
  readonly onlyIfNew?: readonly string[];
}

/** Reasons by field, such as `deal.salePrice`. */
export type LostFields = ReadonlyMap<string, Reason>;

/** A record after the checks: defaults are filled in, text is clean, times are Unix milliseconds. */
export type FeedRecord =
  | { readonly kind: 'category'; readonly category: CategoryNode; readonly unread?: UnreadFields }
  | { readonly kind: 'author'; readonly author: Author; readonly unread?: UnreadFields }
  | {
      readonly kind: 'item';
      readonly item: Item;
      /** True if the feed has no `registeredAt`: a known item then keeps its stored time. */
      readonly registeredAtIsDefault?: boolean;
      /** The item's name in the feed. `item.itemId` is 0 if the name has no item number. */
      readonly name: ItemName;
      readonly unread?: UnreadFields;
      readonly isUnpriced?: boolean;
      /** The reason to refuse this record if the item is new: a price is unreadable. */
      readonly unreadPrice?: Fault;
    }
  | { readonly kind: 'patch'; readonly name: ItemName; readonly fields: Partial<Item> }
  | { readonly kind: 'remove'; readonly name: ItemName }
  /** With an external id, the line's `itemId` is 0 until the number is known. */
  | { readonly kind: 'sale'; readonly sale: SaleLine; readonly externalId?: string }
  | { readonly kind: 'cancel'; readonly cancellation: Cancellation; readonly returned?: ReturnedGoods };

export interface NumberedRecord {
  readonly line: number;
  readonly record: FeedRecord;
}

export interface ReturnedGoods {
  readonly name: ItemName;
  readonly buyer: string | null;
}

/** Fields with unreadable values: a known record keeps its stored values in these fields. */
export type UnreadFields = ReadonlySet<string>;

/** The first line of a full feed. */
export interface FeedHeader {
  readonly kind: 'feed';
  readonly complete: 'items';
}

export interface Fault {
  /** Such as `categoryIds` or `authors[0].author`; empty for the whole line. */
  readonly field: string;
  readonly reason: Reason;
  /** For a warning: whether the value was dropped. */
  readonly isLeftOut?: boolean;
}

export interface FeedProblem extends Pick<Fault, 'field' | 'reason'> {
  readonly line: number;
}

/** Problems of one field for one reason. */
export interface ProblemGroup {
  readonly field: string;
  readonly count: number;
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
  changed: number;
  unchanged: number;
  /** Sales and cancellations of closed months: stored, not counted. */
  late: number;
}

export type FeedSummary = Readonly<Record<FeedKind, Readonly<FeedTally>>>;

/**
 * Why a line is refused or a file can't be read, in every language: the command line shows English, the console the reader's
 * language.
 */
export type Reason = Texts;

/** What a field accepts: in English a noun phrase ("a text"), in Korean a sentence about what the field must be. */
export type Rule = Reason;

export function wrong(value: unknown, rule: Rule): Reason {
  return message('feeds.wrong', { shown: show(value), rule });
}

export function missing(rule: Rule): Reason {
  return message('feeds.missing', { rule });
}

export function missingOrEmpty(rule: Rule): Reason {
  return message('feeds.missingOrEmpty', { rule });
}

export function oneOf(words: readonly string[]): Rule {
  return message('feeds.oneOf', { words: words.join(', ') });
}

/** A value for reports: shortened, without control characters that terminals act on. */
export function show(value: unknown): Reason {
  if (Array.isArray(value)) return message('feeds.list', { length: value.length });
  if (typeof value === 'object' && value !== null) return message('feeds.object');
  const text = shorten(
    typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_MAX + 1)) : String(value),
  );
  return inEveryLanguage(() => text);
}

const SHOWN_MAX = 60;

export function shorten(text: string): string {
  const start = harmless(text.slice(0, SHOWN_MAX + 1));
  return text.length > SHOWN_MAX ? `${start.slice(0, SHOWN_MAX)}…` : start;
}

export function shortNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).map(shorten);
  return shown.join(', ') + (names.length > shown.length ? ', …' : '');
}

const NAMES_MAX = 30;
