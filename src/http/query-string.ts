import type { IncomingMessage } from 'node:http';
import { unescape as decodeAnyhow } from 'node:querystring';
import { message } from '../messages/messages.ts';
import { ApiError } from './errors.ts';

/** One text for each parameter, or several if the parameter was repeated. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

export const PAGE_MAX = 1_000_000;

const MALFORMED = Symbol('malformed query string');

/**
 * Parses a query string as forms encode it ("+" is a space). `queryFault` refuses queries with broken percent-encoding or bytes
 * that aren't UTF-8, because a guess might return unwanted data.
 */
export function parseQueryString(text: string): Query {
  const query: Record<string | symbol, string | string[] | boolean> = Object.create(null);
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1));
    if (name === null || value === null) {
      // The rest is skipped: a URL may contain thousands of broken escapes, each of which costs an exception.
      query[MALFORMED] = true;
      break;
    }
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [String(before), value];
  }
  return query as Query;
}

export function queryFault(query: unknown): ApiError | undefined {
  if (typeof query !== 'object' || query === null || !(MALFORMED in query)) return undefined;
  return new ApiError('COMMON_400', { detail: message('api.badQuery') });
}

export function searchOf(url: string): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? '' : url.slice(queryAt + 1);
}

export function readQuery(url: string): Query {
  const query = parseQueryString(searchOf(url));
  const fault = queryFault(query);
  if (fault !== undefined) throw fault;
  return query;
}

/** Null if the encoding is broken. */
export function decode(text: string): string | null {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

const KEY_LIKE_NAME =
  /^(x[-_]?)?(api[-_]?key|key|ttb[-_]?key|service[-_]?key|(access|refresh|id)?[-_]?token|(client[-_]?)?secret|authorization|password|code|state)$/i;

/** Matches any URL that contains a name above, or may contain a percent-encoded name. */
const MAY_HOLD_KEY = /%|key|token|secret|authorization|password|code|state/i;

/**
 * Masks API keys and other secrets in a URL, because responses and logs must not repeat them. Finds them by names of parameters
 * and by the key prefix, in linear time.
 */
export function maskKeys(rawUrl: string, keyPrefix: string): string {
  if (!MAY_HOLD_KEY.test(rawUrl) && !rawUrl.includes(keyPrefix)) return rawUrl;
  const queryAt = rawUrl.indexOf('?') + 1;
  const masked =
    queryAt === 0
      ? rawUrl
      : rawUrl.slice(0, queryAt) +
        rawUrl
          .slice(queryAt)
          .split('&')
          .map((pair) => maskPair(pair, keyPrefix))
          .join('&');
  // A key may also be in the path or be sent as a name.
  return masked.includes(keyPrefix)
    ? masked.replaceAll(new RegExp(`${keyPrefix}[0-9A-Za-z]*`, 'g'), '***')
    : masked;
}

function maskPair(pair: string, keyPrefix: string): string {
  const equals = pair.indexOf('=');
  if (equals === -1) return pair;
  // By the standard, a second "?" is part of the name. In hand-made URLs, it separates parameters.
  const name = pair.slice(pair.lastIndexOf('?', equals) + 1, equals);
  const value = pair.slice(equals + 1);
  // `decodeAnyhow` accepts broken escapes, which could otherwise hide a key.
  const looksLikeKey = KEY_LIKE_NAME.test(decodeAnyhow(name)) || decodeAnyhow(value).includes(keyPrefix);
  return looksLikeKey ? `${pair.slice(0, equals)}=***` : pair;
}

/**
 * The path and query of a request target. Drops the scheme and host that clients send to proxies, and the fragment. Returns
 * targets without a path unchanged.
 */
export function pathAndQuery(target: string): string {
  const fragmentAt = target.indexOf('#');
  const text = fragmentAt === -1 ? target : target.slice(0, fragmentAt);
  if (text.startsWith('/')) return text;
  const origin = /^https?:\/\/[^/?]+/i.exec(text);
  if (origin === null) return text;
  const rest = text.slice(origin[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Refuses a target without a path, such as `*`, which Node accepts. */
export function targetFault(path: string | undefined): ApiError | undefined {
  return path?.startsWith('/') ? undefined : new ApiError('COMMON_400');
}

/** Refuses a request with several Host headers, or with none in HTTP/1.1. Node accepts both. */
export function hostFault({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): ApiError | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name !== undefined && name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) return new ApiError('COMMON_400', { detail: message('api.severalHosts') });
  if (hosts === 0 && httpVersion === '1.1')
    return new ApiError('COMMON_400', { detail: message('api.noHost') });
  return undefined;
}
