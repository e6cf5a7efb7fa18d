import { inEveryLanguage, message } from '../messages/messages.ts';
import { EXAMPLES_MAX, type Fault, type FeedProblem } from './feed-record.ts';
import type { Reason } from './reason.ts';
import { isObject } from './record-reader.ts';

/** A part of something that an import would change, lose or fail to read. */
export interface Share {
  readonly count: number;
  /** Items, lines or values of which `count` are a part. */
  readonly of: number;
  /** The first ones, for whoever decides. */
  readonly examples: readonly Reason[];
  /** Of prices of the file: the median of what they are multiplied by. */
  readonly factor?: number;
}

/**
 * By kind, the per cent that pass, and whether they are of the file itself (docs/feeds.md#brakes). What an import does to the
 * catalogue and to its source counts from 20 lines or 20 items on: a full feed of one line would remove everything else. What it
 * does to its own items counts from 20 on.
 */
const BRAKES = {
  removed: [5, 'all'],
  sourceRemoved: [5, 'all'],
  repriced: [50, 'all'],
  fileRepriced: [50, 'file'],
  retitled: [10, 'file'],
  restatused: [50, 'all'],
  recategorised: [50, 'file'],
  swappedPrices: [50, 'file'],
  unreadPrices: [10, 'file'],
  unreadIsbns: [10, 'file'],
  unreadCategories: [10, 'file'],
  refused: [10, 'all'],
  repeatedOrders: [10, 'file'],
} as const;

export type BrakeKind = keyof typeof BRAKES;
export type Shares<Kind extends BrakeKind = BrakeKind> = Readonly<Record<Kind, Share>>;

/** A limit that an import would go beyond. */
export interface Brake extends Share {
  readonly kind: BrakeKind;
  /** Per cent of `of` that pass without a question. */
  readonly percentMax: number;
}

/** Smaller feeds, and changes of fewer items, are looked over by eye. */
const LINES_MIN = 20;

/** The brakes that an import meets. `refused` is a share of its lines that aren't blank. */
export function brakesOf(shares: Shares): readonly Brake[] {
  const kinds = Object.keys(BRAKES) as BrakeKind[];
  const met = kinds.flatMap((kind): readonly Brake[] => {
    const [percentMax, part] = BRAKES[kind];
    const { count, of } = shares[kind];
    const size = part === 'file' ? of : Math.max(shares.refused.of, count);
    return count * 100 > of * percentMax && size >= LINES_MIN ? [{ kind, percentMax, ...shares[kind] }] : [];
  });
  // Removals that are too many for the catalogue needn't be held against their source as well.
  const isSaid = met.some(({ kind }) => kind === 'removed');
  return met.filter(({ kind }) => !(isSaid && kind === 'sourceRemoved'));
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
  return message('feeds.brakedExamples', { braked, examples: joinReasons(examples) });
}

export function joinReasons(reasons: readonly Reason[]): Reason {
  return inEveryLanguage((language) => reasons.map((reason) => reason[language]).join('; '));
}

/** A share in per cent that never looks like one that passes. */
function shareText(share: number, percentMax: number): string {
  const percent = share * 100;
  const digits = [1, 2, 3].find((count) => Number(percent.toFixed(count)) > percentMax) ?? 4;
  return percent.toFixed(digits);
}

/** Values whose loss would ruin a catalogue: counted by line, so that a brake sees when many of them can't be read. */
const COUNTED = {
  unreadPrices: ['shopPrice', 'salePrice', 'unitPrice', 'deal.salePrice'],
  unreadIsbns: ['isbn13', 'isbn10'],
  unreadCategories: ['categoryIds'],
} as const;
type CountedKind = keyof typeof COUNTED;

/** A share that grows: `of` = values that are given, `count` = those that can't be read. */
function createCount() {
  const examples: Reason[] = [];
  const share = { count: 0, of: 0, examples };
  let lastLine = 0;
  return {
    share,
    add(problem: FeedProblem): void {
      // A line with several bad codes counts once.
      if (lastLine === problem.line) return;
      lastLine = problem.line;
      share.count++;
      if (examples.length < EXAMPLES_MAX) examples.push(exampleOf(problem));
    },
  };
}

export type ReadCounter = ReturnType<typeof createReadCounter>;

/** Counts the values of an import that brakes ask about. */
export function createReadCounter() {
  const counts = new Map(
    Object.values(COUNTED).flatMap((fields) => fields.map((field) => [field as string, createCount()])),
  );
  const tops = [...counts].map(([field, { share }]) => ({ top: field.replace(/\..*$/, ''), share }));
  const pricePairs = createCount();
  /** The least readable field. */
  const worstOf = (kind: CountedKind): Share =>
    COUNTED[kind].reduce<Share>((worst, field) => {
      const other = counts.get(field)?.share ?? worst;
      return other.count * worst.of > worst.count * other.of ? other : worst;
    }, NONE);
  return {
    /** Counts the values of one record. `fault` is what costs it, or null. */
    add(value: unknown, line: number, warnings: readonly Fault[], fault: Fault | null): void {
      if (!isObject(value)) return;
      const record: Readonly<Record<string, unknown>> = value as Record<string, unknown>;
      for (const { top, share } of tops) if (isGiven(record[top])) share.of++;
      const isLost = (one: Fault) => one.isLeftOut === true || (one === fault && isGiven(record[one.field]));
      for (const one of fault === null ? warnings : [...warnings, fault]) {
        if (isLost(one)) counts.get(one.field.replace(/\[.*$/, ''))?.add({ line, ...one });
      }
      const { shopPrice, salePrice } = record;
      if (typeof shopPrice !== 'number' || typeof salePrice !== 'number' || shopPrice === salePrice) return;
      pricePairs.share.of++;
      if (shopPrice === 0 || salePrice < shopPrice) return;
      const reason = message('feeds.aboveListPrice', { salePrice, shopPrice });
      pricePairs.add({ line, field: 'salePrice', reason });
    },
    shares: (): Shares<CountedKind | 'swappedPrices'> => ({
      unreadPrices: worstOf('unreadPrices'),
      unreadIsbns: worstOf('unreadIsbns'),
      unreadCategories: worstOf('unreadCategories'),
      swappedPrices: pricePairs.share,
    }),
  };
}

const NONE: Share = { count: 0, of: 1, examples: [] };

function isGiven(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

/** A finding as a brake names it: as a report does, but in one piece. */
export function exampleOf({ line, field, reason }: FeedProblem): Reason {
  return inEveryLanguage((language) => `${line}: ${field === '' ? '' : `${field}: `}${reason[language]}`);
}
