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

/** Where a provider is asked. */
export interface ProviderAddresses {
  /** Name under which it signs identity tokens. */
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly person: string;
}

export interface OAuthProvidersOptions {
  readonly clients: ProviderClients;
  /** Base of the portal's addresses, without a slash at the end. */
  readonly baseUrl: string;
  /** The providers' own when left out. */
  readonly addresses?: Readonly<Record<Provider, ProviderAddresses>> | undefined;
}

/** A provider that has not answered after this counts as out of reach. */
const TIMEOUT_MS = 10_000;

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

/** How a provider's answers differ from those of the others. */
interface Dialect {
  /** Null = what the operator has chosen in the provider's own settings. */
  readonly scope: string | null;
  readPerson(answer: Fields): Omit<ProvidedPerson, 'provider'>;
}

const DIALECTS: Readonly<Record<Provider, Dialect>> = {
  kakao: {
    scope: null,
    readPerson(answer) {
      const account = fieldsOf(answer.kakao_account);
      return {
        subject: textOf(answer.id),
        email: textOf(account.email) || null,
        isEmailProven: account.is_email_valid === true && account.is_email_verified === true,
        name: textOf(fieldsOf(account.profile).nickname),
      };
    },
  },
  naver: {
    scope: null,
    readPerson(answer) {
      const person = fieldsOf(answer.response);
      return {
        subject: textOf(person.id),
        email: textOf(person.email) || null,
        // An address for messages, which Naver does not vouch for.
        isEmailProven: false,
        name: textOf(person.nickname) || textOf(person.name),
      };
    },
  },
  google: {
    scope: 'openid email profile',
    readPerson: (answer) => ({
      subject: textOf(answer.sub),
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
    const came = oauth.validateAuthResponse(server, client, new URLSearchParams({ code, state }), state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(clientSecret),
      came,
      redirectUri,
      codeVerifier,
      // Naver wants to see the state here once more; others pass over what they do not know.
      { ...requestOptions(addresses.token), additionalParameters: { state } },
    );
    const answer = await oauth.processAuthorizationCodeResponse(server, client, response);
    return answer.access_token;
  }

  async function askPerson(token: string): Promise<ProvidedPerson> {
    const address = new URL(addresses.person);
    const headers = new Headers({ Accept: 'application/json' });
    const options = requestOptions(addresses.person);
    const response = await oauth.protectedResourceRequest(token, 'GET', address, headers, null, options);
    if (response.status !== 200) throw new ProviderFailed(`it answered ${response.status} for the person`);
    const person = dialect.readPerson(fieldsOf(await response.json()));
    if (person.subject === '') throw new ProviderFailed('its answer does not tell who the person is');
    return { provider, ...person };
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
        return await askPerson(await findToken(code, trip));
      } catch (error) {
        throw new ProviderFailed(`${provider}: ${reasonOf(error)}`);
      }
    },
  };
}

function requestOptions(address: string) {
  return {
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
    // The table above knows https alone; addresses on loopback can be given instead of it.
    [oauth.allowInsecureRequests]: address.startsWith('http:'),
  };
}

/** Why a provider failed, without what it was sent or has answered: those hold codes, tokens and personal data. */
function reasonOf(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError) return `it answered ${error.status} ${error.error}`;
  if (error instanceof oauth.OperationProcessingError || error instanceof ProviderFailed)
    return error.message;
  return error instanceof Error && error.name === 'TimeoutError'
    ? 'it took too long'
    : 'it could not be asked';
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Texts and numbers as text, anything else as empty. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
