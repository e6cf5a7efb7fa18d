import { findsRow, type Queryable } from '../sql-database.ts';
import { toEmail } from './account-rows.ts';
import { callerHash, type IdentityParts, lockAccount } from './identity-tokens.ts';
import { isPasswordOf } from './password.ts';
import type { Origin, Session, SessionInfo } from './sign-in.ts';

interface PasswordRow {
  readonly account_id: number;
  readonly password_hash: string;
}

/** Signing in. */
export function signInMethods({ database, clock, tokens, sessions, hashCost }: IdentityParts) {
  const findPassword = async (queryable: Queryable, by: 'email' | 'account_id', value: string | number) => {
    const [row] = await queryable.query<PasswordRow>(
      `SELECT account_id, password_hash FROM account JOIN identity USING (account_id) WHERE ${by} = $1`,
      [value],
    );
    return row;
  };
  return {
    /** Null if address or password is wrong; neither the response nor its time may say which. */
    async signIn(email: string, password: string, from: Origin): Promise<Session | null> {
      const address = toEmail(email);
      const known = await findPassword(database, 'email', address);
      if (!(await isPasswordOf(known?.password_hash ?? null, password, hashCost))) return null;
      return database.transaction(async (transaction) => {
        // The account may have been closed, or its password changed, while this one was being checked.
        const isThere = known !== undefined && (await lockAccount(transaction, known.account_id));
        const now = await findPassword(transaction, 'email', address);
        if (!isThere || now?.password_hash !== known.password_hash) return null;
        return sessions.start(transaction, now.account_id, from);
      });
    },
    /** Whether the account can be entered with a password; one that a provider opened has none at first. */
    hasPassword: async (accountId: number): Promise<boolean> =>
      (await findPassword(database, 'account_id', accountId)) !== undefined,
    /** Whether this is the account's password; false if it has none. Takes the same time either way. */
    async isPassword(accountId: number, password: string): Promise<boolean> {
      const known = await findPassword(database, 'account_id', accountId);
      return isPasswordOf(known?.password_hash ?? null, password, hashCost);
    },
    /** Whether the account of an address has a session that was started from this caller. */
    isKnownCaller: (email: string, caller: string): Promise<boolean> =>
      findsRow(
        database,
        `SELECT account_id
         FROM portal_session
         JOIN account USING (account_id)
         WHERE email = $1
           AND caller_hash = $2
           AND expires_at_ms > $3
         LIMIT 1`,
        [toEmail(email), callerHash(tokens, caller), clock.nowMs()],
      ),
    /** Signs in an account's owner, whom the caller has fully identified. */
    startSession: (accountId: number, from: Origin): Promise<Session> =>
      database.transaction(async (transaction) => {
        await lockAccount(transaction, accountId);
        return sessions.start(transaction, accountId, from);
      }),
  };
}

/** How exactly the last use of a session is recorded: a write at every request would cost more than it tells. */
const USE_STEP_MS = 5 * 60_000;

/** Sessions, and signing out. */
export function sessionMethods({ database, clock, tokens }: IdentityParts) {
  return {
    /** The account of a session's token, or null. Its use is recorded, to within five minutes. */
    async findSession(token: string): Promise<number | null> {
      const hash = tokens.hash(token);
      const nowMs = clock.nowMs();
      const [row] = await database.query<{ account_id: number; used_at_ms: number }>(
        'SELECT account_id, used_at_ms FROM portal_session WHERE token_hash = $1 AND expires_at_ms > $2',
        [hash, nowMs],
      );
      if (row === undefined) return null;
      if (nowMs - row.used_at_ms >= USE_STEP_MS) {
        // The session is there all the same: the next request records its use.
        await database
          .query('UPDATE portal_session SET used_at_ms = $2 WHERE token_hash = $1', [hash, nowMs])
          .catch(() => {});
      }
      return row.account_id;
    },
    /** The sessions of an account, last used first. */
    async listSessions(accountId: number): Promise<readonly SessionInfo[]> {
      const rows = await database.query<Omit<SessionInfo, 'sessionId'> & { readonly hash: Uint8Array }>(
        `SELECT token_hash AS hash, place, user_agent AS "userAgent", started_at_ms AS "startedAtMs",
           used_at_ms AS "usedAtMs"
         FROM portal_session
         WHERE account_id = $1
           AND expires_at_ms > $2
         ORDER BY used_at_ms DESC, started_at_ms DESC, token_hash`,
        [accountId, clock.nowMs()],
      );
      return rows.map(({ hash, ...session }) => ({
        ...session,
        sessionId: Buffer.from(hash).toString('base64url'),
      }));
    },
    // The stored hash: nobody can make the token of it.
    /** The public id of a token's session. */
    sessionId: (token: string): string => tokens.hash(token).toString('base64url'),
    /** Ends one session of an account; false if it is already over. */
    endSession: (accountId: number, sessionId: string): Promise<boolean> =>
      findsRow(
        database,
        'DELETE FROM portal_session WHERE token_hash = $1 AND account_id = $2 RETURNING account_id',
        [Buffer.from(sessionId, 'base64url'), accountId],
      ),
    async signOut(token: string): Promise<void> {
      await database.query('DELETE FROM portal_session WHERE token_hash = $1', [tokens.hash(token)]);
    },
    async signOutEverywhere(accountId: number): Promise<void> {
      await database.transaction(async (transaction) => {
        await lockAccount(transaction, accountId);
        await transaction.query('DELETE FROM portal_session WHERE account_id = $1', [accountId]);
      });
    },
  };
}
