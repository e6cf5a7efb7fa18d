import type { SessionView } from '../../../src/portal/contract/sign-in.ts';

/**
 * What pages made at build time say of the service that will show them. The server puts its own values in their place:
 * numbers as digits and with commas.
 */
export const PLACEHOLDERS = {
  baseUrl: 'https://base-url.invalid',
  operatorName: '~operator-name~',
  keyPrefix: '~key-prefix~',
  firstCategory: 'first-category.invalid',
  dailyQuota: 900_000_001,
  burstPerSecond: 900_000_002,
  burst: 900_000_003,
  // Links to what the operator doesn't publish leave the page.
  termsUrl: 'https://terms-url.invalid',
  privacyUrl: 'https://privacy-url.invalid',
  contact: 'https://contact.invalid',
} as const;

/** The view of somebody who isn't signed in. */
export const PLACEHOLDER_SESSION: SessionView = {
  account: null,
  csrfToken: '',
  providers: [],
  mail: 'smtp',
  operatorName: PLACEHOLDERS.operatorName,
  notices: PLACEHOLDERS,
  baseUrl: PLACEHOLDERS.baseUrl,
  keyPrefix: PLACEHOLDERS.keyPrefix,
  firstCategory: PLACEHOLDERS.firstCategory,
  limits: PLACEHOLDERS,
};
