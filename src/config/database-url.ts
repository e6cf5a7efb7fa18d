import { userInfo } from 'node:os';
import { RefusedValue } from './readers.ts';

/** How the connection is encrypted: not at all, without checking the server, or with certificate and name checked. */
const SSL_MODES = ['disable', 'require', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

const DEFAULT_PORT = 5432;

/** Where PostgreSQL is, and the role to use. */
export interface DatabaseAddress {
  /** A name, an address, or the folder of a Unix socket: whatever leads to the primary. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly sslMode: SslMode;
}

/** The URL can't be used. */
export class DatabaseUrlError extends RefusedValue {
  override name = 'DatabaseUrlError';
}

/**
 * Reads `postgres://user:password@host:5432/database?sslmode=verify-full`. Parts are percent-encoded; a host that begins with
 * `%2F` is the folder of a Unix socket. Without a user it is that of the operating system. Throws DatabaseUrlError.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = URL.parse(text);
  const database = /^\/([^/]+)$/.exec(url?.pathname ?? '')?.[1];
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || database === undefined || url.hash !== '') {
    throw new DatabaseUrlError('postgres://user:password@host:port/database');
  }
  if (url.hostname === '' || url.hostname.includes(',') || url.port === '0') {
    throw new DatabaseUrlError('a URL with one host, which leads to the primary');
  }
  return {
    host: decode(url.hostname).replace(/^\[|\]$/g, ''),
    port: Number(url.port || DEFAULT_PORT),
    user: url.username === '' ? userInfo().username : decode(url.username),
    password: decode(url.password),
    database: decode(database),
    sslMode: parseSslMode(url.searchParams),
  };
}

function parseSslMode(parameters: URLSearchParams): SslMode {
  let mode: SslMode = 'disable';
  for (const [name, value] of parameters) {
    const known = SSL_MODES.find((one) => one === value);
    if (name !== 'sslmode') throw new DatabaseUrlError('a URL without parameters other than sslmode');
    if (known === undefined)
      throw new DatabaseUrlError(`a URL whose sslmode is one of ${SSL_MODES.join(', ')}`);
    mode = known;
  }
  return mode;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new DatabaseUrlError('a URL with two hexadecimal digits after each percent sign');
  }
}
