import { inEveryLanguage, message } from '../messages/messages.ts';
import type { OrderRepeats } from '../rankings/ledger/order-numbers.ts';
import type { CatalogEffect } from './apply/catalog-effect.ts';
import { EXAMPLES_MAX, type Fault, type FeedProblem } from './feed-record.ts';
import type { Reason } from './reason.ts';
import { isObject } from './record-reader.ts';

/** A limit that an import would go beyond. */
export interface Brake extends Share {
  readonly kind: BrakeKind;
  /** Per cent of `of` that pass without a question. */
  readonly percentMax: number;
}

interface Share {
  readonly count: number;
  /** Items, lines or values of which `count` are a part. */
  readonly of: number;
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
  /** Pairs of prices that differ, and those whose selling price is the higher one. */
  readonly pricePairs: ReadCount;
}

/**
 * By kind: the per cent that pass, whether they are of the file itself, and what is measured (docs/feeds.md#brakes). What an
 * import does to the catalogue and to its source counts from 20 lines or 20 items on: a full feed of one line would remove
 * everything else. What it does to its own items counts from 20 on.
 */
const BRAKES = {
  removed: [5, 'all', ({ effect: e }) => share(e.removed, e.items, e.examples.removed)],
  sourceRemoved: [5, 'all', ({ effect: e }) => share(e.source.removed, e.source.items, e.examples.removed)],
  repriced: [50, 'all', ({ effect: e }) => share(e.repriced, e.items, e.examples.repriced)],
  fileRepriced: [50, 'file', ({ effect }) => multiplied(effect)],
  retitled: [10, 'file', ({ effect: e }) => share(e.retitled, e.named, e.examples.retitled)],
  restatused: [50, 'all', ({ effect: e }) => share(e.restatused, e.items, e.examples.restatused)],
  recategorised: [50, 'file', ({ effect: e }) => share(e.recategorised, e.named, e.examples.recategorised)],
  swappedPrices: [50, 'file', ({ pricePairs }) => unread(pricePairs)],
  unreadPrices: [10, 'file', ({ prices }) => unread(prices)],
  unreadIsbns: [10, 'file', ({ isbns }) => unread(isbns)],
  unreadCategories: [10, 'file', ({ categories }) => unread(categories)],
  refused: [10, 'all', (one) => ({ count: one.refused, of: one.records, examples: one.refusedExamples })],
  repeatedOrders: [10, 'file', ({ repeats: r }) => share(r.repeated, r.orders, r.examples)],
} as const satisfies Readonly<Record<string, readonly [number, 'all' | 'file', (impact: Impact) => Share]>>;

export type BrakeKind = keyof typeof BRAKES;
const KINDS = Object.keys(BRAKES) as BrakeKind[];

/** Smaller feeds, and changes of fewer items, are looked over by eye. */
const LINES_MIN = 20;
/** Prices that are multiplied by a number between these are a sale, an inflation or another tax. */
const FACTOR_MIN = 0.5;
const FACTOR_MAX = 2;

/** The brakes that an import meets. */
export function brakesOf(impact: Impact): readonly Brake[] {
  const met = KINDS.flatMap((kind): readonly Brake[] => {
    const [percentMax, part, measure] = BRAKES[kind];
    const measured = measure(impact);
    const { count, of } = measured;
    const size = part === 'file' ? of : Math.max(impact.records, count);
    return count * 100 > of * percentMax && size >= LINES_MIN ? [{ kind, percentMax, ...measured }] : [];
  });
  // Removals that are too many for the catalogue needn't be held against their source as well.
  const isSaid = met.some(({ kind }) => kind === 'removed');
  return met.filter(({ kind }) => !(isSaid && kind === 'sourceRemoved'));
}

function share(count: number, of: number, examples: readonly string[]): Share {
  return { count, of, examples: examples.map((text) => inEveryLanguage(() => text)) };
}

