import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { findsRow, type Reader, type SqlDatabase, type Writer } from '../sql-database.ts';
import { toEmail } from './account-rows.ts';
import type { Audit } from './audit-log.ts';
import { type HashCost, isPasswordOf } from './password.ts';

export interface Origin {
  /** The IPv4 address or the IPv6 network (`callerOf` in src/http/rate-limiter.ts). Stored only as an HMAC. */
  readonly caller: string;
  /** The part of the address that the list of sessions shows, such as 192.0.2.*. */
  readonly place: string;
  readonly userAgent: string;
}

export interface Session {
  /** Secret: only the browser's cookie holds it. */
  readonly token: string;
  readonly accountId: number;
}

export interface SessionInfo {
  /** Identifies a session in the list, but isn't enough to sign in. */
  readonly sessionId: string;
  readonly place: string;
  readonly userAgent: string;
  readonly startedAtMs: number;
  readonly usedAtMs: number;
}

export const SESSION_MS = 14 * 86_400_000;
const SESSIONS_MAX = 20;
const USER_AGENT_MAX = 300;
/** A last use is stored only if the stored one is this old: a write at every request would cost too much. */
const USE_STEP_MS = 5 * 60_000;

export interface IdentityParts {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly hashCost: HashCost;
  hash(secret: string): Buffer;
}

/** Returns an HMAC function. Without `sessionSecret`, a copy of the database gives nobody a valid token. */
export function secretHash(sessionSecret: string): IdentityParts['hash'] {
  return (secret) => createHmac('sha256', sessionSecret).update(secret).digest();
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The prefix keeps hashes of addresses apart from hashes of tokens. */
const callerText = (caller: string) => `caller ${caller}`;

/** The caller holds the account's lock. */
export async function startSession(
  transaction: Writer,
  accountId: number,
  { caller, place, userAgent }: Origin,
  { clock, hash }: Pick<IdentityParts, 'clock' | 'hash'>,
): Promise<Session> {
  const token = newToken();
  const nowMs = clock.nowMs();
  const browser = userAgent.slice(0, USER_AGENT_MAX).toWellFormed();
  await transaction.query(
    `INSERT INTO portal_session
       (token_hash, account_id, expires_at_ms, started_at_ms, used_at_ms, caller_hash, place, user_agent)
     VALUES ($1, $2, $3, $4, $4, $5, $6, $7)`,
    [hash(token), accountId, nowMs + SESSION_MS, nowMs, hash(callerText(caller)), place, browser],
  );
  await transaction.query(
    `DELETE FROM portal_session
     WHERE account_id = $1
       AND token_hash NOT IN (
         SELECT token_hash FROM portal_session
         WHERE account_id = $1
         ORDER BY expires_at_ms DESC, token_hash = $2 DESC
         LIMIT ${SESSIONS_MAX})`,
    [accountId, hash(token)],
  );
  return { token, accountId };
}

export function sessionMethods(parts: IdentityParts) {
  const { database, clock, hash } = parts;
  return {
    /** Signs in a person who has passed all factors. Null if the account was closed. */
    startSession: (accountId: number, from: Origin): Promise<Session | null> =>
      withAccountLock(database, accountId, (transaction) =>
        startSession(transaction, accountId, from, parts),
      ),
    /** Also records the use of the session, to within five minutes. */
    async findSession(token: string): Promise<number | null> {
      const nowMs = clock.nowMs();
      const [row] = await database.query<{ account_id: number; used_at_ms: number }>(
        'SELECT account_id, used_at_ms FROM portal_session WHERE token_hash = $1 AND expires_at_ms > $2',
        [hash(token), nowMs],
      );
      if (row === undefined) return null;
      if (nowMs - row.used_at_ms >= USE_STEP_MS) {
        // A session whose use can't be recorded is still valid; the next request tries again.
        await database
          .query('UPDATE portal_session SET used_at_ms = $2 WHERE token_hash = $1', [hash(token), nowMs])
          .catch(() => {});
      }
      return row.account_id;
    },
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
      return rows.map(({ hash: id, ...session }) => ({
        ...session,
        sessionId: Buffer.from(id).toString('base64url'),
      }));
    },
    /** The stored hash, from which nobody can derive the token. */
    sessionId: (token: string): string => hash(token).toString('base64url'),
    /** Ends one session of an account, or all without `sessionId`. False if none existed. */
    async endSessions(accountId: number, sessionId?: string): Promise<boolean> {
      const id = sessionId === undefined ? null : Buffer.from(sessionId, 'base64url');
      const ended = await withAccountLock(database, accountId, (transaction) =>
        transaction.query(
          `DELETE FROM portal_session
           WHERE account_id = $1
             AND token_hash = coalesce($2, token_hash)
           RETURNING account_id`,
          [accountId, id],
        ),
      );
      return ended !== null && ended.length > 0;
    },
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
        [toEmail(email), hash(callerText(caller)), clock.nowMs()],
      ),
  };
}

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

export function passwordMethods(parts: IdentityParts) {
  const { database, hashCost } = parts;
  const find = async (queryable: Reader, email: string) => {
    const [row] = await queryable.query<{ account_id: number; password_hash: string | null }>(
      'SELECT account_id, password_hash FROM account WHERE email = $1',
      [toEmail(email)],
    );
    return row;
  };
  return {
    /** Null if address or password is wrong. Neither the response nor the time it takes may show which one. */
    async signIn(email: string, password: string, from: Origin): Promise<Session | null> {
      const known = await find(database, email);
      const isRight = await isPasswordOf(known?.password_hash ?? null, password, hashCost);
      if (known === undefined || !isRight) return null;
      return withAccountLock(database, known.account_id, async (transaction) => {
        // Address or password may have changed while the hash was being computed.
        const now = await find(transaction, email);
        if (now?.password_hash !== known.password_hash) return null;
        return startSession(transaction, now.account_id, from, parts);
      });
    },
    /** A text that changes with the password, and when one-time codes are turned on or off. */
    async credentialsVersion(email: string): Promise<string> {
      const rows = await database.query(
        `SELECT password_hash, confirmed_at_ms
         FROM account
         LEFT JOIN second_factor USING (account_id)
         WHERE email = $1`,
        [toEmail(email)],
      );
      return `${email} ${JSON.stringify(rows)}`;
    },
    /** Takes the same time if there is no account or no password. */
    isPassword: async (email: string, password: string): Promise<boolean> =>
      isPasswordOf((await find(database, email))?.password_hash ?? null, password, hashCost),
  };
}

/** Runs `work` while the account's row is locked. Calls of the API don't wait for this lock. Null if the account was closed. */
export function withAccountLock<T>(
  database: SqlDatabase,
  accountId: number,
  work: (transaction: Writer) => Promise<T>,
): Promise<T | null> {
  return database.transaction(async (transaction) =>
    (await lockAccount(transaction, accountId)) ? work(transaction) : null,
  );
}

/** Locks an account's row, as every change to its data must. False if the account was closed. */
export async function lockAccount(transaction: Writer, accountId: number): Promise<boolean> {
  const select = 'SELECT account_id FROM account WHERE account_id = $1';
  return (await transaction.queryLocked(select, [accountId])).length > 0;
}
