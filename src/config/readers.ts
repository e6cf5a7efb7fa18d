import { isIP } from 'node:net';

/** A value that a variable doesn't accept. Says what it accepts, after "it must be", and never repeats the value. */
export class RefusedValue extends Error {
  override name = 'RefusedValue';
  readonly takes: string;

  constructor(takes: string) {
    super(`It must be ${takes}.`);
    this.takes = takes;
  }
}

/** Reads the text of a variable. Throws RefusedValue. */
export type Reads<Value> = (text: string) => Value;

export function integer(min: number, max: number): Reads<number> {
  return (text) => {
    if (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new RefusedValue(`a whole number from ${min} to ${max}`);
  };
}

export function checked(isValid: (text: string) => boolean, takes: string): Reads<string> {
  return (text) => {
    if (isValid(text)) return text;
    throw new RefusedValue(takes);
  };
}

export function matching(form: RegExp, takes: string): Reads<string> {
  return checked((text) => form.test(text), takes);
}

/** Null by default. */
export function optional<Value>(reads: Reads<Value>): Reads<Value | null> {
  return (text) => (text === '' ? null : reads(text));
}

/** One of a few words. */
export function word<const Word extends string>(...words: readonly Word[]): Reads<Word> {
  return (text) => {
    const found = words.find((one) => one === text);
    if (found === undefined) throw new RefusedValue(words.join(' or '));
    return found;
  };
}

export const onOff: Reads<boolean> = (text) => matching(/^[01]$/, '0 or 1')(text) === '1';
export const secretText = checked((text) => text.length >= 16, 'at least 16 characters');
/** The name of an OpenID Connect provider, under which it publishes its own description. */
export const issuer = checked(
  (text) => isHttpAddress(text) && (text.startsWith('https:') || isLoopback(new URL(text))),
  'an https URL without a query',
);
export const someText = matching(/^\S(.{0,198}\S)?$/, '1 to 200 characters');
export const webAddress = checked(isHttpAddress, 'an http(s) URL without a query');
/** The URL of a page, with {itemId} and possibly {base_url} in it. */
export const linkTemplate = checked(
  isLinkTemplate,
  'an http(s) URL with {itemId} and no other placeholder than {base_url}',
);

export const MAIL_ADDRESS = /^[^\r\n]*\S@\S[^\r\n]*$/;

export function isHttpAddress(text: string): boolean {
  return /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text);
}

/** Whether a URL is plain http on loopback. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The URL of a mail server. */
export function isMailServer(text: string): boolean {
  return /^smtps?:\/\/\S+$/.test(text) && URL.canParse(text) && new URL(text).hostname !== '';
}

/** Addresses or address ranges, separated by commas. */
export function areAddressRanges(text: string): boolean {
  return text.split(',').every((range) => {
    const [address = '', bits, ...rest] = range.split('/');
    const version = isIP(address);
    if (version === 0 || rest.length > 0) return false;
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  });
}

/** A name or an address on which a server can listen. */
export function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/i.test(text);
}

function isLinkTemplate(text: string): boolean {
  if (!/^(https?:\/\/|\{base_url\}\/)\S*\{itemId\}\S*$/.test(text)) return false;
  const filled = text.replaceAll('{base_url}', 'http://localhost').replaceAll('{itemId}', '1');
  return !/[{}]/.test(filled) && URL.canParse(filled);
}
