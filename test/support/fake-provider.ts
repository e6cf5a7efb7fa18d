import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { PROVIDERS, type Provider } from '../../src/accounts/sign-in-provider.ts';
import { systemClock } from '../../src/clock.ts';
import type { ProviderAddresses } from '../../src/sign-in/oauth-providers.ts';
import { listenOn } from './server-process.ts';
import type { Cleanup } from './temp-dir.ts';

/** What the service was registered as with every provider. */
export const CLIENT = { clientId: 'shop-7', clientSecret: 'a-secret-of-the-shop' };

/** The environment in which all providers are set up with CLIENT. */
export const PROVIDERS_ENVIRONMENT = Object.fromEntries(
  PROVIDERS.map((provider) => [
    `SEOGA_${provider.toUpperCase()}_CLIENT`,
    `${CLIENT.clientId}:${CLIENT.clientSecret}`,
  ]),
);

/** The providers' servers, on loopback: they keep to the protocol and refuse whoever does not. */
export interface FakeProvider {
  readonly addresses: Readonly<Record<Provider, ProviderAddresses>>;
  /** Who agrees from now on, as the provider's own answer about a person. Null declines. */
  agree(person: object | null): void;
  /** Keeps the next answer back until it is released. `reached` resolves when it has been asked for. */
  hold(path: 'token' | 'person'): { readonly reached: Promise<void>; release(): void };
  /** What is answered in place of tokens or persons from now on; null = what is right. */
  answerWrongly(path: 'token' | 'person', answer: Answer | null): void;
}

interface Grant {
  readonly provider: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly person: object;
  /** Where one was asked for. */
  readonly idToken: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly location?: string;
}

export async function startFakeProvider(t: Cleanup): Promise<FakeProvider> {
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  const wrong = new Map<string, Answer>();
  const holds = new Map<
    string,
    { reached: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> }
  >();
  let agreeing: object | null = null;

  async function answer(request: IncomingMessage): Promise<Answer> {
    const origin = `http://${request.headers.host}`;
    const url = new URL(request.url ?? '', origin);
    const [, provider = '', path = ''] = url.pathname.split('/');
    const held = holds.get(path);
    holds.delete(path);
    held?.reached.resolve();
    await held?.released.promise;
    const instead = wrong.get(path);
    if (instead !== undefined) return instead;
    if (path === 'authorize')
      return authorize(provider, `${origin}/${provider}`, url.searchParams, agreeing, grants);
    if (path === 'token')
      return giveToken(provider, new URLSearchParams(await text(request)), grants, tokens);
    const grant = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (grant?.provider !== provider) return { status: 401, body: '{"error":"invalid_token"}' };
    return { status: 200, body: JSON.stringify(grant.person) };
  }

  const server = createServer(async (request, response) => {
    const { status, body, location } = await answer(request);
    const headers =
      location === undefined ? { 'Content-Type': 'application/json; charset=utf-8' } : { location };
    response.writeHead(status, headers).end(body);
  });
  const port = await listenOn(server);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = (provider: Provider) => addressesAt(`http://127.0.0.1:${port}/${provider}`);
  return {
    addresses: { kakao: at('kakao'), naver: at('naver'), google: at('google') },
    agree(person) {
      agreeing = person;
    },
    hold(path) {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.set(path, { reached, released });
      return { reached: reached.promise, release: released.resolve };
    },
    answerWrongly(path, instead) {
      if (instead === null) wrong.delete(path);
      else wrong.set(path, instead);
    },
  };
}

/** The page on which a person agrees, who here does so at once. */
function authorize(
  provider: string,
  issuer: string,
  asked: URLSearchParams,
  person: object | null,
  grants: Map<string, Grant>,
): Answer {
  const redirectUri = asked.get('redirect_uri') ?? '';
  const back = new URL(redirectUri);
  back.searchParams.set('state', asked.get('state') ?? '');
  if (asked.get('client_id') !== CLIENT.clientId || asked.get('response_type') !== 'code') {
    back.searchParams.set('error', 'unauthorized_client');
  } else if (person === null) {
    back.searchParams.set('error', 'access_denied');
  } else {
    const code = randomUUID();
    const challenge = asked.get('code_challenge_method') === 'S256' ? asked.get('code_challenge') : null;
    const isAsked = asked.get('scope')?.split(' ').includes('openid') ?? false;
    const idToken = isAsked ? makeIdToken(issuer, person) : undefined;
    grants.set(code, { provider, redirectUri, challenge: challenge ?? '', person, idToken });
    back.searchParams.set('code', code);
  }
  return { status: 302, location: back.href };
}

/** Who the person is, in the form of OpenID Connect. Its signature is not looked at when it comes straight from the issuer. */
function makeIdToken(issuer: string, person: object): string {
  const seconds = Math.floor(systemClock.nowMs() / 1000);
  const sub = 'sub' in person ? person.sub : '';
  const claims = { iss: issuer, aud: CLIENT.clientId, sub, iat: seconds, exp: seconds + 3600 };
  const parts = [JSON.stringify({ alg: 'RS256', kid: '1' }), JSON.stringify(claims), 'signature'];
  return parts.map((part) => Buffer.from(part).toString('base64url')).join('.');
}

/** A code works once, for whom it was given, with the secret of the one who asked. */
function giveToken(
  provider: string,
  form: URLSearchParams,
  grants: Map<string, Grant>,
  tokens: Map<string, Grant>,
): Answer {
  const grant = grants.get(form.get('code') ?? '');
  grants.delete(form.get('code') ?? '');
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isRight =
    grant?.provider === provider &&
    grant.redirectUri === form.get('redirect_uri') &&
    grant.challenge === challenge &&
    form.get('grant_type') === 'authorization_code' &&
    form.get('client_id') === CLIENT.clientId &&
    form.get('client_secret') === CLIENT.clientSecret &&
    // Naver asks for it once more; others may refuse what the protocol does not know here.
    form.has('state') === (provider === 'naver');
  if (!isRight) return { status: 400, body: '{"error":"invalid_grant"}' };
  const token = randomUUID();
  tokens.set(token, grant);
  // Naver gives the time as text.
  const body = { access_token: token, token_type: 'bearer', expires_in: '3600', id_token: grant.idToken };
  return { status: 200, body: JSON.stringify(body) };
}

function addressesAt(base: string): ProviderAddresses {
  return {
    issuer: base,
    authorize: `${base}/authorize`,
    token: `${base}/token`,
    person: `${base}/person`,
  };
}

/** Persons in the words of each provider, as their documentation shows them. */
export const PERSONS = {
  kakao: (id: number, email: string, account: object = {}) => ({
    id,
    connected_at: '2026-11-20T03:00:00Z',
    kakao_account: {
      profile: { nickname: '홍길동' },
      has_email: true,
      email_needs_agreement: false,
      is_email_valid: true,
      is_email_verified: true,
      email,
      ...account,
    },
  }),
  naver: (id: string, email: string) => ({
    resultcode: '00',
    message: 'success',
    response: { id, nickname: '길동', name: '홍길동', email },
  }),
  google: (sub: string, email: string, isProven = true) => ({
    sub,
    name: 'Hong Gildong',
    given_name: 'Gildong',
    family_name: 'Hong',
    email,
    email_verified: isProven,
  }),
};
