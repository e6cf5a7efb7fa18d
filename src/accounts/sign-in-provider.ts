/** Services with which people can sign in besides a password, in the order in which pages offer them. */
export const PROVIDERS = ['kakao', 'naver', 'google'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Credentials from registering the portal with providers. Providers without any are not offered. */
export type ProviderClients = Readonly<
  Partial<Record<Provider, { readonly clientId: string; readonly clientSecret: string }>>
>;

/** A person by the provider's number, which stays the same as long as the operator's client does. */
export interface ProviderSubject {
  readonly provider: Provider;
  readonly subject: string;
}

/** What a provider reports about a person who agreed to it. Texts are as the provider sent them. */
export interface ProvidedPerson extends ProviderSubject {
  /** Null if the person shares none. */
  readonly email: string | null;
  /** Whether the provider says that the address is this person's. */
  readonly isEmailProven: boolean;
  /** Empty if the person shares none. */
  readonly name: string;
}

/** One trip to a provider and back; the state to keep in between. */
export interface ProviderTrip {
  /** Comes back with the person, so no other page can start a sign-in. */
  readonly state: string;
  /** Secret of 43 to 128 characters that protects the returned code, if the provider supports PKCE. */
  readonly codeVerifier: string;
}

/** A provider that the operator has set up, used through OAuth 2.0. */
export interface SignInProvider {
  readonly provider: Provider;
  /** Where the person signs in and agrees; the browser comes back with a code and the state. */
  addressFor(trip: ProviderTrip): Promise<string>;
  /** The person who came back with a code. Throws ProviderFailed. */
  findPerson(code: string, trip: ProviderTrip): Promise<ProvidedPerson>;
}

/** The provider refused a code, couldn't be reached, or responded unexpectedly. The message contains no secret. */
export class ProviderFailed extends Error {
  override name = 'ProviderFailed';
}
