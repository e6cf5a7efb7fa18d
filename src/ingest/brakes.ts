import { inEveryLanguage, message } from '../messages/messages.ts';
import { EXAMPLES_MAX, type Fault, type FeedProblem, type Reason } from './feed-record.ts';
import { byKind, isObject } from './record-fields.ts';

/** A number of items, lines or values that an import would change, remove or fail to read (`count`), and their total (`of`). */
export interface Share {
  readonly count: number;
  readonly of: number;
  readonly examples: readonly Reason[];
  /** Only for prices: the median factor from the stored price to the file's. */
  readonly factor?: number;
  /** The line of the first case in `count`, if it is known. */
  readonly line?: number;
}

export class GrowingShare implements Share {
  count = 0;
  of = 0;
  readonly examples: Reason[] = [];
  line?: number;

  add(example: () => Reason | string, line?: number): void {
    this.count++;
    if (line !== undefined) this.line ??= line;
    if (this.examples.length >= EXAMPLES_MAX) return;
    const text = example();
    this.examples.push(typeof text === 'string' ? inEveryLanguage(() => text) : text);
  }
}

/**
 * The percentage that each brake allows, its scope, and the maximum count of some brakes (docs/feeds.md#brakes). `all`: a
 * percentage of the catalogue, the source or all lines. `file`: a percentage of the file's own items. `wanted`: a shop may intend
 * such a change; forcing any other brake loses part of the file.
 */
const BRAKES = {
  removed: [5, 'all', 'wanted'],
  sourceRemoved: [5, 'all', 'wanted'],
  repriced: [50, 'all', 'wanted'],
  fileRepriced: [50, 'file', 'wanted'],
  retitled: [10, 'file', 'wanted'],
  restatused: [50, 'all', 'wanted'],
  recategorised: [50, 'file', 'wanted'],
  swappedPrices: [50, 'file', 'loss'],
  unreadPrices: [10, 'file', 'loss'],
  unreadIsbns: [10, 'file', 'loss'],
  unreadCategories: [10, 'file', 'loss'],
  unreadDates: [10, 'file', 'loss'],
  withoutPrice: [10, 'file', 'loss'],
  sharedKeys: [10, 'file', 'loss', 19],
  unknownGoods: [50, 'file', 'wanted'],
  refused: [10, 'all', 'loss'],
  repeatedOrders: [10, 'file', 'loss'],
} as const satisfies Readonly<Record<string, readonly [number, 'all' | 'file', 'wanted' | 'loss', number?]>>;

export type BrakeKind = keyof typeof BRAKES;

/** Whether forcing these brakes imports all of the file. */
export const isWhole = (brakes: readonly Brake[]) => brakes.every(({ kind }) => BRAKES[kind][2] === 'wanted');

export interface Brake extends Share {
  readonly kind: BrakeKind;
  /** The highest percentage that passes. */
  readonly percentMax: number;
}

/** Smaller feeds and changes pass all brakes: people can check them by eye. */
const LINES_MIN = 20;

/** The brakes that an import exceeds. `refused.of` is the number of lines that weren't skipped. */
export function brakesOf(shares: Readonly<Record<BrakeKind, Share>>): readonly Brake[] {
  const kinds = Object.keys(BRAKES) as BrakeKind[];
  const met = kinds.flatMap((kind): readonly Brake[] => {
    const [share, scope, , countMax = Infinity] = BRAKES[kind];
    const { count, of } = shares[kind];
    const percentMax = Math.min(share, of === 0 ? share : (countMax / of) * 100);
    // Affected items count as well as lines, because a full feed of one line could remove everything.
    const size = scope === 'file' ? of : Math.max(shares.refused.of, count);
    if (count * 100 <= of * percentMax || size < LINES_MIN) return [];
    const { examples, factor } = shares[kind];
    return [{ kind, percentMax, count, of, examples, ...(factor !== undefined && { factor }) }];
  });
  // Removals are reported once, for the catalogue or else for the source. `removed` is the first row of BRAKES, so it is met first.
  return met.filter(({ kind }) => kind !== 'sourceRemoved' || met[0]?.kind !== 'removed');
}

/** For example "it would remove 12,000 of 212,703 items (5.6 %; up to 5 % pass), such as 7 “…”". */
export function brakeReason({ kind, count, of, percentMax, examples, factor = 1 }: Brake): Reason {
  const values = { count: count.toLocaleString('en-US'), all: of.toLocaleString('en-US') };
  const harm =
    kind === 'fileRepriced'
      ? message('feeds.fileRepriced', { ...values, factor: Number(factor.toPrecision(3)) })
      : message(`feeds.${kind}`, values);
  const braked = message('feeds.braked', {
    harm,
    share: shareText(count / of, percentMax),
    max: Number(percentMax.toPrecision(2)),
  });
  if (examples.length === 0) return braked;
  return message('feeds.brakedExamples', { braked, examples: joinReasons(examples) });
}

