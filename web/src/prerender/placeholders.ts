import type { SessionView } from '../../../src/portal/contract.ts';

/**
 * What pages made at build time say of the service that will show them. The server puts its own values in their place:
 * numbers as digits and with commas.
 */
export const PLACEHOLDERS = {
  baseUrl: 'https://base-url.invalid',
  operatorName: '~operator-name~',
  keyPrefix: '~key-prefix~',
  dailyQuota: 900_000_001,
  burstPerSecond: 900_000_002,
  burst: 900_000_003,
} as const;

/** The view of somebody who isn't signed in. */
export const PLACEHOLDER_SESSION: SessionView = {
  account: null,
  csrfToken: '',
  providers: [],
  mail: 'smtp',
  operatorName: PLACEHOLDERS.operatorName,
  // Pages made at build time don't know them: they appear once the session is there.
  notices: { termsUrl: null, privacyUrl: null, contact: null },
  baseUrl: PLACEHOLDERS.baseUrl,
  keyPrefix: PLACEHOLDERS.keyPrefix,
  limits: PLACEHOLDERS,
};
