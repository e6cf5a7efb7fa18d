import { before, test } from 'node:test';
import { type Cleanup, suiteCleanup } from '../support/temp-dir.ts';
import { authenticationRows, limitRows } from './rows/access.ts';
import { answerRows, envelopeRows, protocolRows, requestRows } from './rows/answers.ts';
import { endpointRows } from './rows/endpoints.ts';
import { exportRows } from './rows/exports.ts';
import { itemsRows, productRows, recordRows } from './rows/goods.ts';
import { itemRows } from './rows/item.ts';
import { bestsellerRows, listRows } from './rows/lists.ts';
import { correctionRows, searchRows } from './rows/search.ts';
import type { Rows } from './rows.ts';
import type { Service } from './service.ts';

/** The whole suite. The rows of limits make the first calls of their account. */
const SECTIONS: readonly ((rows: Rows) => void)[] = [
  ...[endpointRows, envelopeRows, itemRows, recordRows, bestsellerRows, productRows, itemsRows, exportRows],
  ...[
    limitRows,
    authenticationRows,
    requestRows,
    protocolRows,
    answerRows,
    listRows,
    searchRows,
    correctionRows,
  ],
];

/** Registers every row of the suite as a test of the service that `open` gives. `skip` says why an operator's row can't be proved. */
export function registerSuite(open: (t: Cleanup) => Promise<Service>, skip: string | false): void {
  let service: Service;
  const t = suiteCleanup();
  before(async () => {
    service = await open(t);
  });
  for (const register of SECTIONS) {
    register({
      test: (title, prove) => test(title, () => prove(service)),
      operatorRow(title, prove) {
        test(title, { skip }, async () => {
          if (service.operator === null) throw new Error('the service was started elsewhere');
          await prove(service.operator, service);
        });
      },
    });
  }
}
