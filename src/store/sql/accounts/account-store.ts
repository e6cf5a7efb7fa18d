import type { AccountStore } from '../../../accounts/account-store.ts';
import {
  ACCOUNT_COLUMNS,
  type AccountRow,
  type Audit,
  auditWriter,
  firstAccount,
  insertAccount,
  toEmail,
} from './account-rows.ts';
import { accountSearch } from './account-search.ts';
import { checkLeaves, updateAccount } from './account-updater.ts';
import { type KeyOptions, keyMethods } from './key-methods.ts';
import { usageMethods } from './usage-methods.ts';

/** Accounts. Every change commits together with its audit line. */
export function createSqlAccountStore(options: KeyOptions): AccountStore {
  const audit = auditWriter(options);
  return {
    ...accountMethods(options, audit),
    ...accountSearch(options.database),
    ...keyMethods(options, audit),
    ...usageMethods(options.database),
  };
}

function accountMethods({ database, clock }: KeyOptions, audit: Audit) {
  const find = async (condition: string, value: string | number) =>
    firstAccount(
      await database.query<AccountRow>(`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE ${condition}`, [value]),
    );

  return {
    createAccount: (account) =>
      database.transaction((transaction) => insertAccount(transaction, account, { clock, audit })),
    findAccountByEmail: (email) => find('email = $1', toEmail(email)),
    findAccount: (accountId) => find('account_id = $1', accountId),
    findAccountByUserKey: (userKey) => find('user_key = $1', userKey),
    updateAccount: (accountId, change, by) =>
      database.transaction((transaction) => updateAccount(transaction, audit, accountId, change, by)),
    async closeAccount(accountId) {
      await database.transaction(async (transaction) => {
        await checkLeaves(transaction, accountId);
        // Sign-ups are not tied to an account yet, only to its address.
        await transaction.query(
          'DELETE FROM pending_sign_up WHERE email = (SELECT email FROM account WHERE account_id = $1)',
          [accountId],
        );
        // Everything else that belongs to it is deleted with it: foreign keys cascade.
        const closed = await transaction.query(
          'DELETE FROM account WHERE account_id = $1 RETURNING account_id',
          [accountId],
        );
        // No foreign key leads there. Last: the gate, which writes to it, may be waiting for the account's meter.
        await transaction.query('DELETE FROM usage_total WHERE account_id = $1', [accountId]);
        if (closed.length > 0) await audit(transaction, 'account.closed', accountId);
      });
      await database.eraseDeleted();
    },
  } satisfies Partial<AccountStore>;
}
