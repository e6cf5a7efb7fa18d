import type { Limits } from '../../gate/gate.ts';
import { LANGUAGES } from '../../messages/languages.ts';
import { CODE, EMAIL_FIELD, NAME, NEW_PASSWORD, OWN_PASSWORD, TOKEN } from './account-fields.ts';
import { flag, nullable, optional, typed, word } from './fields.ts';
import type { AccountView } from './own-account.ts';
import { answers } from './path.ts';
import { PROVIDERS, type Provider } from './providers.ts';

const address = { email: EMAIL_FIELD, language: word(LANGUAGES) };
/** A note that the server handed out (account/signed-state.ts). */
const note = typed(1, 2000);

/** Signing in, signing up, and a forgotten password. */
export const signInPaths = {
  /** What every page needs first. */
  'GET /session': answers<SessionView>().taking({}),
  'POST /sign-in': answers<SignInAnswer>().taking({ email: EMAIL_FIELD, password: typed(1, 1000) }),
  /** START_AGAIN after five minutes. */
  'POST /sign-in/code': answers<SessionView>().taking({ codeState: note, code: CODE }),
  /** The secret of the link that the start of a demo prints. */
  'POST /sign-in/demo': answers<SignInAnswer>().taking({ secret: typed(1, 100) }),
  'POST /sign-out': answers().taking({}),
  'POST /sign-out-everywhere': answers().taking({}),
  /** The answer is the same for any address, only the mail differs. It links to /portal/verify-email?token=… */
  'POST /sign-up': answers().taking(address),
  /** Changes nothing. */
  'POST /sign-up/look': answers<PendingSignUpView>().taking({ token: TOKEN }),
  /** Makes the account and signs in. The password is null where a provider opens the account. */
  'POST /sign-up/complete': answers<SessionView>().taking({
    token: TOKEN,
    name: NAME,
    password: nullable(NEW_PASSWORD),
    /** To the privacy notice, where there is one. */
    consent: optional(flag()),
  }),
  /** Likewise the same for any address. The mail links to /portal/reset-password?token=… */
  'POST /password-reset/request': answers().taking(address),
  /** Ends every session. */
  'POST /password-reset': answers().taking({ token: TOKEN, password: NEW_PASSWORD }),
  /** `enter` signs in, `connect` adds the provider to the account that is signed in, which takes its password. */
  'POST /provider/start': answers<ProviderAddress>().taking({
    provider: word(PROVIDERS),
    intent: word(['enter', 'connect']),
    password: optional(OWN_PASSWORD),
  }),
  /** START_AGAIN if a different browser started. */
  'POST /provider/finish': answers<ProviderOutcome>().taking({
    provider: word(PROVIDERS),
    code: note,
    state: note,
  }),
  /** Sends the mail that completes the sign-up; `person` is as ProviderOutcome gave it. */
  'POST /provider/address': answers().taking({ ...address, person: note }),
} as const;

export interface SessionView {
  readonly account: AccountView | null;
  /** For X-CSRF-Token; changes with sign-in. */
  readonly csrfToken: string;
  /** Ways to sign in besides a password, in the order in which they are offered. */
  readonly providers: readonly Provider[];
  /** Where mail goes: sent, or kept in the data folder for `seoga mail`. */
  readonly mail: 'smtp' | 'outbox';
  readonly operatorName: string;
  /** What the operator publishes beside the service; null where there is none. */
  readonly notices: NoticesView;
  /** Base of API addresses, without a slash at the end. */
  readonly baseUrl: string;
  readonly keyPrefix: string;
  /** The category of examples. */
  readonly firstCategory: string;
  /** Default limits. */
  readonly limits: Limits;
}

export interface NoticesView {
  readonly termsUrl: string | null;
  /** Where it is set, sign-up takes consent to it. */
  readonly privacyUrl: string | null;
  /** An email address or an http(s) address. */
  readonly contact: string | null;
}

export interface PendingSignUpView {
  readonly email: string;
  readonly name: string;
  readonly provider: Provider | null;
}

/** With a second factor, the code is sent next. */
export type SignInAnswer = SessionView | CodeNeeded;

export interface CodeNeeded {
  readonly codeState: string;
}

/** The provider's page, from which the browser comes back to /portal/sign-in/{provider}?code=…&state=… or ?error=… */
export interface ProviderAddress {
  readonly address: string;
}

export type ProviderOutcome =
  | { readonly outcome: 'entered'; readonly session: SessionView }
  | ({ readonly outcome: 'code-needed' } & CodeNeeded)
  | { readonly outcome: 'connected' }
  /** The provider verified no address, so a mail has to confirm it. `email` is what the provider gave, maybe empty. */
  | { readonly outcome: 'address-needed'; readonly email: string; readonly person: string };
