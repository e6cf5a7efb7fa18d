import { answerRows } from './rows/answers.ts';
import { authenticationRows } from './rows/authentication.ts';
import { bestsellerMonthlyRows } from './rows/bestseller-monthly.ts';
import { endpointRows } from './rows/endpoints.ts';
import { envelopeRows } from './rows/envelope.ts';
import { exportRows } from './rows/exports.ts';
import { goodsRows } from './rows/goods.ts';
import { itemRows } from './rows/item.ts';
import { limitRows } from './rows/limits.ts';
import { listRows } from './rows/lists.ts';
import { recordRows } from './rows/records.ts';
import { requestRows } from './rows/requests.ts';
import { searchRows } from './rows/search.ts';
import { targetAndHeaderRows } from './rows/targets-and-headers.ts';
import { usageRows } from './rows/usage.ts';
import type { Rows } from './rows.ts';

/** The whole suite, in the order of docs/rules. */
export const SECTIONS: readonly ((rows: Rows) => void)[] = [
  endpointRows,
  envelopeRows,
  itemRows,
  recordRows,
  bestsellerMonthlyRows,
  goodsRows,
  exportRows,
  authenticationRows,
  limitRows,
  requestRows,
  targetAndHeaderRows,
  answerRows,
  listRows,
  searchRows,
  usageRows,
];
