import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { SqlDatabase, Transaction } from '../sql-database.ts';
import type { Audit } from './account-rows.ts';
import type { HashCost } from './password.ts';
import { type Origin, SESSION_MS, type Session } from './sign-in.ts';

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
export function callerHash(tokens: Tokens, caller: string): Buffer {
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
