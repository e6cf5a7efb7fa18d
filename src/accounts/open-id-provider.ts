import * as oauth from 'oauth4webapi';
import { createWorkQueue } from '../base/work-queue.ts';

/** What an operator has set up about an OpenID Connect provider (docs/operate.md#sign-in-by-other-providers). */
export interface ProviderSettings {
  readonly name: string;
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
}

/** A person by the provider's identifier, which stays the same as long as the operator's client does. */
export interface ProviderSubject {
  readonly provider: string;
  readonly subject: string;
}

/** What a provider says about a person who agreed to it. Texts are as the provider sent them. */
export interface ProvidedPerson extends ProviderSubject {
  /** Null unless the provider vouches for it. */
  readonly email: string | null;
  /** Empty if the person shares none. */
  readonly name: string;
}

/** One sign-in at a provider: the values that tie the return to its start. */
export interface ProviderTrip {
  /** Returned by the browser, so that no other site can start a sign-in. */
  readonly state: string;
  /** Returned inside the signed token, so that a token of another sign-in is refused. */
  readonly nonce: string;
  /** Secret of 43 to 128 characters (PKCE): nobody else can use the code that comes back. */
  readonly codeVerifier: string;
}

/** The provider refused a code, couldn't be reached, or responded unexpectedly. The message contains no secret. */
export class ProviderFailed extends Error {
  override name = 'ProviderFailed';
  readonly label: string;

  constructor({ name, label }: Pick<ProviderSettings, 'name' | 'label'>, reason: string) {
    super(`${name}: ${reason}`);
    this.label = label;
  }
}

const TIMEOUT_MS = 5_000;
/** Usual responses have a few kilobytes. */
const RESPONSE_MAX_BYTES = 64 * 1024;
/** Tolerance for the clocks of other machines. */
const TOLERANCE_SECONDS = 60;

export type OpenIdProvider = ReturnType<typeof createOpenIdProvider>;

/** Any provider that speaks OpenID Connect. It is asked only when somebody signs in there. */
export function createOpenIdProvider(settings: ProviderSettings, baseUrl: string) {
  const { name, label, clientId, clientSecret, scope } = settings;
  const issuer = new URL(settings.issuer);
  const redirectUri = `${baseUrl}/portal/sign-in/${name}`;
  const client: oauth.Client = { client_id: clientId, [oauth.clockTolerance]: TOLERANCE_SECONDS };
  const options = {
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
    // Only the issuer of a test or of the same machine has a plain http URL (config/readers.ts).
    [oauth.allowInsecureRequests]: issuer.protocol === 'http:',
    [oauth.customFetch]: (address: string, init: object) => fetchWithin(settings, address, init),
  };
  const discover = async () =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));

  /** The claims of the ID token. If it doesn't say whether the address is verified, those of the userinfo endpoint replace them. */
  async function findClaims(parameters: URLSearchParams, trip: ProviderTrip): Promise<oauth.JsonObject> {
    const server = await discover();
    const methods = server.token_endpoint_auth_methods_supported;
    const authenticate = methods?.includes('client_secret_post')
      ? oauth.ClientSecretPost(clientSecret)
      : oauth.ClientSecretBasic(clientSecret);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authenticate,
      oauth.validateAuthResponse(server, client, parameters, trip.state),
      redirectUri,
      trip.codeVerifier,
      options,
    );
    const expected = { expectedNonce: trip.nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected);
    await oauth.validateApplicationLevelSignature(server, response, options);
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (claims === undefined) throw new ProviderFailed(settings, 'it sent no identity token');
    if (claims.email_verified !== undefined || server.userinfo_endpoint === undefined) return claims;
    const asked = await oauth.userInfoRequest(server, client, tokens.access_token, options);
    const { email: _, ...others } = claims;
    return { ...others, ...(await oauth.processUserInfoResponse(server, client, claims.sub, asked)) };
  }

  return {
    name,
    label,
    /** Where the person signs in and agrees; the browser comes back with a code and the state. Throws ProviderFailed. */
    addressFor: (trip: ProviderTrip) =>
      asProviderFailure(settings, async () => {
        const { authorization_endpoint: page } = await discover();
        if (page === undefined) throw new ProviderFailed(settings, 'it names no sign-in page');
        const address = new URL(page);
        const parameters = {
          response_type: 'code',
          client_id: clientId,
          redirect_uri: redirectUri,
          scope,
          state: trip.state,
          nonce: trip.nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(trip.codeVerifier),
          code_challenge_method: 'S256',
        };
        for (const [key, value] of Object.entries(parameters)) address.searchParams.set(key, value);
        return address.href;
      }),
    /** The person who came back with these parameters. Throws ProviderFailed. */
    findPerson: (parameters: URLSearchParams, trip: ProviderTrip) =>
      asProviderFailure(settings, async (): Promise<ProvidedPerson> => {
        const claims = await findClaims(parameters, trip);
        const subject = textOf(claims.sub);
        if (!/^[\x21-\x7e]{1,255}$/.test(subject)) throw new ProviderFailed(settings, 'it names nobody');
        const email = claims.email_verified === true ? textOf(claims.email) : '';
        return {
          provider: name,
          subject,
          email: email || null,
          name: textOf(claims.name || claims.nickname),
        };
      }),
  };
}

/** Fetches a response of at most RESPONSE_MAX_BYTES. Throws ProviderFailed if it is longer. */
async function fetchWithin(settings: ProviderSettings, address: string, init: object): Promise<Response> {
  const response = await fetch(address, init);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > RESPONSE_MAX_BYTES)
      throw new ProviderFailed(settings, `it sent more than ${RESPONSE_MAX_BYTES} bytes`);
    pieces.push(piece);
  }
  const { status, headers } = response;
  return new Response(Buffer.concat(pieces), { status, headers });
}

/** A queue of its own, so that a slow provider doesn't occupy the queue of pages. */
const queue = createWorkQueue({ atOnceMax: 20, waitingMax: 100, waitingPerCallerMax: 100, restFactor: 0 });

/** Runs work with a provider, and rethrows every failure as ProviderFailed. */
async function asProviderFailure<Result>(
  settings: ProviderSettings,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await queue.run(work);
  } catch (error) {
    throw error instanceof ProviderFailed ? error : new ProviderFailed(settings, reasonOf(error));
  }
}

/** Why a provider failed, without what was sent: codes, tokens and personal data. */
function reasonOf(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError) return `it answered ${error.status} ${wordOf(error.error)}`;
  if (error instanceof oauth.AuthorizationResponseError) return `it answered ${wordOf(error.error)}`;
  if (error instanceof oauth.WWWAuthenticateChallengeError) return `it answered ${error.status}`;
  if (error instanceof oauth.OperationProcessingError) return error.message;
  if (!(error instanceof Error)) return 'it failed';
  if (error.name === 'TimeoutError') return `it did not answer within ${TIMEOUT_MS} ms`;
  // fetch reports this way that there was no response; the cause has a code such as ECONNREFUSED.
  const { cause } = error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? wordOf(cause.code) : '';
  return code === '' ? `it failed: ${wordOf(error.name)}` : `out of reach ${code}`;
}

/** Returns a text if it is one word of the protocol, otherwise an empty one. */
function wordOf(text: unknown): string {
  return typeof text === 'string' && /^[\w.-]{1,60}$/.test(text) ? text : '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
