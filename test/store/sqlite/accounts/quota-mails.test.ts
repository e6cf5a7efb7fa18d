import { createSqliteAccountStore } from '../../../../src/store/sqlite/accounts/account-store.ts';
import { createSqliteQuotaMails } from '../../../../src/store/sqlite/accounts/quota-mails.ts';
import { quotaMailsContract } from '../../../contracts/quota-mails-contract.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { accountsFile, KEY_PREFIX, PEPPER } from './accounts-file.ts';

quotaMailsContract('SQLite', (t) => {
  const { connect } = accountsFile(t);
  const db = connect();
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  return {
    accounts: createSqliteAccountStore({ db, clock, pepper: PEPPER, keyPrefix: KEY_PREFIX }),
    quotaMails: createSqliteQuotaMails(db),
    other: () => createSqliteQuotaMails(connect()),
  };
});
