import { inEveryLanguage, message } from '../messages/messages.ts';
import type { CatalogEffect, OrderRepeats } from './feed-store.ts';
import type { Reason } from './reason.ts';

/** What an import may do to a part of something only, in per cent; more of it takes a confirmation. */
const PERCENT_MAX = {
  removed: 5,
  sourceRemoved: 5,
  repriced: 50,
  fileRepriced: 50,
  retitled: 10,
  unreadPrices: 10,
  unreadIsbns: 10,
  unreadCategories: 10,
  refused: 10,
  repeatedOrders: 10,
} as const;

export type BrakeKind = keyof typeof PERCENT_MAX;

/** A limit that an import would go beyond. */
export interface Brake {
  readonly kind: BrakeKind;
  readonly count: number;
  /** Items, lines or values of which `count` are a part. */
  readonly of: number;
  /** Per cent of `of` that pass without a question. */
  readonly percentMax: number;
  /** The first ones, for whoever decides. */
  readonly examples: readonly Reason[];
  /** Of prices of the file: the median of what they are multiplied by. */
  readonly factor?: number;
}

/** Values of one kind that a file gives, and those of them that can't be read. */
export interface ReadCount {
  readonly given: number;
  readonly unread: number;
  readonly examples: readonly Reason[];
}

/** What brakes are decided by. */
export interface Impact {
  /** Lines that aren't blank. */
  readonly records: number;
  readonly refused: number;
  readonly refusedExamples: readonly Reason[];
  readonly effect: CatalogEffect;
  readonly repeats: OrderRepeats;
  readonly prices: ReadCount;
  readonly isbns: ReadCount;
  readonly categories: ReadCount;
}

/** Smaller feeds, and changes of fewer items, are looked over by eye. */
const LINES_MIN = 20;
/** Prices that are multiplied by a number between these are a sale, an inflation or another tax. */
const FACTOR_MIN = 0.5;
const FACTOR_MAX = 2;

/**
 * The brakes that an import meets (docs/rules/feeds.md#brakes). What it does to the catalogue and to its source counts from 20
 * lines or 20 items on: a full feed of one line would remove everything else. What it does to its own items counts from 20 on.
 */
export function brakesOf({
  records,
  refused,
  refusedExamples,
  effect,
  repeats,
  ...read
}: Impact): readonly Brake[] {
  const { items, removed, repriced, source, named, retitled, factors, examples } = effect;
  const factor = medianOf(factors);
  const isMultiplied = factor !== null && (factor < FACTOR_MIN || factor > FACTOR_MAX);
  const shown = (texts: readonly string[]) => texts.map((text) => inEveryLanguage(() => text));
  const brakes: Candidate[] = [
    { kind: 'removed', count: removed, of: items, examples: shown(examples.removed) },
    {
      kind: 'sourceRemoved',
      count: source.removed,
      of: source.items,
      examples: shown(examples.removed),
    },
    { kind: 'repriced', count: repriced, of: items, examples: shown(examples.repriced) },
    {
      kind: 'fileRepriced',
      count: isMultiplied ? factors.length : 0,
      of: named,
      examples: shown(examples.repriced),
      factor: factor ?? 1,
    },
    { kind: 'retitled', count: retitled, of: named, examples: shown(examples.retitled) },
    { kind: 'unreadPrices', ...countOf(read.prices) },
    { kind: 'unreadIsbns', ...countOf(read.isbns) },
    { kind: 'unreadCategories', ...countOf(read.categories) },
    { kind: 'refused', count: refused, of: records, examples: refusedExamples },
    {
      kind: 'repeatedOrders',
      count: repeats.repeated,
      of: repeats.orders,
      examples: shown(repeats.examples),
    },
  ];
  const met = brakes
    .map((brake) => ({ ...brake, percentMax: PERCENT_MAX[brake.kind] }))
    .filter((brake) => brake.count * 100 > brake.of * brake.percentMax && isLarge(brake, records));
  // Removals that are too many for the catalogue needn't be held against their source as well.
  const isSaid = met.some(({ kind }) => kind === 'removed');
  return met.filter(({ kind }) => !(isSaid && kind === 'sourceRemoved'));
}

type Candidate = Omit<Brake, 'percentMax'>;

function countOf({ given, unread, examples }: ReadCount) {
  return { count: unread, of: given, examples };
}

/** Brakes on what the file itself holds. */
const OF_FILE: ReadonlySet<BrakeKind> = new Set([
  'fileRepriced',
  'retitled',
  'unreadPrices',
  'unreadIsbns',
  'unreadCategories',
  'repeatedOrders',
]);

function isLarge({ kind, count, of }: Candidate, records: number): boolean {
  return OF_FILE.has(kind) ? of >= LINES_MIN : Math.max(records, count) >= LINES_MIN;
}

function medianOf(factors: Float64Array): number | null {
  return factors.slice().sort()[Math.floor(factors.length / 2)] ?? null;
}

/**
 * A brake in words, such as "it would remove 12,000 of 212,703 items (5.6 %; up to 5 % pass), such as 7 “…”".
 */
export function brakeReason({ kind, count, of, percentMax, examples, factor = 1 }: Brake): Reason {
  const values = { count: count.toLocaleString('en-US'), all: of.toLocaleString('en-US') };
  const harm =
    kind === 'fileRepriced'
      ? message('feeds.fileRepriced', { ...values, factor: Number(factor.toPrecision(3)) })
      : message(`feeds.${kind}`, values);
  const braked = message('feeds.braked', { harm, share: shareText(count / of, percentMax), max: percentMax });
  if (examples.length === 0) return braked;
  const joined = inEveryLanguage((language) => examples.map((example) => example[language]).join('; '));
  return message('feeds.brakedExamples', { braked, examples: joined });
}

/** A share in per cent that never looks like one that passes. */
function shareText(share: number, percentMax: number): string {
  const percent = share * 100;
  const digits = [1, 2, 3].find((count) => Number(percent.toFixed(count)) > percentMax) ?? 4;
  return percent.toFixed(digits);
}
