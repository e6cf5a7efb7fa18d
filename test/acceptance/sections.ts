import { answerRows } from './rows/decisions-1-answers.ts';
import { requestRows } from './rows/decisions-1-requests.ts';
import { listRows } from './rows/decisions-6-lists.ts';
import { searchRows } from './rows/decisions-6-search.ts';
import { usageRows } from './rows/decisions-6-usage.ts';
import { envelopeRows } from './rows/spec-2-envelope.ts';
import { itemRows } from './rows/spec-2-item.ts';
import { recordRows } from './rows/spec-2-records.ts';
import { bestsellerDealRows } from './rows/spec-4-bestseller-deal.ts';
import { bestsellerMonthlyRows } from './rows/spec-4-bestseller-monthly.ts';
import { documentRows } from './rows/spec-4-document.ts';
import { exportRows } from './rows/spec-4-exports.ts';
import { goodsRows } from './rows/spec-4-goods.ts';
import { itemListRows } from './rows/spec-4-item-list.ts';
import { authenticationRows } from './rows/spec-5-authentication.ts';
import { emptyShopRows } from './rows/spec-7-empty-shop.ts';
import { limitRows } from './rows/spec-8-limits.ts';
import type { Rows } from './rows.ts';

/** The whole suite, in the order of the specification. */
export const SECTIONS: readonly ((rows: Rows) => void)[] = [
  envelopeRows,
  itemRows,
  recordRows,
  documentRows,
  bestsellerMonthlyRows,
  bestsellerDealRows,
  goodsRows,
  itemListRows,
  exportRows,
  authenticationRows,
  emptyShopRows,
  limitRows,
  requestRows,
  answerRows,
  listRows,
  searchRows,
  usageRows,
];
