import { REASON_MAX } from '../../catalog/item-overrides.ts';
import type { CountedItem, LineRule, OrderLine } from '../../rankings/order-desk.ts';
import { PAGE } from './catalogue.ts';
import { id, integer, line, nullable, optional, word } from './fields.ts';
import { answers } from './path.ts';

/** `mark` = the buyer of a line that was found. */
export const ORDER_SEARCHES = ['item', 'order', 'buyer', 'mark', 'day'] as const;

/** One of both, and the month that it is left out of. */
const exclusion = { month: line(1, 10), itemId: nullable(id()), mark: nullable(line(1, 14)) };

/** Order lines, for operators. Each POST but those that find and preview writes a line of the audit log. */
export const consoleOrderPaths = {
  /** A POST, so that no address holds an order's number or a buyer's reference. `month` for item, buyer and mark. */
  'POST /console/orders/find': answers<OrdersPage>().taking({
    by: word(ORDER_SEARCHES),
    text: line(1, 200),
    month: optional(line(1, 10)),
    page: integer(1, 999_999),
  }),
  'POST /console/orders/preview': answers<ExclusionPreview>().taking(exclusion),
  'POST /console/orders/exclude': answers().taking({ ...exclusion, reason: line(1, REASON_MAX) }),
  /** Newest first. */
  'GET /console/orders/exclusions': answers<ExclusionsPage>().taking({ page: PAGE }),
  'POST /console/orders/undo': answers().taking({ exclusionId: id() }),
} as const;

export interface OrdersPage {
  /** In the order in which they count. */
  readonly lines: readonly OrderLineView[];
  readonly totalCount: number;
  readonly pageSize: number;
  /** All lines of the item; null for other searches and where there is no such item. */
  readonly item: CountedItemView | null;
}

export interface OrderLineView extends Omit<OrderLine, 'goods'> {
  /** The number or ISBN that the line names where no item has it. */
  readonly title: string;
}

export interface CountedItemView extends Omit<CountedItem, 'published'> {
  readonly title: string;
  readonly published: { readonly copies: number; readonly untilDay: string } | null;
}

export type { LineRule };

/** What would be different. */
export interface ExclusionPreview {
  /** That would be left out, counted or not. */
  readonly lines: number;
  /** That they count now. */
  readonly copies: number;
  /** The items that lose most, at most 20. */
  readonly items: readonly {
    readonly itemId: number;
    readonly title: string;
    readonly before: number;
    readonly after: number;
  }[];
}

export interface ExclusionsPage {
  readonly exclusions: readonly ExclusionView[];
  readonly totalCount: number;
  readonly pageSize: number;
}

export interface ExclusionView {
  readonly exclusionId: number;
  readonly month: string;
  readonly itemId: number | null;
  /** Empty for a buyer. */
  readonly title: string;
  readonly mark: string | null;
  readonly reason: string;
  readonly excludedAtMs: number;
}
