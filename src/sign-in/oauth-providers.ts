import * as oauth from 'oauth4webapi';
import {
  PROVIDERS,
  type ProvidedPerson,
  type Provider,
  type ProviderClients,
  ProviderFailed,
  type ProviderTrip,
  type SignInProvider,
} from '../accounts/sign-in-provider.ts';

/** A provider's URLs. */
export interface ProviderAddresses {
  /** Name with which it signs identity tokens. */
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly person: string;
}

export interface OAuthProvidersOptions {
  readonly clients: ProviderClients;
  /** Base of the portal's URLs, without a trailing slash. */
  readonly baseUrl: string;
  /** The providers' own by default. */
  readonly addresses?: Readonly<Record<Provider, ProviderAddresses>> | undefined;
}

/** A provider that hasn't responded by then counts as unreachable. */
const TIMEOUT_MS = 10_000;
/** Responses about tokens and people have a few kilobytes. */
const ANSWER_MAX_BYTES = 64 * 1024;

export const PROVIDER_ADDRESSES: Readonly<Record<Provider, ProviderAddresses>> = {
  kakao: {
    issuer: 'https://kauth.kakao.com',
    authorize: 'https://kauth.kakao.com/oauth/authorize',
    token: 'https://kauth.kakao.com/oauth/token',
    person: 'https://kapi.kakao.com/v2/user/me',
  },
  naver: {
    issuer: 'https://nid.naver.com',
    authorize: 'https://nid.naver.com/oauth2.0/authorize',
    token: 'https://nid.naver.com/oauth2.0/token',
    person: 'https://openapi.naver.com/v1/nid/me',
  },
  google: {
    issuer: 'https://accounts.google.com',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    person: 'https://openidconnect.googleapis.com/v1/userinfo',
  },
};

/** How a provider differs from the others. */
interface Dialect {
  /** Null = what the operator has chosen in the provider's own settings. */
  readonly scope: string | null;
  /** Whether it requires the state again to exchange a code. */
  readonly wantsState: boolean;
  readPerson(answer: Fields): Omit<ProvidedPerson, 'provider'>;
}

const DIALECTS: Readonly<Record<Provider, Dialect>> = {
  kakao: {
    scope: null,
    wantsState: false,
    readPerson(answer) {
      const account = fieldsOf(answer.kakao_account);
      return {
        subject: subjectOf(answer.id),
        email: textOf(account.email) || null,
        isEmailProven: account.is_email_valid === true && account.is_email_verified === true,
        name: textOf(fieldsOf(account.profile).nickname),
      };
    },
  },
  naver: {
    scope: null,
    wantsState: true,
    readPerson(answer) {
      const person = fieldsOf(answer.response);
      return {
        subject: subjectOf(person.id),
        email: textOf(person.email) || null,
        // A contact address, which Naver doesn't vouch for.
        isEmailProven: false,
        name: textOf(person.nickname) || textOf(person.name),
      };
    },
  },
  google: {
    scope: 'openid email profile',
    wantsState: false,
    readPerson: (answer) => ({
      subject: subjectOf(answer.sub),
      email: textOf(answer.email) || null,
      isEmailProven: answer.email_verified === true,
      name: textOf(answer.name),
    }),
  },
};

/** The providers that are set up, in the order of PROVIDERS. */
export function createOAuthProviders(options: OAuthProvidersOptions): readonly SignInProvider[] {
  const { clients, baseUrl, addresses = PROVIDER_ADDRESSES } = options;
  return PROVIDERS.flatMap((provider) => {
    const client = clients[provider];
    if (client === undefined) return [];
    const redirectUri = `${baseUrl}/portal/sign-in/${provider}`;
    return [createProvider(provider, client, redirectUri, addresses[provider])];
  });
}

