import { atMost } from '../base/typed-arrays.ts';

export type BuyerSex = 'M' | 'F';

/** 10 = under 20, 20 = 20 to 29, ..., 60 = 60 and over (docs/lists.md#segments). */
export const AGE_BANDS = [10, 20, 30, 40, 50, 60] as const;
export type AgeBand = (typeof AGE_BANDS)[number];

/** The store encodes a type as its position here. `aggregate` is a total of many buyers. */
export const BUYER_TYPES = ['person', 'organisation', 'reseller', 'aggregate'] as const;
export type BuyerType = (typeof BUYER_TYPES)[number];

/** The most copies on one line, which may be a title's total of a year. */
export const QUANTITY_MAX = 10_000_000;

export interface SaleLine {
  readonly orderId: string;
  readonly lineNo: number;
  /** Exactly one of itemId and isbn13 is not null. The item needn't be in the catalogue yet. */
  readonly itemId: number | null;
  readonly isbn13: string | null;
  readonly quantity: number;
  readonly unitPrice: number | null;
  /** When the order was paid. */
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

/** The value of `SaleLines.buyer` for a line without a buyer reference. */
export const NO_BUYER = -1;

export const BUYER_TYPE_CODE = {
  person: BUYER_TYPES.indexOf('person'),
  organisation: BUYER_TYPES.indexOf('organisation'),
  reseller: BUYER_TYPES.indexOf('reseller'),
  aggregate: BUYER_TYPES.indexOf('aggregate'),
} as const;

export const LINES_MAX = 2 ** 30;

/** Order lines as parallel typed arrays, so that millions fit. Only the first `count` elements are used. */
export class SaleLines {
  count = 0;
  /** Index in the RankCatalog. */
  readonly item: Int32Array;
  readonly soldAtMs: Float64Array;
  readonly buyer: Float64Array;
  readonly buyerType: Uint8Array;
  readonly segment: Uint8Array;
  readonly quantity: Uint32Array;
  /** Order numbers are not in the order of order ids. */
  readonly orderNo: Float64Array;
  readonly lineNo: Float64Array;

  /** `room` = maximum number of lines. */
  constructor(room: number) {
    // A hash table of twice as many slots (counted-copies.ts) has to be indexed by 31 bits.
    atMost(LINES_MAX, 'the order lines of a month', room);
    this.item = new Int32Array(room);
    this.soldAtMs = new Float64Array(room);
    this.buyer = new Float64Array(room);
    this.buyerType = new Uint8Array(room);
    this.segment = new Uint8Array(room);
    this.quantity = new Uint32Array(room);
    this.orderNo = new Float64Array(room);
    this.lineNo = new Float64Array(room);
  }
}
