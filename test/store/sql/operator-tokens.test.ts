import { createSqlOperatorTokens } from '../../../src/store/sql/accounts/operator-tokens.ts';
import { operatorTokensContract } from '../../contracts/operator-tokens-contract.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import { PEPPER } from '../sqlite/accounts/accounts-file.ts';
import { onBothDatabases } from './both-databases.ts';

onBothDatabases('operator tokens', (adapter, newDatabase) => {
  operatorTokensContract(adapter, async (t) => {
    const clock = fixedClock('2026-11-20T12:00:00+09:00');
    const { database } = await newDatabase(t);
    return { tokens: createSqlOperatorTokens({ database, pepper: PEPPER, clock }), clock };
  });
});
