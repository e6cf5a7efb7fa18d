import { type Reader, UniqueViolationError, type Writer } from '../sql-database.ts';
import { endSignUps, insertAccount, NEW_DEVELOPER, toEmail } from './account-rows.ts';
import { disconnectProviders } from './identity-providers.ts';
import {
  type IdentityParts,
  lockAccount,
  newToken,
  type Origin,
  type Session,
  startSession,
} from './identity-sessions.ts';
import { hashPassword } from './password.ts';

export const VERIFICATION_MS = 24 * 3_600_000;
export const RESET_MS = 3_600_000;

const LIFETIMES_MS = { 'sign-up': VERIFICATION_MS, reset: RESET_MS, address: VERIFICATION_MS } as const;

export type LinkKind = keyof typeof LIFETIMES_MS;

interface Link {
  /** 0 for a sign-up, which has no account yet. */
  readonly accountId: number;
  readonly email: string;
}

export function mailedMethods(parts: IdentityParts) {
  const { database, clock, hash } = parts;
  return {
    /** A token for a mailed link. Null if the address has an account already or, for a reset, if it has none. */
    async makeLink(kind: LinkKind, to: string, accountId: number | null = null): Promise<string | null> {
      const [token, email] = [newToken(), toEmail(to)];
      const select = 'SELECT account_id FROM account WHERE email = $1';
      const [owner] = await database.query<{ account_id: number }>(select, [email]);
      if ((owner !== undefined) !== (kind === 'reset')) return null;
      await database.query(
        'INSERT INTO mailed_link (token_hash, kind, account_id, email, expires_at_ms) VALUES ($1, $2, $3, $4, $5)',
        [hash(token), kind, owner?.account_id ?? accountId, email, clock.nowMs() + LIFETIMES_MS[kind]],
      );
      return token;
    },
    /** Null if the token is wrong, used or expired, or if its address has an account by now. */
    findLink: (kind: LinkKind, token: string): Promise<Link | null> => findLink(database, kind, token, parts),
    ...completions(parts),
    rename: (accountId: number, name: string): Promise<void> =>
      database.transaction(async (transaction) => {
        const renamed = await transaction.query(
          'UPDATE account SET name = $1 WHERE account_id = $2 AND name <> $1 RETURNING account_id',
          [name, accountId],
        );
        if (renamed.length > 0) await parts.audit(transaction, 'account.renamed', accountId);
      }),
  };
}

async function findLink({ query }: Reader, kind: LinkKind, token: string, { clock, hash }: IdentityParts) {
  const [link] = await query<Link>(
    `SELECT coalesce(account_id, 0) AS "accountId", email
     FROM mailed_link AS l
     WHERE token_hash = $1
       AND kind = $2
       AND expires_at_ms > $3
       AND (kind = 'reset' OR NOT EXISTS (SELECT 1 FROM account a WHERE a.email = l.email))`,
    [hash(token), kind, clock.nowMs()],
  );
  return link ?? null;
}

/** Finds a link and locks its account. If a link is used twice at once, the second use doesn't find it. */
async function lockLink(transaction: Writer, kind: LinkKind, token: string, parts: IdentityParts) {
  const found = await findLink(transaction, kind, token, parts);
  if (found !== null) await lockAccount(transaction, found.accountId);
  return findLink(transaction, kind, token, parts);
}

/** Each method returns null if `findLink` does. */
function completions(parts: IdentityParts) {
  const { database, audit, hashCost } = parts;
  return {
    /** Creates the account and signs in. `consents` = accepts the privacy notice. */
    async completeSignUp(
      token: string,
      { name, password, consents = false }: { name: string; password: string; consents?: boolean },
      from: Origin,
    ): Promise<Session | null> {
      const link = await findLink(database, 'sign-up', token, parts);
      if (link === null) return null;
      const passwordHash = await hashPassword(password, hashCost);
      return database.transaction(async (transaction) => {
        const made = { ...NEW_DEVELOPER, email: link.email, name };
        const account = await insertAccount(transaction, made, parts, passwordHash);
        if (account === null) return null;
        const { accountId } = account;
        if (consents)
          await audit(transaction, 'account.consented', accountId, { to: 'privacy notice' }, accountId);
        return startSession(transaction, accountId, from, parts);
      });
    },
    /** Also ends all sessions and disconnects all providers. Returns the account's address. */
    async resetPassword(token: string, password: string): Promise<string | null> {
      const passwordHash = await hashPassword(password, hashCost);
      return database.transaction(async (transaction) => {
        const link = await lockLink(transaction, 'reset', token, parts);
        if (link === null) return null;
        const { accountId, email } = link;
        const { query } = transaction;
        await query(`DELETE FROM mailed_link WHERE kind = 'reset' AND account_id = $1`, [accountId]);
        await query('DELETE FROM portal_session WHERE account_id = $1', [accountId]);
        await disconnectProviders(transaction, accountId, null, parts);
        await query('UPDATE account SET password_hash = $2 WHERE account_id = $1', [accountId, passwordHash]);
        await audit(transaction, 'account.password-set', accountId);
        return email;
      });
    },
    /** Returns the new address. Sessions stay valid; the account's mailed links become invalid. */
    async completeAddressChange(accountId: number, token: string): Promise<string | null> {
      try {
        return await database.transaction(async (transaction) => {
          const link = await lockLink(transaction, 'address', token, parts);
          if (link?.accountId !== accountId) return null;
          const { email } = link;
          await transaction.query('UPDATE account SET email = $1 WHERE account_id = $2', [email, accountId]);
          await transaction.query('DELETE FROM mailed_link WHERE account_id = $1', [accountId]);
          await endSignUps(transaction, email);
          await audit(transaction, 'account.address-changed', accountId);
          return email;
        });
      } catch (error) {
        // Another account has taken this address since the check.
        if (error instanceof UniqueViolationError) return null;
        throw error;
      }
    },
  };
}
