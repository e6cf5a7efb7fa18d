import { createSqliteOperatorTokens } from '../../../../src/store/sqlite/accounts/operator-tokens.ts';
import { operatorTokensContract } from '../../../contracts/operator-tokens-contract.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { accountsFile, PEPPER } from './accounts-file.ts';

operatorTokensContract('SQLite', (t) => {
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const tokens = createSqliteOperatorTokens({ db: accountsFile(t).connect(), pepper: PEPPER, clock });
  return { tokens, clock };
});
