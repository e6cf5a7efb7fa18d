import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { findsRow, type Queryable, type SqlDatabase, type Transaction } from '../sql-database.ts';
import { toEmail } from './account-rows.ts';
import type { Audit } from './audit-log.ts';
import { type HashCost, isPasswordOf } from './password.ts';

/** Where somebody signs in from. */
export interface Origin {
  /** The network address, as precise as limits count it (http/rate-limiter.ts). Stored only as an HMAC. */
  readonly caller: string;
  /** The part of the address that the list of sessions shows, such as 192.0.2.*. */
  readonly place: string;
  /** The browser's name for itself; the store keeps at most 300 characters of it. */
  readonly userAgent: string;
}

/** A signed-in person. */
export interface Session {
  /** Secret: belongs in the person's cookie and nowhere else. */
  readonly token: string;
  readonly accountId: number;
}

/** A session as its account's owner sees it. */
export interface SessionInfo {
  /** Identifies the session, but lets nobody in. */
  readonly sessionId: string;
  readonly place: string;
  readonly userAgent: string;
  readonly startedAtMs: number;
  readonly usedAtMs: number;
}

/**
 * A session, or why a person who comes from a provider gets none. `known-address`: the address, verified by the provider, belongs
 * to an account that the person isn't connected to. `address-needed`: it vouches for none, so the person signs up by mail first.
 */
export type ProvidedOutcome = Session | 'known-address' | 'address-needed';

/** `elsewhere`: the person signs in to another account, and continues to. */
export type ConnectOutcome = 'connected' | 'was-connected' | 'elsewhere';

/** A provider through which an account's owner signs in. */
export interface Connection {
  readonly provider: string;
  readonly connectedAtMs: number;
}

/** How long a session lasts after signing in. */
export const SESSION_MS = 14 * 86_400_000;
/** How long the link in a verification mail works. */
export const VERIFICATION_MS = 24 * 3_600_000;
/** How long the link in a reset mail works. */
export const RESET_MS = 3_600_000;

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

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

export type Tokens = ReturnType<typeof createTokens>;

/** What the parts of the adapter share. */
export interface IdentityParts {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly sessions: ReturnType<typeof createSessions>;
  readonly audit: Audit;
  readonly hashCost: HashCost;
}

/** Makes the secrets in mails and cookies, and the hashes that are stored of them. */
export function createTokens(sessionSecret: string) {
  return {
    make: () => randomBytes(32).toString('base64url'),
    hash: (token: string) => createHmac('sha256', sessionSecret).update(token).digest(),
  };
}

/** Sessions of one account. One more ends the oldest. */
const SESSIONS_MAX = 20;
/** Longer browser names tell a person nothing more. */
const USER_AGENT_MAX = 300;

export function createSessions(clock: Clock, tokens: Tokens) {
  return {
    /** In a transaction that holds the lock of the account. */
    async start(
      transaction: Transaction,
      accountId: number,
      { caller, place, userAgent }: Origin,
    ): Promise<Session> {
      const token = tokens.make();
      const nowMs = clock.nowMs();
      await transaction.query(
        `INSERT INTO portal_session
           (token_hash, account_id, expires_at_ms, started_at_ms, used_at_ms, caller_hash, place, user_agent)
         VALUES ($1, $2, $3, $4, $4, $5, $6, $7)`,
        [
          tokens.hash(token),
          accountId,
          nowMs + SESSION_MS,
          nowMs,
          callerHash(tokens, caller),
          place,
          userAgent.slice(0, USER_AGENT_MAX).toWellFormed(),
        ],
      );
      await transaction.query(
        `DELETE FROM portal_session
         WHERE account_id = $1
           AND token_hash NOT IN (
             SELECT token_hash FROM portal_session
             WHERE account_id = $1
             ORDER BY expires_at_ms DESC, token_hash = $2 DESC
             LIMIT ${SESSIONS_MAX})`,
        [accountId, tokens.hash(token)],
      );
      return { token, accountId };
    },
  };
}

/** Prefixed, so that no token passes for a caller. */
function callerHash(tokens: Tokens, caller: string): Buffer {
  return tokens.hash(`caller ${caller}`);
}

/** Locks an account's row against other changes of what belongs to it; the gate goes on. False when it is gone. */
export async function lockAccount(transaction: Transaction, accountId: number): Promise<boolean> {
  const rows = await transaction.queryLocked('SELECT account_id FROM account WHERE account_id = $1', [
    accountId,
  ]);
  return rows.length > 0;
}

/** Call it behind the lock of the account. */
export async function setPassword(
  transaction: Transaction,
  accountId: number,
  passwordHash: string,
): Promise<void> {
  await transaction.query(
    `INSERT INTO identity (account_id, password_hash)
     VALUES ($1, $2)
     ON CONFLICT (account_id) DO UPDATE SET password_hash = excluded.password_hash`,
    [accountId, passwordHash],
  );
}

/** Ends the sign-ups of an address that has an account now. */
export async function endSignUps(transaction: Queryable, email: string): Promise<void> {
  await transaction.query(`DELETE FROM mailed_link WHERE kind = 'sign-up' AND email = $1`, [email]);
}
