import { grown } from '../typed-arrays.ts';
import { BUYER_TYPES } from './sale.ts';

/** `buyer` of a line that is its own buyer. */
export const NO_BUYER = -1;

/** Codes of buyer types in the ledger and in SaleLines. */
export const BUYER_TYPE_CODE = {
  person: BUYER_TYPES.indexOf('person'),
  organisation: BUYER_TYPES.indexOf('organisation'),
  reseller: BUYER_TYPES.indexOf('reseller'),
  aggregate: BUYER_TYPES.indexOf('aggregate'),
} as const;

/**
 * The order lines of a month as parallel typed arrays: millions of lines fit, without an object for each.
 * Only the first `count` elements of each array mean something.
 */
export class SaleLines {
  count = 0;
  /** Index in the RankCatalog. */
  item: Int32Array = new Int32Array(0);
  soldAtMs: Float64Array = new Float64Array(0);
  /** A number that stands for the buyer, or NO_BUYER. */
  buyer: Float64Array = new Float64Array(0);
  /** See BUYER_TYPE_CODE. */
  buyerType: Uint8Array = new Uint8Array(0);
  /** See segments.ts. */
  segment: Uint8Array = new Uint8Array(0);
  quantity: Uint32Array = new Uint32Array(0);
  /** Stands for the order. Not in the order of order ids. */
  orderNo: Float64Array = new Float64Array(0);
  lineNo: Float64Array = new Float64Array(0);

  /** `room` = the expected number of lines; growing copies all of them. */
  constructor(room = 0) {
    if (room > 0) this.#grow(room);
  }

  /** The number of the new line, whose fields the caller then sets in every array. */
  addLine(): number {
    // By half: doubling would take most of a run's memory.
    if (this.count === this.item.length) this.#grow(Math.max(4096, Math.ceil(this.count * 1.5)));
    return this.count++;
  }

  #grow(capacity: number): void {
    this.item = grown(this.item, capacity);
    this.soldAtMs = grown(this.soldAtMs, capacity);
    this.buyer = grown(this.buyer, capacity);
    this.buyerType = grown(this.buyerType, capacity);
    this.segment = grown(this.segment, capacity);
    this.quantity = grown(this.quantity, capacity);
    this.orderNo = grown(this.orderNo, capacity);
    this.lineNo = grown(this.lineNo, capacity);
  }
}
