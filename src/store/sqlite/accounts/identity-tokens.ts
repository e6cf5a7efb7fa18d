import { createHmac, randomBytes } from 'node:crypto';
import type { Origin, Session } from '../../../accounts/identity.ts';

/** Secrets of mails and cookies, and what is stored of them. */
export interface Tokens {
  make(): string;
  hash(token: string): Uint8Array;
}

/** Call it in a transaction or alone. */
export type StartSession = (accountId: number, from: Origin) => Session;

export function createTokens(sessionSecret: string): Tokens {
  return {
    make: () => randomBytes(32).toString('base64url'),
    hash: (token) => createHmac('sha256', sessionSecret).update(token).digest(),
  };
}
