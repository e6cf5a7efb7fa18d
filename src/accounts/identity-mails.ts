import { type Queryable, UniqueViolationError } from '../sql-database.ts';
import { insertAccount, NEW_DEVELOPER, toEmail } from './account-rows.ts';
import { disconnectProviders } from './identity-providers.ts';
import {
  endSignUps,
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
  const links = createLinks(parts);
  return { ...signUpMethods(parts, links), ...resetMethods(parts, links), ...addressMethods(parts, links) };
}

/** For whom a link of each kind is made: the account, if there is one, by address ($3) or number ($5). */
const MADE_FOR = {
  'sign-up':
    'SELECT CAST(NULL AS bigint) AS account_id WHERE NOT EXISTS (SELECT 1 FROM account WHERE email = $3)',
  reset: 'SELECT account_id FROM account WHERE email = $3',
  address:
    'SELECT account_id FROM account WHERE account_id = $5 AND NOT EXISTS (SELECT 1 FROM account WHERE email = $3)',
} as const;

type LinkKind = keyof typeof MADE_FOR;

interface Link {
  /** Null for a sign-up. */
  readonly accountId: number | null;
  readonly email: string;
}

type Links = ReturnType<typeof createLinks>;

function createLinks({ database, clock, tokens }: IdentityParts) {
  return {
    /** A token for the mail; earlier ones stay valid. Null if there is nobody for whom to make it. */
    async make(kind: LinkKind, email: string, forMs: number, ...accountId: number[]): Promise<string | null> {
      const token = tokens.make();
      const rows = await database.query(
        `INSERT INTO mailed_link (token_hash, kind, account_id, email, expires_at_ms)
         SELECT $1, $2, account_id, $3, $4
         FROM (${MADE_FOR[kind]}) AS a
         RETURNING kind`,
        [tokens.hash(token), kind, toEmail(email), clock.nowMs() + forMs, ...accountId],
      );
      return rows.length === 0 ? null : token;
    },
    /** What a token is for, unless it has expired or leads to an address that has an account by now. */
    async find(queryable: Queryable, kind: LinkKind, token: string): Promise<Link | null> {
      const [link] = await queryable.query<Link>(
        `SELECT account_id AS "accountId", email
         FROM mailed_link AS l
         WHERE token_hash = $1
           AND kind = $2
           AND expires_at_ms > $3
           AND (kind = 'reset' OR NOT EXISTS (SELECT 1 FROM account a WHERE a.email = l.email))`,
        [tokens.hash(token), kind, clock.nowMs()],
      );
      return link ?? null;
    },
  };
}

function signUpMethods(parts: IdentityParts, links: Links) {
  const { database, sessions, hashCost } = parts;
  return {
    /** A token for the mail; earlier ones stay valid. Null if the address belongs to an account. */
    signUp: (email: string): Promise<string | null> => links.make('sign-up', email, VERIFICATION_MS),
    /** The address of a token. Null if the token is wrong, used or too old, or the address has an account by now. */
    findSignUp: async (token: string): Promise<string | null> =>
      (await links.find(database, 'sign-up', token))?.email ?? null,
    /** Creates the account, ends every other sign-up of the address, and signs in. Null if `findSignUp` finds nothing. */
    async completeSignUp(
      token: string,
      { name, password }: { readonly name: string; readonly password: string },
      from: Origin,
    ): Promise<Session | null> {
      // Looked up before the costly hash, and again after it.
      if ((await links.find(database, 'sign-up', token)) === null) return null;
      const passwordHash = await hashPassword(password, hashCost);
      return database.transaction(async (transaction) => {
        const link = await links.find(transaction, 'sign-up', token);
        if (link === null) return null;
        const account = await insertAccount(transaction, { ...NEW_DEVELOPER, ...link, name }, parts);
        if (account === null) return null;
        await endSignUps(transaction, link.email);
        await setPassword(transaction, account.accountId, passwordHash);
        return sessions.start(transaction, account.accountId, from);
      });
    },
  };
}

/** Password resets by mail. */
function resetMethods(parts: IdentityParts, links: Links) {
  const { database, audit, hashCost } = parts;
  return {
    /** A token for the mail; earlier ones stay valid. Null if no account has the address. */
    startReset: (email: string): Promise<string | null> => links.make('reset', email, RESET_MS),
    /**
     * Sets the password, ends every session and disconnects every provider, which revokes anyone who gained access
     * through a linked provider. Returns the account's address; null when the token is wrong, used or too old.
     */
    async resetPassword(token: string, password: string): Promise<string | null> {
      const passwordHash = await hashPassword(password, hashCost);
      return database.transaction(async (transaction) => {
        const accountId = (await links.find(transaction, 'reset', token))?.accountId ?? null;
        if (accountId === null || !(await lockAccount(transaction, accountId))) return null;
        // Again behind the lock: of two that use the token at once, one finds it used.
        const link = await links.find(transaction, 'reset', token);
        if (link === null) return null;
        await transaction.query(`DELETE FROM mailed_link WHERE kind = 'reset' AND account_id = $1`, [
          accountId,
        ]);
        await transaction.query('DELETE FROM portal_session WHERE account_id = $1', [accountId]);
        await disconnectProviders(transaction, accountId, null, parts);
        await setPassword(transaction, accountId, passwordHash);
        await audit(transaction, 'account.password-set', accountId);
        return link.email;
      });
    },
  };
}

/** Name and address of an account, as its owner changes them. */
function addressMethods({ database, audit }: IdentityParts, links: Links) {
  const find = async (queryable: Queryable, accountId: number, token: string): Promise<string | null> => {
    const link = await links.find(queryable, 'address', token);
    return link?.accountId === accountId ? link.email : null;
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
    startAddressChange: (accountId: number, email: string): Promise<string | null> =>
      links.make('address', email, VERIFICATION_MS, accountId),
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
          await transaction.query('DELETE FROM mailed_link WHERE account_id = $1', [accountId]);
          await endSignUps(transaction, email);
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
