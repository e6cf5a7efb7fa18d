import type { KstMonth } from '../clock.ts';

/** Order lines of months that are closed and published. */
export interface OldOrders {
  readonly lines: number;
  /** Ascending; empty when there is nothing to delete. */
  readonly months: readonly KstMonth[];
}

/** What an operator may do about the buyers in the ledger (docs/accounts.md#privacy). */
export interface OrderPrivacy {
  /** How many order lines a buyer has, by the reference that the shop's feeds give. */
  countLines(buyer: string): Promise<number>;
  /**
   * Replaces the buyer by random numbers, another one in each month, and returns how many lines that were. No list
   * changes: within a month the lines still belong to one buyer.
   */
  eraseBuyer(buyer: string): Promise<number>;
  /** Order lines that `deleteOrders` would delete. */
  findOldOrders(keptMonths: number): Promise<OldOrders>;
  /**
   * Deletes orders with their lines and cancellations, except for those of the latest `keptMonths` months and the month
   * under way, and those of months that are open or whose list is not complete. A closed month in which nothing counted has
   * no list; its orders go once they lie there for 30 days. Published lists stay. Works in small
   * steps: one that is interrupted is continued by the next call.
   */
  deleteOrders(keptMonths: number): Promise<OldOrders>;
}
