import { isIP } from 'node:net';
import { userInfo } from 'node:os';

/** The value of a variable is invalid. `takes` completes the sentence "it must be ..." and never repeats the value. */
export class RefusedValue extends Error {
  override name = 'RefusedValue';
  readonly takes: string;

  constructor(takes: string) {
    super(`It must be ${takes}.`);
    this.takes = takes;
  }
}

export type Reads<Value> = (text: string) => Value;

export function checked(isValid: (text: string) => boolean, takes: string): Reads<string> {
  return (text) => {
    if (isValid(text)) return text;
    throw new RefusedValue(takes);
  };
}

export function matching(form: RegExp, takes: string): Reads<string> {
  return checked((text) => form.test(text), takes);
}

export function integer(min: number, max: number): Reads<number> {
  const read = checked((text) => isInteger(text, min, max), `a whole number from ${min} to ${max}`);
  return (text) => Number(read(text));
}

/** Whether a text is a whole number within bounds, written in digits alone. */
export function isInteger(text: string, min: number, max: number): boolean {
  return /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max;
}

export function optional<Value>(reads: Reads<Value>): Reads<Value | null> {
  return (text) => (text === '' ? null : reads(text));
}

export function word<const Word extends string>(...words: readonly Word[]): Reads<Word> {
  return (text) => {
    const found = words.find((one) => one === text);
    if (found === undefined) throw new RefusedValue(eitherOf(words));
    return found;
  };
}

function eitherOf(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}

export const onOff: Reads<boolean> = (text) => word('0', '1')(text) === '1';
export const secretText = checked((text) => text.length >= 16, 'at least 16 characters');
export const someText = matching(/^\S(.{0,198}\S)?$/, '1 to 200 characters');
export const webAddress = checked(isHttpAddress, 'an http(s) URL without a query');
export const issuer = checked(
  (text) => isHttpAddress(text) && (text.startsWith('https:') || isLoopback(new URL(text))),
  'an https URL without a query',
);

const MAIL_ADDRESS = /^[^\r\n]*\S@\S[^\r\n]*$/;
export const mailAddress = matching(MAIL_ADDRESS, 'an email address');
export const contact = checked(
  (text) => MAIL_ADDRESS.test(text) || isHttpAddress(text),
  'an email address or an http(s) URL',
);
export const mailServer = checked(
  (text) => /^smtps?:\/\/\S+$/.test(text) && Boolean(URL.parse(text)?.hostname),
  'an smtp:// or smtps:// URL',
);
export const host = checked(
  (text) => isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/i.test(text),
  'an address or name of this machine',
);
export const addressRanges = checked(
  (text) => text.split(',').every(isAddressRange),
  'addresses or ranges separated by commas',
);
export const linkTemplate = checked(
  isLinkTemplate,
  'an http(s) URL with {itemId} and no other placeholder than {base_url}',
);

function isHttpAddress(text: string): boolean {
  return /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text);
}

export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function isAddressRange(range: string): boolean {
  const [address = '', bits = '0', ...rest] = range.split('/');
  const bitsMax = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax;
}

function isLinkTemplate(text: string): boolean {
  if (!/^(https?:\/\/|\{base_url\}\/)\S*\{itemId\}\S*$/.test(text)) return false;
  const filled = text.replaceAll('{base_url}', 'http://localhost').replaceAll('{itemId}', '1');
  return !/[{}]/.test(filled) && URL.canParse(filled);
}

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
    host: decodePart(url.hostname).replace(/^\[|\]$/g, ''),
    port: Number(url.port || 5432),
    user: decodePart(url.username) || userInfo().username,
    password: decodePart(url.password),
    database: decodePart(database),
    sslMode,
  };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new RefusedValue('a URL with two hexadecimal digits after each percent sign');
  }
}
