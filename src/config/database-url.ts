import { userInfo } from 'node:os';
import { eitherOf, RefusedValue } from './readers.ts';

/** `require` encrypts without checking the server, `verify-full` checks its certificate and name. */
const SSL_MODES = ['disable', 'require', 'verify-full'] as const;

export interface DatabaseAddress {
  /** The primary's host name, IP address, or folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly sslMode: (typeof SSL_MODES)[number];
}

/** Parses postgres://user:password@host:5432/database?sslmode=verify-full. The host %2Frun is a folder. Throws RefusedValue. */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = URL.parse(text);
  const database = /^\/([^/]+)$/.exec(url?.pathname ?? '')?.[1];
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || database === undefined || url.hash !== '')
    throw new RefusedValue('postgres://user:password@host:port/database');
  if (url.hostname === '' || url.hostname.includes(',') || url.port === '0')
    throw new RefusedValue('a URL with one host, which leads to the primary');
  const { sslmode = 'disable', ...others } = Object.fromEntries(url.searchParams);
  const sslMode = SSL_MODES.find((one) => one === sslmode);
  if (Object.keys(others).length > 0) throw new RefusedValue('a URL without parameters other than sslmode');
  if (sslMode === undefined) throw new RefusedValue(`a URL whose sslmode is ${eitherOf(SSL_MODES)}`);
  return {
    host: decode(url.hostname).replace(/^\[|\]$/g, ''),
    port: Number(url.port || 5432),
    user: decode(url.username) || userInfo().username,
    password: decode(url.password),
    database: decode(database),
    sslMode,
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new RefusedValue('a URL with two hexadecimal digits after each percent sign');
  }
}
