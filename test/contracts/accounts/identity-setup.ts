import type { Origin } from '../../../src/accounts/sign-in.ts';

/** The address from which everyone but strangers signs in. */
export const HOME: Origin = { caller: '192.0.2.1', place: '192.0.2.*', userAgent: 'Browser 1.0' };
