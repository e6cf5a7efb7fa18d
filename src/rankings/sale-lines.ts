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

/** A line to be counted. */
export interface CountableLine {
  /** Index in the RankCatalog. */
  readonly item: number;
  readonly soldAtMs: number;
  /** A number that stands for the buyer, or NO_BUYER. */
  readonly buyer: number;
  readonly buyerType: number;
  /** See segments.ts. */
  readonly segment: number;
  readonly quantity: number;
  /** Stands for the order. Not in the order of order ids. */
  readonly orderNo: number;
  readonly lineNo: number;
}

/**
 * The order lines of a month as parallel typed arrays: millions of lines fit, without an object for each.
 * Only the first `count` elements of each array mean something.
 */
export class SaleLines {
  count = 0;
  item: Int32Array = new Int32Array(0);
  soldAtMs: Float64Array = new Float64Array(0);
  buyer: Float64Array = new Float64Array(0);
  buyerType: Uint8Array = new Uint8Array(0);
  segment: Uint8Array = new Uint8Array(0);
  quantity: Uint32Array = new Uint32Array(0);
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

  /** Adds a line given as an object; for the few places where speed does not matter. */
  push(line: CountableLine): void {
    const at = this.addLine();
    this.item[at] = line.item;
    this.soldAtMs[at] = line.soldAtMs;
    this.buyer[at] = line.buyer;
    this.buyerType[at] = line.buyerType;
    this.segment[at] = line.segment;
    this.quantity[at] = line.quantity;
    this.orderNo[at] = line.orderNo;
    this.lineNo[at] = line.lineNo;
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
