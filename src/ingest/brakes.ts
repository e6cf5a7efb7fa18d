import { inEveryLanguage, message } from '../messages/messages.ts';
import type { Reason } from './reason.ts';

/** How many items, lines or values an import would change, remove or fail to read, and of how many. */
export interface Share {
  readonly count: number;
  /** The total of which `count` is a part. */
  readonly of: number;
  /** Up to three examples, for whoever decides whether to force the import. */
  readonly examples: readonly Reason[];
  /** Only for prices: the median factor from the stored price to the file's. */
  readonly factor?: number;
}

/**
 * By brake: the percentage allowed; whether the total is the catalogue, the source or all lines (`all`, from 20 lines or 20 items
 * on: otherwise a full feed of one line would remove everything) or the file's own items (`file`, from 20 of these on); and, for
 * some, the maximum count (docs/feeds.md#brakes).
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
  unreadDates: [10, 'file'],
  withoutPrice: [10, 'file'],
  sharedKeys: [10, 'file', 19],
  unknownGoods: [50, 'file'],
  refused: [10, 'all'],
  repeatedOrders: [10, 'file'],
} as const satisfies Readonly<Record<string, readonly [number, 'all' | 'file', number?]>>;

export type BrakeKind = keyof typeof BRAKES;

/** Brakes on changes that a shop may intend. Forcing any other brake loses part of the file. */
const WANTED: ReadonlySet<BrakeKind> = new Set([
  'unknownGoods',
  'removed',
  'sourceRemoved',
  'repriced',
  'fileRepriced',
  'retitled',
  'restatused',
  'recategorised',
]);

/** Whether forcing these brakes imports all of the file. */
export const isWhole = (brakes: readonly Brake[]) => brakes.every(({ kind }) => WANTED.has(kind));

/** A limit that an import exceeds. */
export interface Brake extends Share {
  readonly kind: BrakeKind;
  /** Percentage of `of` allowed. */
  readonly percentMax: number;
}

/** Smaller feeds and changes are checked by eye. */
const LINES_MIN = 20;

/** The brakes that an import exceeds. `refused` is a share of its lines that aren't blank. */
export function brakesOf(shares: Readonly<Record<BrakeKind, Share>>): readonly Brake[] {
  const kinds = Object.keys(BRAKES) as BrakeKind[];
  const met = kinds.flatMap((kind): readonly Brake[] => {
    const [share, part, countMax = Infinity] = BRAKES[kind];
    const { count, of } = shares[kind];
    const percentMax = Math.min(share, of === 0 ? share : (countMax / of) * 100);
    const size = part === 'file' ? of : Math.max(shares.refused.of, count);
    return count * 100 > of * percentMax && size >= LINES_MIN ? [{ kind, percentMax, ...shares[kind] }] : [];
  });
  // If the catalogue's brake on removals applies, the source's isn't reported as well.
  const isSaid = met.some(({ kind }) => kind === 'removed');
  return met.filter(({ kind }) => !(isSaid && kind === 'sourceRemoved'));
}

/** A brake as text, such as "it would remove 12,000 of 212,703 items (5.6 %; up to 5 % pass), such as 7 “…”". */
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
