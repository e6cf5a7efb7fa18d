import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { systemClock } from '../../src/clock.ts';
import { listenOn } from './server-process.ts';
import type { Cleanup } from './temp-dir.ts';

/** The secret needs the encoding that the protocol wants in a header. */
export const CLIENT = { clientId: 'shop:7', clientSecret: 'a secret+of/the shop' };

type Claims = Readonly<Record<string, unknown>>;

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly location?: string;
}

/** How the server departs from the protocol. */
export interface Departure {
  readonly token?: Claims;
  readonly grant?: Claims;
  readonly description?: Claims;
  readonly userinfo?: Claims;
  /** Signs with a key that it doesn't publish. */
  readonly foreignKey?: boolean;
  /** In place of one path's answer. */
  readonly instead?: Readonly<Record<string, Answer>>;
}

interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string;
  readonly person: Claims;
}

export type OpenIdServer = Awaited<ReturnType<typeof startOpenIdServer>>;

/** An OpenID Connect provider on loopback, which keeps to the protocol. */
export async function startOpenIdServer(t: Cleanup) {
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  const asked: string[] = [];
  let person: Claims | null = null;
  let departure: Departure = {};
  let held: { reached: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> } | null = null;

  function authorize(parameters: URLSearchParams): Answer {
    const get = (name: string) => parameters.get(name) ?? '';
    const redirectUri = get('redirect_uri');
    const back = new URL(redirectUri);
    back.searchParams.set('state', get('state'));
    const isRight =
      get('client_id') === CLIENT.clientId &&
      get('response_type') === 'code' &&
      get('code_challenge_method') === 'S256' &&
      get('scope').split(' ').includes('openid');
    if (!isRight || person === null) {
      back.searchParams.set('error', isRight ? 'access_denied' : 'invalid_request');
    } else {
      const code = randomUUID();
      grants.set(code, { redirectUri, challenge: get('code_challenge'), nonce: get('nonce'), person });
      back.searchParams.set('code', code);
    }
    return { status: 302, location: back.href };
  }

  function exchange(form: URLSearchParams, authorization: string | undefined): Answer {
    const get = (name: string) => form.get(name) ?? '';
    const grant = grants.get(get('code'));
    grants.delete(get('code'));
    const encoded = [CLIENT.clientId, CLIENT.clientSecret].map((word) =>
      new URLSearchParams([['', word]]).toString().slice(1),
    );
    const isRight =
      grant?.redirectUri === get('redirect_uri') &&
      grant.challenge === createHash('sha256').update(get('code_verifier')).digest('base64url') &&
      get('grant_type') === 'authorization_code' &&
      authorization === `Basic ${btoa(encoded.join(':'))}`;
    if (!isRight) return { status: 400, body: '{"error":"invalid_grant"}' };
    const accessToken = randomUUID();
    tokens.set(accessToken, grant);
    const seconds = Math.floor(systemClock.nowMs() / 1000);
    const times = { iat: seconds, exp: seconds + 300 };
    const { nonce, person } = grant;
    const claims = { iss: issuer, aud: CLIENT.clientId, ...times, nonce, ...person, ...departure.token };
    const idToken = signed(claims, (departure.foreignKey ? FOREIGN : OWN).privateKey);
    const fields = { access_token: accessToken, token_type: 'Bearer', id_token: idToken };
    return json({ ...fields, ...departure.grant });
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer);
    asked.push(pathname);
    const form = new URLSearchParams(await text(request));
    if (pathname === '/token' && held !== null) {
      held.reached.resolve();
      await held.released.promise;
      held = null;
    }
    const instead = departure.instead?.[pathname];
    if (instead !== undefined) return instead;
    const { authorization } = request.headers;
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return json({ ...describe(issuer), ...departure.description });
      case '/keys':
        return json({ keys: [{ ...OWN.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] });
      case '/authorize':
        return authorize(searchParams);
      case '/token':
        return exchange(form, authorization);
      default: {
        const grant = tokens.get(authorization?.replace('Bearer ', '') ?? '');
        if (grant === undefined) return { status: 401, body: '{"error":"invalid_token"}' };
        return json({ sub: grant.person.sub, ...departure.userinfo });
      }
    }
  }

  const server = createServer(async (request, response) => {
    const { status, body, location } = await answer(request);
    const headers = location === undefined ? { 'Content-Type': 'application/json' } : { location };
    response.writeHead(status, headers).end(body);
  });
  const issuer = `http://127.0.0.1:${await listenOn(server)}`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    issuer,
    asked,
    /** Who agrees from now on; null declines. */
    agree(claims: Claims | null) {
      person = claims;
    },
    depart(from: Departure) {
      departure = from;
    },
    /** Keeps the next token back until it is released. */
    hold() {
      const here = { reached: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() };
      held = here;
      return { reached: here.reached.promise, release: here.released.resolve };
    },
  };
}

/** Making keys takes long, so all servers of a test file share them. */
const [OWN, FOREIGN] = [newKey(), newKey()];

function newKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function json(body: object): Answer {
  return { status: 200, body: JSON.stringify(body) };
}

function describe(issuer: string): Claims {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

function signed(claims: Claims, key: KeyObject): string {
  const parts = [{ alg: 'RS256', kid: 'one' }, claims];
  const said = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${said}.${sign('sha256', Buffer.from(said), key).toString('base64url')}`;
}
