import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { systemClock } from '../../src/clock.ts';
import { listenOn } from './server-process.ts';
import type { Cleanup } from './temp-dir.ts';

/** What the service was registered as. The secret needs the encoding that the protocol wants in a header. */
export const CLIENT = { clientId: 'shop:7', clientSecret: 'a secret+of/the shop' };

type Claims = Readonly<Record<string, unknown>>;

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly location?: string;
}

/** How the server departs from the protocol. */
export interface Departure {
  /** Over the claims of the signed token. */
  readonly token?: Claims;
  /** Over the answer with the token. */
  readonly grant?: Claims;
  /** Over its description of itself. */
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

/** An OpenID Connect provider on loopback: it keeps to the protocol and refuses whoever doesn't. */
export async function startOpenIdServer(t: Cleanup) {
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  const asked: string[] = [];
  let person: Claims | null = null;
  let departure: Departure = {};
  let held: { reached: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> } | null = null;

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '', issuer);
    asked.push(url.pathname);
    const form = new URLSearchParams(await text(request));
    if (url.pathname === '/token' && held !== null) {
      held.reached.resolve();
      await held.released.promise;
      held = null;
    }
    const instead = departure.instead?.[url.pathname];
    if (instead !== undefined) return instead;
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json({ ...describe(issuer), ...departure.description });
      case '/keys':
        return json({ keys: [{ ...OWN.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] });
      case '/authorize':
        return authorize(url.searchParams, person, grants);
      case '/token': {
        const grant = takeGrant(request, form, grants);
        if (grant === null) return { status: 400, body: '{"error":"invalid_grant"}' };
        const accessToken = randomUUID();
        tokens.set(accessToken, grant);
        const { privateKey } = departure.foreignKey ? FOREIGN : OWN;
        const claims = { ...claimsFor(issuer, grant), ...departure.token };
        const fields = {
          access_token: accessToken,
          token_type: 'Bearer',
          id_token: signed(claims, privateKey),
        };
        return json({ ...fields, ...departure.grant });
      }
      default: {
        const grant = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
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
    /** The paths that were asked for, in order. */
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

/** The page on which a person agrees, who here does so at once. */
function authorize(parameters: URLSearchParams, person: Claims | null, grants: Map<string, Grant>): Answer {
  const get = (name: string) => parameters.get(name) ?? '';
  const back = new URL(get('redirect_uri'));
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
    const challenge = get('code_challenge');
    grants.set(code, { redirectUri: get('redirect_uri'), challenge, nonce: get('nonce'), person });
    back.searchParams.set('code', code);
  }
  return { status: 302, location: back.href };
}

/** A code works once, for whom it was given, with the secret of the one who asked. */
function takeGrant(
  request: IncomingMessage,
  form: URLSearchParams,
  grants: Map<string, Grant>,
): Grant | null {
  const code = form.get('code') ?? '';
  const grant = grants.get(code);
  grants.delete(code);
  const verifier = form.get('code_verifier') ?? '';
  const encoded = [CLIENT.clientId, CLIENT.clientSecret].map((word) =>
    new URLSearchParams([['', word]]).toString().slice(1),
  );
  const isRight =
    grant !== undefined &&
    grant.redirectUri === form.get('redirect_uri') &&
    grant.challenge === createHash('sha256').update(verifier).digest('base64url') &&
    form.get('grant_type') === 'authorization_code' &&
    request.headers.authorization === `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`;
  return isRight ? grant : null;
}

function claimsFor(issuer: string, { nonce, person }: Grant): Claims {
  const seconds = Math.floor(systemClock.nowMs() / 1000);
  return { iss: issuer, aud: CLIENT.clientId, iat: seconds, exp: seconds + 300, nonce, ...person };
}

function signed(claims: Claims, key: KeyObject): string {
  const parts = [{ alg: 'RS256', kid: 'one' }, claims];
  const said = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${said}.${sign('sha256', Buffer.from(said), key).toString('base64url')}`;
}
