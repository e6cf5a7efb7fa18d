import { message } from '../messages/messages.ts';
import type { CatalogEffect } from './feed-store.ts';
import type { Reason } from './reason.ts';

/** A limit that an import would go beyond. */
export interface Brake {
  readonly kind: 'removed' | 'repriced' | 'refused';
  /** Items removed or repriced, or lines refused. */
  readonly count: number;
  /** Of so many items of the catalogue, or lines of the file. */
  readonly of: number;
  /** Per cent of `of` that pass without a question. */
  readonly percentMax: number;
}

/** Smaller feeds, and changes of fewer items, are looked over by eye. */
const LINES_MIN = 20;

const PERCENT_MAX = { removed: 5, repriced: 50, refused: 10 } as const;

/**
 * The brakes that an import meets (docs/rules/feeds.md#brakes). `records` counts the lines of the file that aren't blank,
 * `refused` those of them that are wrong. A short file that does harm to many items meets them, too: a full feed of one line
 * would remove everything else.
 */
export function brakesOf(records: number, refused: number, effect: CatalogEffect): readonly Brake[] {
  const { items, removed, repriced } = effect;
  const brakes: Brake[] = [
    { kind: 'removed', count: removed, of: items, percentMax: PERCENT_MAX.removed },
    { kind: 'repriced', count: repriced, of: items, percentMax: PERCENT_MAX.repriced },
    { kind: 'refused', count: refused, of: records, percentMax: PERCENT_MAX.refused },
  ];
  return brakes.filter(
    ({ count, of, percentMax }) => Math.max(records, count) >= LINES_MIN && count * 100 > of * percentMax,
  );
}

/** A brake in words, such as "it would remove 12,000 of 212,703 items (5.6 %; the limit is 5 %)". */
export function brakeReason({ kind, count, of, percentMax }: Brake): Reason {
  const share = ((count / of) * 100).toFixed(1);
  const counted = count.toLocaleString('en-US');
  const all = of.toLocaleString('en-US');
  const harm = message(`feeds.${kind}`, { count: counted, all });
  return message('feeds.braked', { harm, share, max: percentMax });
}
