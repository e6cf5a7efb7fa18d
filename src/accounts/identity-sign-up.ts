import type { Queryable } from '../sql-database.ts';
import { insertAccount, NEW_DEVELOPER, toEmail } from './account-rows.ts';
import { type IdentityParts, setPassword } from './identity-tokens.ts';
import { hashPassword } from './password.ts';
import {
  type Origin,
  type PendingSignUp,
  type Session,
  type SignUpDecision,
  VERIFICATION_MS,
} from './sign-in.ts';

/** Sign-up. */
export function signUpMethods(parts: IdentityParts) {
  const { database, clock, tokens, sessions, hashCost } = parts;

  /** The address of a token, unless the sign-up has expired or the address has an account by now. */
  async function find(queryable: Queryable, token: string) {
    const [row] = await queryable.query<{ readonly email: string }>(
      `SELECT email
       FROM pending_sign_up p
       WHERE token_hash = $1
         AND expires_at_ms > $2
         AND NOT EXISTS (SELECT 1 FROM account a WHERE a.email = p.email)`,
      [tokens.hash(token), clock.nowMs()],
    );
    return row ?? null;
  }

  return {
    /** A token for the mail; earlier ones stay valid. Null if the address belongs to an account. */
    async signUp(email: string): Promise<string | null> {
      const token = tokens.make();
      const rows = await database.query(
        `INSERT INTO pending_sign_up (token_hash, email, name, expires_at_ms)
         SELECT $1, $2, '', $3
         WHERE NOT EXISTS (SELECT 1 FROM account WHERE email = $2)
         RETURNING email`,
        [tokens.hash(token), toEmail(email), clock.nowMs() + VERIFICATION_MS],
      );
      return rows.length === 0 ? null : token;
    },
    /** Null if the token is wrong, used or too old, or the address has an account by now. Changes nothing. */
    findSignUp: (token: string): Promise<PendingSignUp | null> => find(database, token),
    /** Creates the account, ends every other sign-up of the address, and signs in. Null if `findSignUp` finds nothing. */
    async completeSignUp(
      token: string,
      { name, password }: SignUpDecision,
      from: Origin,
    ): Promise<Session | null> {
      // Looked up before the costly hash, and again after it.
      if ((await find(database, token)) === null) return null;
      const passwordHash = await hashPassword(password, hashCost);
      return database.transaction(async (transaction) => {
        const found = await find(transaction, token);
        if (found === null) return null;
        const account = await insertAccount(transaction, { ...NEW_DEVELOPER, ...found, name }, parts);
        if (account === null) return null;
        await transaction.query('DELETE FROM pending_sign_up WHERE email = $1', [found.email]);
        await setPassword(transaction, account.accountId, passwordHash);
        return sessions.start(transaction, account.accountId, from);
      });
    },
  };
}
