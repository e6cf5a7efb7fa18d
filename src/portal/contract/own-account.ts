import type { Account } from '../../accounts/account-store.ts';
import type { SessionInfo } from '../../accounts/identity.ts';
import type { Right } from '../../accounts/roles.ts';
import type { SecondFactorSetUp, SecondFactorState } from '../../accounts/second-factor.ts';
import { LANGUAGES } from '../../messages/languages.ts';
import { CODE, EMAIL_FIELD, NAME, OWN_PASSWORD, TOKEN } from './account-fields.ts';
import { line, word } from './fields.ts';
import { answers } from './path.ts';
import { PROVIDERS, type Provider } from './providers.ts';

/**
 * What owners change in their account. `password` is null if the account has none: then the session
 * must be younger than ten minutes (SIGN_IN_AGAIN).
 */
export const accountPaths = {
  'POST /account/name': answers<AccountView>().taking({ name: NAME }),
  /** A link goes to the new address and a note to the present one. The answer is the same for any address. */
  'POST /account/address': answers().taking({
    email: EMAIL_FIELD,
    language: word(LANGUAGES),
    password: OWN_PASSWORD,
  }),
  /** Changes nothing. Like the next, it accepts only the account's own tokens. */
  'POST /account/address/look': answers<PendingAddressView>().taking({ token: TOKEN }),
  'POST /account/address/confirm': answers<AccountView>().taking({ token: TOKEN }),
  /** The account's email address, typed. */
  'POST /account/close': answers().taking({ confirmation: line(1, 254), password: OWN_PASSWORD }),
  /** All that the service holds about the account. */
  'GET /account/data': answers<Uint8Array>().taking({}),
  'GET /connections': answers<ConnectionsPage>().taking({}),
  'POST /connections/disconnect': answers<ConnectionsPage>().taking({ provider: word(PROVIDERS) }),
  'GET /second-factor': answers<SecondFactorView>().taking({}),
  /** STALE while it is on. */
  'POST /second-factor/begin': answers<SecondFactorSetUpView>().taking({ password: OWN_PASSWORD }),
  'POST /second-factor/confirm': answers<RecoveryCodes>().taking({ code: CODE }),
  'POST /second-factor/recovery-codes': answers<RecoveryCodes>().taking({ code: CODE }),
  'POST /second-factor/end': answers<SecondFactorView>().taking({ code: CODE }),
  'GET /sessions': answers<SessionsPage>().taking({}),
  'POST /sessions/end': answers<SessionsPage>().taking({ sessionId: line(1, 100) }),
} as const;

export interface AccountView
  extends Pick<Account, 'accountId' | 'email' | 'name' | 'role' | 'tier' | 'suspended' | 'createdAtMs'> {
  /** What the account may do in the console now. */
  readonly rights: readonly Right[];
}

export interface PendingAddressView {
  readonly email: string;
}

export interface ConnectionsPage {
  readonly hasPassword: boolean;
  readonly connections: readonly { readonly provider: Provider; readonly connectedAtMs: number }[];
}

export type SecondFactorView = SecondFactorState;

export interface SecondFactorSetUpView extends SecondFactorSetUp {
  /** For a QR code: otpauth://… */
  readonly address: string;
}

/** Shown this once. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

export interface SessionsPage {
  /** Last used first. `place` is empty for sessions from before an upgrade. */
  readonly sessions: readonly (SessionInfo & { readonly isThis: boolean })[];
}
