import { type Queryable, UniqueViolationError } from '../sql-database.ts';
import { insertAccount, NEW_DEVELOPER, toEmail } from './account-rows.ts';
import { disconnectProviders } from './identity-providers.ts';
import {
  type IdentityParts,
  lockAccount,
  type Origin,
  RESET_MS,
  type Session,
  setPassword,
  VERIFICATION_MS,
} from './identity-sessions.ts';
import { hashPassword } from './password.ts';

/** What links in mails lead to: the rest of a sign-up, a new password, a new address. */
export function mailedMethods(parts: IdentityParts) {
  return { ...signUpMethods(parts), ...resetMethods(parts), ...addressMethods(parts) };
}

function signUpMethods(parts: IdentityParts) {
  const { database, clock, tokens, sessions, hashCost } = parts;

  /** The address of a token, unless the sign-up has expired or the address has an account by now. */
  async function find(queryable: Queryable, token: string): Promise<string | null> {
    const [row] = await queryable.query<{ readonly email: string }>(
      `SELECT email
       FROM pending_sign_up p
       WHERE token_hash = $1
         AND expires_at_ms > $2
         AND NOT EXISTS (SELECT 1 FROM account a WHERE a.email = p.email)`,
      [tokens.hash(token), clock.nowMs()],
    );
    return row?.email ?? null;
  }

  return {
    /** A token for the mail; earlier ones stay valid. Null if the address belongs to an account. */
    async signUp(email: string): Promise<string | null> {
      const token = tokens.make();
      const rows = await database.query(
        `INSERT INTO pending_sign_up (token_hash, email, expires_at_ms)
         SELECT $1, $2, $3
         WHERE NOT EXISTS (SELECT 1 FROM account WHERE email = $2)
         RETURNING email`,
        [tokens.hash(token), toEmail(email), clock.nowMs() + VERIFICATION_MS],
      );
      return rows.length === 0 ? null : token;
    },
    /** The address of a token. Null if the token is wrong, used or too old, or the address has an account by now. */
    findSignUp: (token: string): Promise<string | null> => find(database, token),
    /** Creates the account, ends every other sign-up of the address, and signs in. Null if `findSignUp` finds nothing. */
    async completeSignUp(
      token: string,
      { name, password }: { readonly name: string; readonly password: string },
      from: Origin,
    ): Promise<Session | null> {
      // Looked up before the costly hash, and again after it.
      if ((await find(database, token)) === null) return null;
      const passwordHash = await hashPassword(password, hashCost);
      return database.transaction(async (transaction) => {
        const email = await find(transaction, token);
        if (email === null) return null;
        const account = await insertAccount(transaction, { ...NEW_DEVELOPER, email, name }, parts);
        if (account === null) return null;
        await transaction.query('DELETE FROM pending_sign_up WHERE email = $1', [email]);
        await setPassword(transaction, account.accountId, passwordHash);
        return sessions.start(transaction, account.accountId, from);
      });
    },
  };
}

interface ResetRow {
  readonly account_id: number;
  readonly email: string;
}

/** Password resets by mail. */
function resetMethods(parts: IdentityParts) {
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

/** Name and address of an account, as its owner changes them. */
function addressMethods({ database, clock, tokens, audit }: IdentityParts) {
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
