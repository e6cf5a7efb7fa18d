import * as oauth from 'oauth4webapi';
import { createWorkQueue } from '../base/work-queue.ts';

/** What an operator sets up (docs/operate.md#sign-in-by-other-providers). */
export interface ProviderSettings {
  readonly name: string;
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
}

export interface ProviderSubject {
  readonly provider: string;
  readonly subject: string;
}

export interface ProvidedPerson extends ProviderSubject {
  /** Null unless the provider has verified the address. */
  readonly email: string | null;
  readonly name: string;
}

/** Random values of one sign-in, against which the provider's response is checked. */
export interface ProviderTrip {
  /** The browser returns this value with the code, which shows that the sign-in began in that browser. */
  readonly state: string;
  /** The signed token contains this value, which shows that the token was issued for this sign-in. */
  readonly nonce: string;
  /** PKCE secret of 43 to 128 characters, without which a stolen code is useless. */
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
const RESPONSE_MAX_BYTES = 64 * 1024;
const TOLERANCE_SECONDS = 60;

export type OpenIdProvider = ReturnType<typeof createOpenIdProvider>;

/** The service sends requests to a provider only while somebody signs in there. */
export function createOpenIdProvider(settings: ProviderSettings, baseUrl: string) {
  const { name, label, clientId, clientSecret, scope } = settings;
  const issuer = new URL(settings.issuer);
  const redirectUri = `${baseUrl}/portal/sign-in/${name}`;
  const client: oauth.Client = { client_id: clientId, [oauth.clockTolerance]: TOLERANCE_SECONDS };
  const options = {
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
    // Only an issuer on this machine, as in tests, may have an http URL (src/config/readers.ts).
    [oauth.allowInsecureRequests]: issuer.protocol === 'http:',
    [oauth.customFetch]: (address: string, init: object) => fetchWithin(settings, address, init),
  };
  const discover = async () =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));

  /** The ID token's claims. The userinfo endpoint adds claims if the token doesn't say whether the address is verified. */
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
    /** The URL of the provider's sign-in page, from which the browser returns with a code and `state`. Throws ProviderFailed. */
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

/** A slow provider fills this queue, not the queue of pages. */
const queue = createWorkQueue({ atOnceMax: 20, waitingMax: 100, waitingPerCallerMax: 100, restFactor: 0 });

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

/** The reason of a failure, without codes, tokens and personal data. */
function reasonOf(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError) return `it answered ${error.status} ${wordOf(error.error)}`;
  if (error instanceof oauth.AuthorizationResponseError) return `it answered ${wordOf(error.error)}`;
  if (error instanceof oauth.WWWAuthenticateChallengeError) return `it answered ${error.status}`;
  if (error instanceof oauth.OperationProcessingError) return error.message;
  if (!(error instanceof Error)) return 'it failed';
  if (error.name === 'TimeoutError') return `it did not answer within ${TIMEOUT_MS} ms`;
  // `fetch` reports a missing response as a TypeError, whose cause has a code such as ECONNREFUSED.
  const { cause } = error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? wordOf(cause.code) : '';
  return code === '' ? `it failed: ${wordOf(error.name)}` : `out of reach ${code}`;
}

function wordOf(text: unknown): string {
  return typeof text === 'string' && /^[\w.-]{1,60}$/.test(text) ? text : '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
