import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { type Account, isActiveOwner } from './account.ts';
import type { AccountStore } from './account-store.ts';
import { isSameSecret } from './password.ts';
import { ROLES } from './roles.ts';

export const DEMO_LINK_MS = 15 * 60_000;

/** The demo's operator. Nobody receives mail at this address, and the account has no password. */
export const DEMO_OPERATOR_EMAIL = 'operator@seoga.example';

interface DemoSignInOptions {
  readonly accounts: Pick<AccountStore, 'createAccount' | 'findAccountByEmail' | 'searchAccounts'>;
  readonly clock: Clock;
  /** Whether the store holds only the demo and only this machine can reach the service. Checked at every step. */
  isDemo(): Promise<boolean>;
}

export type DemoSignIn = ReturnType<typeof createDemoSignIn>;

/** Signs in the person who started the demo, without a password (docs/accounts.md#demo). After a restart, the link is invalid. */
export function createDemoSignIn({ accounts, clock, isDemo }: DemoSignInOptions) {
  let waiting: { readonly secret: string; readonly untilMs: number } | null = null;

  /** False if there is an operator besides the demo's: then a shop uses this installation. */
  async function isOpen(): Promise<boolean> {
    if (!(await isDemo())) return false;
    for (const role of ROLES) {
      if (role === 'developer') continue;
      const found = await accounts.searchAccounts({ role }, 0, 2);
      if (found.accounts.some(({ email }) => email !== DEMO_OPERATOR_EMAIL)) return false;
    }
    return true;
  }

  async function findOperator(): Promise<Account | null> {
    const made = { email: DEMO_OPERATOR_EMAIL, name: 'Demo operator', tier: 'free', role: 'owner' } as const;
    const operator = (await accounts.findAccountByEmail(made.email)) ?? (await accounts.createAccount(made));
    return operator !== null && isActiveOwner(operator) ? operator : null;
  }

  return {
    /** A secret for one sign-in, replacing the previous one. Null if the store holds more than the demo. */
    async create(): Promise<string | null> {
      if (!(await isOpen())) return null;
      const secret = randomBytes(32).toString('base64url');
      waiting = { secret, untilMs: clock.monotonicMs() + DEMO_LINK_MS };
      return secret;
    },
    /** The demo's operator. Null if the secret is wrong, used or expired, or if the store holds more than the demo by now. */
    async redeem(secret: string): Promise<Account | null> {
      const expected = waiting;
      if (expected === null || !isSameSecret(secret, expected.secret)) return null;
      // The secret is used up before anything is awaited, so that only one of two concurrent requests succeeds.
      waiting = null;
      if (clock.monotonicMs() >= expected.untilMs || !(await isOpen())) return null;
      return findOperator();
    },
  };
}
