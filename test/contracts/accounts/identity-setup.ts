import type { AccountStore } from '../../../src/accounts/account-store.ts';
import type { Identity, Origin } from '../../../src/accounts/identity.ts';
import type { FixedClock } from '../../support/fixed-clock.ts';

/** Empty stores on the same data at the contract's disposal. */
export interface IdentitySetup {
  readonly identity: Identity;
  readonly accounts: AccountStore;
  readonly clock: FixedClock;
}

export type Guarantee = (title: string, run: (setup: IdentitySetup) => Promise<void>) => void;

/** The address from which everyone but strangers signs in. */
export const HOME: Origin = { caller: '192.0.2.1', place: '192.0.2.*', userAgent: 'Browser 1.0' };
/** Secret of the browser at home. */
export const BROWSER = 'known to one browser only';