function createProvider(
  provider: Provider,
  { clientId, clientSecret }: NonNullable<ProviderClients[Provider]>,
  redirectUri: string,
  addresses: ProviderAddresses,
): SignInProvider {
  const dialect = DIALECTS[provider];
  const client: oauth.Client = { client_id: clientId };
  const server: oauth.AuthorizationServer = {
    issuer: addresses.issuer,
    authorization_endpoint: addresses.authorize,
    token_endpoint: addresses.token,
  };

  async function findToken(code: string, { state, codeVerifier }: ProviderTrip): Promise<string> {
    // The state was compared before; this gives the library the code in its own format.
    const came = oauth.validateAuthResponse(server, client, new URLSearchParams({ code, state }), state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(clientSecret),
      came,
      redirectUri,
      codeVerifier,
      { ...requestOptions(addresses.token), additionalParameters: dialect.wantsState ? { state } : {} },
    );
    // Naver sends refusals with status 200, too.
    const { error } = fieldsOf(
      await response
        .clone()
        .json()
        .catch(() => ({})),
    );
    if (error !== undefined) throw new ProviderFailed(`it answered ${response.status} ${wordOf(error)}`);
    const answer = await oauth.processAuthorizationCodeResponse(server, client, response);
    return answer.access_token;
  }

  return {
    provider,
    async addressFor({ state, codeVerifier }) {
      const address = new URL(addresses.authorize);
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(dialect.scope === null ? {} : { scope: dialect.scope }),
      };
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
      return address.href;
    },
    async findPerson(code, trip) {
      try {
        const token = await findToken(code, trip);
        return { provider, ...(await askPerson(addresses.person, token, dialect)) };
      } catch (error) {
        const reason = reasonOf(error);
        if (reason === null) throw error;
        throw new ProviderFailed(`${provider}: ${reason}`);
      }
    },
  };
}

/** The person who belongs to the token. Throws ProviderFailed, and any network error. */
async function askPerson(address: string, token: string, { readPerson }: Dialect) {
  const response = await fetchWithin(address, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200) throw new ProviderFailed(`it answered ${response.status} for the person`);
  const person = readPerson(fieldsOf(await response.json()));
  if (person.subject === '') throw new ProviderFailed('its answer does not tell who the person is');
  return person;
}

function requestOptions(address: string) {
  return {
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
    // The table above has only https URLs; loopback URLs can replace them.
    [oauth.allowInsecureRequests]: address.startsWith('http:'),
    [oauth.customFetch]: fetchWithin,
  };
}

/** Fetches a response of at most ANSWER_MAX_BYTES. Throws ProviderFailed if it is longer. */
async function fetchWithin(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, init);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > ANSWER_MAX_BYTES) throw new ProviderFailed(`it answered more than ${ANSWER_MAX_BYTES} bytes`);
    pieces.push(piece);
  }
  const { status, headers } = response;
  return new Response(Buffer.concat(pieces), { status, headers });
}

/**
 * Why a provider failed, without requests and responses, which contain codes, tokens and personal data. Null if it
 * isn't the provider's fault.
 */
function reasonOf(error: unknown): string | null {
  if (error instanceof ProviderFailed || error instanceof oauth.OperationProcessingError)
    return error.message;
  if (error instanceof oauth.WWWAuthenticateChallengeError) return `it answered ${error.status}`;
  if (error instanceof oauth.UnsupportedOperationError) return 'its token is of a kind that is not known';
  if (error instanceof SyntaxError) return 'its answer is not JSON';
  if (!(error instanceof Error)) return null;
  if (error.name === 'TimeoutError') return `it did not answer within ${TIMEOUT_MS} ms`;
  // fetch reports this way that there was no response; the cause has a code such as ECONNREFUSED.
  const code = fieldsOf(error.cause).code;
  return error instanceof TypeError && error.cause !== undefined ? `out of reach ${wordOf(code)}` : null;
}

/** One word of the protocol; anything else is dropped. */
function wordOf(text: unknown): string {
  return typeof text === 'string' && /^[\w.-]{1,60}$/.test(text) ? text : '';
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Anything but a text becomes empty. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A provider's id for a person; empty when it might not be unique. */
function subjectOf(value: unknown): string {
  const text = Number.isSafeInteger(value) ? String(value) : textOf(value);
  return /^[\x21-\x7e]{1,255}$/.test(text) ? text : '';
}