function unread({ given, unread: count, examples }: ReadCount): Share {
  return { count, of: given, examples };
}

function multiplied({ factors, named, examples }: CatalogEffect): Share {
  const factor = factors.slice().sort()[Math.floor(factors.length / 2)] ?? 1;
  const isMultiplied = factor < FACTOR_MIN || factor > FACTOR_MAX;
  return { ...share(isMultiplied ? factors.length : 0, named, examples.repriced), factor };
}

/** A brake in words, such as "it would remove 12,000 of 212,703 items (5.6 %; up to 5 % pass), such as 7 “…”". */
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

/** Values whose loss would ruin a catalogue: counted by line, so that a brake sees when many of them can't be read. */
const COUNTED = {
  prices: ['shopPrice', 'salePrice', 'unitPrice', 'deal.salePrice'],
  isbns: ['isbn13', 'isbn10'],
  categories: ['categoryIds'],
} as const;

/** The count of one field while it grows. */
type Count = { -readonly [Part in keyof ReadCount]: ReadCount[Part] } & {
  /** The field, or what it is in, at the top of its record. */
  readonly top: string;
  readonly examples: Reason[];
  lastLine: number;
};

function newCount(field: string): Count {
  return { top: field.replace(/\..*$/, ''), given: 0, unread: 0, examples: [], lastLine: 0 };
}

function countUnread(count: Count, problem: FeedProblem): void {
  // A line with several bad codes counts once.
  if (count.lastLine === problem.line) return;
  count.lastLine = problem.line;
  count.unread++;
  if (count.examples.length < EXAMPLES_MAX) count.examples.push(exampleOf(problem));
}

export type ReadCounter = ReturnType<typeof createReadCounter>;

/** Counts the values of an import that brakes ask about. */
export function createReadCounter() {
  const counts = new Map<string, Count>(
    Object.values(COUNTED).flatMap((all) => all.map((name) => [name, newCount(name)])),
  );
  const pricePairs = newCount('salePrice');
  const worstOf = (names: readonly string[]): ReadCount =>
    names.reduce<ReadCount>((worst, name) => {
      const other = counts.get(name) ?? worst;
      return other.unread * worst.given > worst.unread * other.given ? other : worst;
    }, NONE);
  return {
    /** Counts the values of one record. `fault` is what costs it, or null. */
    add(value: unknown, line: number, warnings: readonly Fault[], fault: Fault | null): void {
      if (!isObject(value)) return;
      const record: Readonly<Record<string, unknown>> = value as Record<string, unknown>;
      for (const count of counts.values()) if (isGiven(record[count.top])) count.given++;
      const isLost = (one: Fault) => one.isLeftOut === true || (one === fault && isGiven(record[one.field]));
      for (const one of fault === null ? warnings : [...warnings, fault]) {
        const count = counts.get(one.field.replace(/\[.*$/, ''));
        if (count !== undefined && isLost(one)) countUnread(count, { line, ...one });
      }
      const { shopPrice, salePrice } = record;
      if (typeof shopPrice !== 'number' || typeof salePrice !== 'number' || shopPrice === salePrice) return;
      pricePairs.given++;
      if (shopPrice === 0 || salePrice < shopPrice) return;
      const reason = message('feeds.aboveListPrice', { salePrice, shopPrice });
      countUnread(pricePairs, { line, field: 'salePrice', reason });
    },
    /** The least readable field of each kind. */
    counts: () => ({
      prices: worstOf(COUNTED.prices),
      isbns: worstOf(COUNTED.isbns),
      categories: worstOf(COUNTED.categories),
      pricePairs,
    }),
  };
}

const NONE: ReadCount = { given: 1, unread: 0, examples: [] };

function isGiven(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

/** A finding as a brake names it: as a report does, but in one piece. */
export function exampleOf({ line, field, reason }: FeedProblem): Reason {
  return inEveryLanguage((language) => `${line}: ${field === '' ? '' : `${field}: `}${reason[language]}`);
}
