import { REASON_MAX } from '../../catalog/item-overrides.ts';
import type { ExclusionEffect, FoundLines, RecordedExclusion } from '../../rankings/order-desk.ts';
import type { RestatedLines } from '../../rankings/restatement.ts';
import { PAGE } from './catalogue.ts';
import { id, integer, line, nullable, optional, word } from './fields.ts';
import { answers } from './path.ts';

/** One of both, and the month that it is left out of. */
const exclusion = { month: line(1, 10), itemId: nullable(id()), mark: nullable(line(1, 14)) };

/** Order lines, for operators. Each POST but those that find and preview writes a line of the audit log. */
export const consoleOrderPaths = {
  /** A POST, so that no address holds an order's number or a buyer's reference. `month` for item, buyer and mark. */
  'POST /console/orders/find': answers<FoundLines & { readonly pageSize: number }>().taking({
    by: word(['item', 'order', 'buyer', 'mark', 'day']),
    text: line(1, 200),
    month: optional(line(1, 10)),
    page: integer(1, 999_999),
  }),
  'POST /console/orders/preview': answers<ExclusionEffect>().taking(exclusion),
  'POST /console/orders/exclude': answers<RestatedLines>().taking({
    ...exclusion,
    reason: line(1, REASON_MAX),
  }),
  'GET /console/orders/exclusions': answers<ExclusionsPage>().taking({ page: PAGE }),
  'POST /console/orders/undo': answers<RestatedLines>().taking({ exclusionId: id() }),
} as const;

/** Newest first. */
export interface ExclusionsPage {
  readonly exclusions: readonly RecordedExclusion[];
  readonly totalCount: number;
  readonly pageSize: number;
}
