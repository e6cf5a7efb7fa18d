import { createHmac, randomBytes } from 'node:crypto';
import type { Origin, Session } from '../../../accounts/identity.ts';
import type { Clock } from '../../../clock.ts';
import type { SqlDatabase, Transaction } from '../sql-database.ts';
import type { Audit } from './account-rows.ts';

/** Makes the secrets in mails and cookies, and the hashes that are stored of them. */
export interface Tokens {
  make(): string;
  hash(token: string): Buffer;
}

export interface Sessions {
  /** In a transaction that holds the lock of the account. */
  start(transaction: Transaction, accountId: number, from: Origin): Promise<Session>;
}

/** What the parts of the adapter share. */
export interface IdentityParts {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly audit: Audit;
}

export function createTokens(sessionSecret: string): Tokens {
  return {
    make: () => randomBytes(32).toString('base64url'),
    hash: (token) => createHmac('sha256', sessionSecret).update(token).digest(),
  };
}

/** Locks an account's row against other changes of what belongs to it; the gate goes on. False when it is gone. */
export async function lockAccount(transaction: Transaction, accountId: number): Promise<boolean> {
  const rows = await transaction.queryLocked('SELECT account_id FROM account WHERE account_id = $1', [
    accountId,
  ]);
  return rows.length > 0;
}
