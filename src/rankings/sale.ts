import { atMost } from '../base/typed-arrays.ts';

export type BuyerSex = 'M' | 'F';

/** 10 = under 20, 20 = 20 to 29, ..., 60 = 60 and over (docs/lists.md#segments). */
export const AGE_BANDS = [10, 20, 30, 40, 50, 60] as const;
export type AgeBand = (typeof AGE_BANDS)[number];

/** Codes of buyer types in the store, 0 to 3 without gaps. `aggregate` is a total of many buyers. */
export const BUYER_TYPE_CODE = { person: 0, organisation: 1, reseller: 2, aggregate: 3 } as const;
export type BuyerType = keyof typeof BUYER_TYPE_CODE;
export const BUYER_TYPES = Object.keys(BUYER_TYPE_CODE) as readonly BuyerType[];

export const QUANTITY_MAX = 10_000_000;

export interface SaleLine {
  readonly orderId: string;
  readonly lineNo: number;
  /** Exactly one of itemId and isbn13 is not null. The item needn't be in the catalogue yet. */
  readonly itemId: number | null;
  readonly isbn13: string | null;
  readonly quantity: number;
  readonly unitPrice: number | null;
  readonly soldAtMs: number;
  readonly sex: BuyerSex | null;
  /** In full years at the time of the order; null when unknown. */
  readonly age: number | null;
  /** Opaque reference of the buyer; null = the line counts as a buyer of its own. */
  readonly buyer: string | null;
  readonly buyerType: BuyerType;
}

/** The cancellation of an order line or of some of its copies. It may arrive before the line. */
export interface Cancellation {
  readonly orderId: string;
  readonly lineNo: number;
  readonly cancelledAtMs: number;
  /** Number of returned copies; left out = the whole line. */
  readonly quantity?: number;
  /** True if the shop gave no time, so that `cancelledAtMs` is the time of receipt. */
  readonly isTimeDefault?: boolean;
}

export type LedgerRecord = { readonly kind: 'sale'; readonly sale: SaleLine } | CancelRecord;

export interface CancelRecord {
  readonly kind: 'cancel';
  readonly cancellation: Cancellation;
  /** The returned goods, for a return that doesn't name the order line. */
  readonly of?: ReturnOf;
}

/** The returned goods and the buyer, encoded as in the columns `goods` and `buyer` of `sale`. */
export interface ReturnOf {
  readonly goods: readonly number[];
  readonly buyer: number | null;
}

export const NO_BUYER = -1;

export const LINES_MAX = 2 ** 30;

export type SaleLines = ReturnType<typeof createSaleLines>;

/** Makes room for order lines as parallel typed arrays, so that millions fit. Only the first `count` elements are used. */
export function createSaleLines(lineMax: number) {
  // For LINES_MAX lines, the hash table of counted-copies.ts has 2^31 slots, whose indices just fit into 31 bits.
  atMost(LINES_MAX, 'the order lines of a month', lineMax);
  return {
    count: 0,
    item: new Int32Array(lineMax),
    soldAtMs: new Float64Array(lineMax),
    buyer: new Float64Array(lineMax),
    buyerType: new Uint8Array(lineMax),
    segment: new Uint8Array(lineMax),
    quantity: new Uint32Array(lineMax),
    /** Order numbers are not in the order of order ids. */
    orderNo: new Float64Array(lineMax),
    lineNo: new Float64Array(lineMax),
  };
}
