import type { Account, AccountChange, NewAccount } from './account.ts';
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

export type AccountStore = ReturnType<typeof createAccountStore>;

/**
 * Accounts, the one key of each, and their usage (docs/accounts.md). Every change commits together with its line in the audit log,
 * which names the options' actor, or the operator's account `by` if given.
 */
export function createAccountStore(options: KeyOptions) {
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
    /** Null if the address is taken. */
    createAccount: (account: NewAccount): Promise<Account | null> =>
      database.transaction((transaction) => insertAccount(transaction, account, { clock, audit })),
    findAccountByEmail: (email: string): Promise<Account | null> => find('email = $1', toEmail(email)),
    findAccount: (accountId: number): Promise<Account | null> => find('account_id = $1', accountId),
    /** The account with a public user key, enrolled in the add-on or not; null if there is none. */
    findAccountByUserKey: (userKey: string): Promise<Account | null> => find('user_key = $1', userKey),
    /** Missing or unchanged fields aren't logged. Throws LastOwnerError. */
    updateAccount: (accountId: number, change: AccountChange, by?: number): Promise<void> =>
      database.transaction((transaction) => updateAccount(transaction, audit, accountId, change, by)),
    /**
     * Ends key, sessions and enrolment, and deletes issue history, usage and personal data, in one transaction; a line
     * without any of them remains in the audit log (docs/accounts.md#closing). Throws LastOwnerError.
     */
    async closeAccount(accountId: number): Promise<void> {
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
  };
}
