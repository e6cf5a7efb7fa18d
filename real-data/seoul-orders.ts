import { isbnPair, type SaleFeedLine } from './feed-line.ts';
import type { LoanMatrix, LoanRow } from './loan-matrix.ts';
import type { SeoulTitle } from './seoul-titles.ts';

/**
 * The age of all buyers in a published band. The library's bands do not match those of the service, so every band
 * is put as a whole into the one that holds most of it: children and youths under 20; 50 to 64 into the fifties;
 * the three bands from 65 on into 60 and over.
 */
export const AGE_OF_BAND: Readonly<Record<string, number>> = {
  '아동(0-13)': 8,
  '청소년(14-19)': 16,
  '20대': 25,
  '30대': 35,
  '40대': 45,
  '50~64세': 57,
  '65~69세': 67,
  '70~79세': 75,
  '80대 이상': 85,
};

/**
 * One order of one copy, with a buyer of its own, for every loan of a year's matrix. Nothing is random: a loan's
 * title is one of its class, drawn in proportion to the lending counts of the list, and its day one of the year.
 * `plainIsbn13s` are the numbers that belong to one item of the whole catalogue; some orders name nothing else.
 */
export function* generateOrders(
  matrix: LoanMatrix,
  titles: readonly SeoulTitle[],
  plainIsbn13s: ReadonlySet<string>,
): Generator<SaleFeedLine> {
  const goods = goodsOf(titles, plainIsbn13s);
  const slotsByClass = matrix.totalsByClass.map((_, kdcClass) => {
    const ofClass = titles.filter((title) => title.kdcClass === kdcClass);
    return ofClass.flatMap((title) => Array.from({ length: title.loans }, () => title));
  });
  const strides = slotsByClass.map((slots) => strideFor(slots.length));
  const firstDayMs = Date.UTC(matrix.year, 0, 1);
  const days = (Date.UTC(matrix.year + 1, 0, 1) - firstDayMs) / DAY_MS;
  let number = 0;
  for (const row of matrix.rows) {
    const buyer = buyerOf(row);
    for (const [kdcClass, loans] of row.loans.entries()) {
      const slots = slotsByClass[kdcClass] ?? [];
      const stride = strides[kdcClass] ?? 1;
      for (let loan = 0; loan < loans; loan++) {
        number++;
        const title = slots[(number * stride) % slots.length];
        if (title === undefined) throw new Error(`no title in class ${kdcClass}`);
        const atMs =
          firstDayMs +
          ((number * DAY_STRIDE) % days) * DAY_MS +
          ((number * SECOND_STRIDE) % DAY_SECONDS) * 1000;
        yield {
          kind: 'sale',
          orderId: `seoul-${matrix.year}-${number}`,
          lineNo: 1,
          ...goods(title, number),
          quantity: 1,
          soldAt: `${new Date(atMs).toISOString().slice(0, 19)}+09:00`,
          ...buyer,
          buyer: `reader-${matrix.year}-${number}`,
        };
      }
    }
  }
}

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
/** Primes that divide neither 365 nor 366 nor the seconds of a day: days and times are met evenly. */
const DAY_STRIDE = 157;
const SECOND_STRIDE = 7919;
const GOLDEN = 0.618;

/** A step through a ring that meets every place and spreads short runs evenly. */
function strideFor(length: number): number {
  let stride = Math.max(1, Math.round(length * GOLDEN));
  while (commonDivisor(stride, length) > 1) stride++;
  return stride;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

function buyerOf({ sex, band }: LoanRow): { sex?: 'M' | 'F'; age?: number } {
  if (sex === null) return {};
  const age = AGE_OF_BAND[band];
  if (age === undefined) throw new Error(`unknown age band ${band}`);
  return { sex, age };
}

/** Names the item by its ISBN13 in every third order, where that number leads to it and no other. */
function goodsOf(titles: readonly SeoulTitle[], plainIsbn13s: ReadonlySet<string>) {
  const isbnOf = new Map(titles.map((title) => [title.itemId, isbnPair(title.isbn).isbn13]));
  return (title: SeoulTitle, number: number): { itemId: number } | { isbn13: string } => {
    const isbn13 = isbnOf.get(title.itemId) ?? '';
    return number % 3 === 0 && plainIsbn13s.has(isbn13) ? { isbn13 } : { itemId: title.itemId };
  };
}