export function joinReasons(reasons: readonly Reason[]): Reason {
  return inEveryLanguage((language) => reasons.map((reason) => reason[language]).join('; '));
}

/** A percentage with enough digits to differ from the limit. */
function shareText(share: number, percentMax: number): string {
  const percent = share * 100;
  const digits = [1, 2, 3].find((count) => Number(percent.toFixed(count)) > percentMax) ?? 4;
  return percent.toFixed(digits);
}

/** Shares that suggest a mistake. Each gives one warning with this field and message. */
const TOLD = [
  ['withoutPrice', 'shopPrice', 'feeds.someUnpriced'],
  ['unknownGoods', 'itemId', 'feeds.someUnknownGoods'],
  ['repeatedOrders', 'orderId', 'feeds.someRepeated'],
  ['fileRepriced', 'salePrice', 'feeds.someRepriced'],
] as const;

/** Warnings about the whole file. A share without a line gets `lastLine`. */
export function doubtsOf(shares: Readonly<Record<BrakeKind, Share>>, lastLine: number): FeedProblem[] {
  return TOLD.flatMap(([kind, field, id]) => {
    const { count, of, examples, factor = 1, line = lastLine } = shares[kind];
    if (kind === 'fileRepriced' ? count * 2 <= of : count === 0) return [];
    const figures = { count: count.toLocaleString('en-US'), all: of.toLocaleString('en-US') };
    const values = { ...figures, factor: Number(factor.toPrecision(3)), examples: joinReasons(examples) };
    return [{ line, field, reason: message(id, values) }];
  });
}

/** The fields whose unreadable values each brake counts. The field with the largest share decides. */
const READ = {
  unreadPrices: ['shopPrice', 'salePrice', 'unitPrice', 'deal.salePrice'],
  unreadIsbns: ['isbn13', 'isbn10'],
  unreadCategories: ['categoryIds'],
  unreadDates: ['publishDate', 'registeredAt'],
} as const;

export type ReadCounter = ReturnType<typeof createReadCounter>;

export function createReadCounter() {
  const counts = Object.values(READ)
    .flat()
    .map((field) => ({ field, top: field.replace(/\..*$/, ''), lastLine: 0, share: new GrowingShare() }));
  const swappedPrices = new GrowingShare();
  const prices = { count: 0, values: new Set<number>() };
  const worstOf = (kind: keyof typeof READ) =>
    counts
      .filter(({ field }) => READ[kind].some((one) => one === field))
      .reduce<Share>(
        (worst, { share }) => (share.count * worst.of > worst.count * share.of ? share : worst),
        NONE,
      );
  return {
    /** `fault` = why the record was refused, or null. */
    add(value: unknown, line: number, warnings: readonly Fault[], fault: Fault | null): void {
      if (!isObject(value)) return;
      const record = value as Readonly<Record<string, unknown>>;
      for (const { top, share } of counts) if (isGiven(record[top])) share.of++;
      for (const one of fault === null ? warnings : [...warnings, fault]) {
        const isLost = one.isLeftOut === true || (one === fault && isGiven(record[one.field]));
        const path = one.field.replace(/\[.*$/, '');
        const unread = isLost ? counts.find(({ field }) => field === path) : undefined;
        // A line with several bad codes counts once.
        if (unread === undefined || unread.lastLine === line) continue;
        unread.lastLine = line;
        unread.share.add(() => exampleOf({ line, ...one }));
      }
      const { shopPrice, salePrice } = record;
      const price = shopPrice ?? salePrice;
      if (typeof price === 'number') {
        prices.count++;
        if (prices.values.size < 2) prices.values.add(price);
      }
      if (typeof shopPrice !== 'number' || typeof salePrice !== 'number' || shopPrice === salePrice) return;
      swappedPrices.of++;
      if (shopPrice === 0 || salePrice < shopPrice) return;
      const reason = message('feeds.aboveListPrice', { salePrice, shopPrice });
      swappedPrices.add(() => exampleOf({ line, field: 'salePrice', reason }));
    },
    /** Warns if all of many items have one price: the column was probably filled with a default value. */
    onlyPrice(line: number): FeedProblem[] {
      const { count, values } = prices;
      const [price = 0] = values;
      if (values.size !== 1 || count < (price === 0 ? FREE_MIN : ONE_PRICE_MIN)) return [];
      return [{ line, field: 'shopPrice', reason: message('feeds.samePrice', { price, count }) }];
    },
    shares: () => ({ ...byKind(Object.keys(READ) as (keyof typeof READ)[], worstOf), swappedPrices }),
  };
}

/** Fewer items may be free (FREE_MIN) or have the same price (ONE_PRICE_MIN) on purpose. */
const FREE_MIN = 20;
const ONE_PRICE_MIN = 100;

const NONE: Share = { count: 0, of: 1, examples: [] };

const isGiven = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

export function exampleOf({ line, field, reason }: FeedProblem): Reason {
  return inEveryLanguage((language) => `${line}: ${field === '' ? '' : `${field}: `}${reason[language]}`);
}
