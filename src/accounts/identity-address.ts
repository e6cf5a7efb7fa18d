import { type Queryable, UniqueViolationError } from '../sql-database.ts';
import { toEmail } from './account-rows.ts';
import { type IdentityParts, lockAccount } from './identity-tokens.ts';
import { VERIFICATION_MS } from './sign-in.ts';

/** Name and address of an account, as its owner changes them. */
export function addressMethods({ database, clock, tokens, audit }: IdentityParts) {
  const find = async (queryable: Queryable, accountId: number, token: string): Promise<string | null> => {
    const [row] = await queryable.query<{ readonly email: string }>(
      `SELECT email
       FROM address_change c
       WHERE token_hash = $1
         AND account_id = $2
         AND expires_at_ms > $3
         AND NOT EXISTS (SELECT 1 FROM account a WHERE a.email = c.email)`,
      [tokens.hash(token), accountId, clock.nowMs()],
    );
    return row?.email ?? null;
  };
  return {
    /** The owner's new name for the account, of 1 to 100 characters. */
    rename: (accountId: number, name: string): Promise<void> =>
      database.transaction(async (transaction) => {
        const renamed = await transaction.query(
          'UPDATE account SET name = $1 WHERE account_id = $2 AND name <> $1 RETURNING account_id',
          [name, accountId],
        );
        if (renamed.length > 0) await audit(transaction, 'account.renamed', accountId);
      }),
    /**
     * A token for the mail to the new address; earlier ones stay valid, and nothing else changes. Null if an account,
     * including this one, has the address.
     */
    async startAddressChange(accountId: number, email: string): Promise<string | null> {
      const token = tokens.make();
      const rows = await database.query(
        `INSERT INTO address_change (token_hash, account_id, email, expires_at_ms)
         SELECT $1, account_id, $2, $3
         FROM account
         WHERE account_id = $4
           AND NOT EXISTS (SELECT 1 FROM account WHERE email = $2)
         RETURNING account_id`,
        [tokens.hash(token), toEmail(email), clock.nowMs() + VERIFICATION_MS, accountId],
      );
      return rows.length === 0 ? null : token;
    },
    /**
     * The address of a token. Null if the token is wrong, used, too old or of another account, or an account has the
     * address by now. Changes nothing.
     */
    findAddressChange: (accountId: number, token: string): Promise<string | null> =>
      find(database, accountId, token),
    /**
     * Makes that address the account's and returns it. Sessions and connected providers stay; other address changes and
     * resets, whose links went elsewhere, end. Null if `findAddressChange` finds nothing.
     */
    async completeAddressChange(accountId: number, token: string): Promise<string | null> {
      try {
        return await database.transaction(async (transaction) => {
          if (!(await lockAccount(transaction, accountId))) return null;
          const email = await find(transaction, accountId, token);
          if (email === null) return null;
          await transaction.query('UPDATE account SET email = $1 WHERE account_id = $2', [email, accountId]);
          // Links to the mailbox that was, and sign-ups of the address that has its account now.
          await transaction.query('DELETE FROM address_change WHERE account_id = $1', [accountId]);
          await transaction.query('DELETE FROM password_reset WHERE account_id = $1', [accountId]);
          await transaction.query('DELETE FROM pending_sign_up WHERE email = $1', [email]);
          await audit(transaction, 'account.address-changed', accountId);
          return email;
        });
      } catch (error) {
        // Somebody else's account got the address between the look and the change.
        if (error instanceof UniqueViolationError) return null;
        throw error;
      }
    },
  };
}
