import { toEmail } from './account-rows.ts';
import { disconnectProviders } from './identity-providers.ts';
import { type IdentityParts, lockAccount, setPassword } from './identity-tokens.ts';
import { hashPassword } from './password.ts';
import { RESET_MS } from './sign-in.ts';

interface ResetRow {
  readonly account_id: number;
  readonly email: string;
}

/** Password resets by mail. */
export function resetMethods(parts: IdentityParts) {
  const { database, clock, tokens, audit, hashCost } = parts;
  const find = `
    SELECT account_id, email
    FROM password_reset
    JOIN account USING (account_id)
    WHERE token_hash = $1
      AND expires_at_ms > $2`;
  return {
    /** A token for the mail; earlier ones stay valid. Null if no account has the address. */
    async startReset(email: string): Promise<string | null> {
      const token = tokens.make();
      const rows = await database.query(
        `INSERT INTO password_reset (token_hash, account_id, expires_at_ms)
         SELECT $1, account_id, $2
         FROM account
         WHERE email = $3
         RETURNING account_id`,
        [tokens.hash(token), clock.nowMs() + RESET_MS, toEmail(email)],
      );
      return rows.length === 0 ? null : token;
    },
    /**
     * Sets the password, ends every session and disconnects every provider, which revokes anyone who gained access
     * through a linked provider. Returns the account's address; null when the token is wrong, used or too old.
     */
    async resetPassword(token: string, password: string): Promise<string | null> {
      const passwordHash = await hashPassword(password, hashCost);
      return database.transaction(async (transaction) => {
        const [seen] = await transaction.query<ResetRow>(find, [tokens.hash(token), clock.nowMs()]);
        if (seen === undefined || !(await lockAccount(transaction, seen.account_id))) return null;
        // Again behind the lock: of two that use the token at once, one finds it used.
        const [row] = await transaction.query<ResetRow>(find, [tokens.hash(token), clock.nowMs()]);
        if (row === undefined) return null;
        const accountId = row.account_id;
        await transaction.query('DELETE FROM password_reset WHERE account_id = $1', [accountId]);
        await transaction.query('DELETE FROM portal_session WHERE account_id = $1', [accountId]);
        await disconnectProviders(transaction, accountId, null, parts);
        await setPassword(transaction, accountId, passwordHash);
        await audit(transaction, 'account.password-set', accountId);
        return row.email;
      });
    },
  };
}
