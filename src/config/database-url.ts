import { userInfo } from 'node:os';
import { RefusedValue } from './readers.ts';

/** How the connection is encrypted: not at all, without checking the server, or with certificate and name checked. */
const SSL_MODES = ['disable', 'require', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

const DEFAULT_PORT = 5432;

/** One server of a cluster. */
export interface DatabaseHost {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

/** Where PostgreSQL is, and the role to use. */
export interface DatabaseAddress {
  /** The primary and its standbys in any order, at least one. */
  readonly hosts: readonly DatabaseHost[];
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly sslMode: SslMode;
  /** Where processes of this machine record which server took over last; without it, each pool remembers for itself. */
  readonly memoryPath?: string;
}

/** The URL can't be used. */
export class DatabaseUrlError extends RefusedValue {
  override name = 'DatabaseUrlError';
}

/**
 * Reads `postgres://user:password@host1:5432,host2/database?sslmode=verify-full`. Parts are percent-encoded; a host that
 * begins with `%2F` is the folder of a Unix socket. Without a user it is that of the operating system. Throws DatabaseUrlError.
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const match = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)\/([^/?#]+)(?:\?([^#]*))?$/.exec(url);
  if (match === null) {
    throw new DatabaseUrlError('postgres://user:password@host1:port,host2:port/database');
  }
  const [, credentials = '', hosts = '', database = '', query = ''] = match;
  const [user = '', ...password] = credentials.split(':');
  return {
    hosts: hosts.split(',').map(parseHost),
    user: user === '' ? userInfo().username : decode(user),
    password: decode(password.join(':')),
    database: decode(database),
    sslMode: parseSslMode(query),
  };
}

function parseHost(text: string): DatabaseHost {
  const match = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(text);
  const port = Number(match?.[2] ?? DEFAULT_PORT);
  if (match === null || port < 1 || port > 65_535) {
    throw new DatabaseUrlError(
      'a URL whose hosts are names or addresses, each optionally with a port from 1 to 65535 after a colon',
    );
  }
  return { host: decode(match[1] ?? '').replace(/^\[|\]$/g, ''), port };
}

function parseSslMode(query: string): SslMode {
  let mode: SslMode = 'disable';
  for (const [name, value] of new URLSearchParams(query)) {
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
