import { answerRows } from './rows/answers.ts';
import { authenticationRows } from './rows/authentication.ts';
import { bestsellerDealRows } from './rows/bestseller-deal.ts';
import { bestsellerMonthlyRows } from './rows/bestseller-monthly.ts';
import { emptyShopRows } from './rows/empty-shop.ts';
import { envelopeRows } from './rows/envelope.ts';
import { exportRows } from './rows/exports.ts';
import { goodsRows } from './rows/goods.ts';
import { itemRows } from './rows/item.ts';
import { itemListRows } from './rows/item-list.ts';
import { limitRows } from './rows/limits.ts';
import { listRows } from './rows/lists-as-json.ts';
import { documentRows } from './rows/openapi-document.ts';
import { recordRows } from './rows/records.ts';
import { requestRows } from './rows/requests.ts';
import { correctionRows } from './rows/search-correction.ts';
import { searchRows } from './rows/search-parameters.ts';
import { targetAndHeaderRows } from './rows/targets-and-headers.ts';
import { usageRows } from './rows/usage.ts';
import type { Rows } from './rows.ts';

/** The whole suite, in the order of docs/rules. */
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
  targetAndHeaderRows,
  answerRows,
  listRows,
  searchRows,
  correctionRows,
  usageRows,
];
