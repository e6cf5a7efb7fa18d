import type { Language } from '../messages/languages.ts';
import type { CodeNeeded, ProviderName, SessionView } from './contract.ts';

/** The part of the contract (contract.ts) about sign-in with Kakao, Naver and Google, and the connections of an account. */

/**
 * POST /portal/api/provider/start: `enter` signs in, `connect` adds the provider to the account that is signed in
 * (SIGN_IN_FIRST without one). Answers ProviderAddress.
 */
export interface ProviderStart {
  readonly provider: ProviderName;
  readonly intent: 'enter' | 'connect';
  /**
   * Needed to connect: PASSWORD_WRONG. Null where the account has none: then its session has to be younger than ten minutes
   * (SIGN_IN_AGAIN).
   */
  readonly password?: string | null;
}
/** The provider's page, from which the browser comes back to /portal/sign-in/{provider}?code=…&state=… or ?error=… */
export interface ProviderAddress {
  readonly address: string;
}
/**
 * POST /portal/api/provider/finish. Answers ProviderOutcome. START_AGAIN when another browser started, PROVIDER_FAILED,
 * ADDRESS_KNOWN when the address belongs to an account without this connection, CONNECTED_ELSEWHERE.
 */
export interface ProviderReturn {
  readonly provider: ProviderName;
  readonly code: string;
  readonly state: string;
}
export type ProviderOutcome =
  | { readonly outcome: 'entered'; readonly session: SessionView }
  | ({ readonly outcome: 'code-needed' } & CodeNeeded)
  | { readonly outcome: 'connected' }
  /** The provider verified no address, so a mail has to confirm it. `email` is what the provider gave, maybe empty. */
  | { readonly outcome: 'address-needed'; readonly email: string; readonly person: string };
/**
 * POST /portal/api/provider/address: sends the mail that completes the sign-up. The answer is the same for any
 * address.
 */
export interface ProvidedAddress {
  /** As ProviderOutcome gave it. */
  readonly person: string;
  readonly email: string;
  readonly language: Language;
}
/** GET /portal/api/connections. POST /portal/api/connections/disconnect {"provider": …} answers it, too. */
export interface ConnectionsPage {
  readonly hasPassword: boolean;
  readonly connections: readonly { readonly provider: ProviderName; readonly connectedAtMs: number }[];
}
