import { isIP } from 'node:net';

/** A variable doesn't accept a value. `takes` completes "it must be" and never repeats the value. */
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
  const isWithin = (text: string) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max;
  const read = checked(isWithin, `a whole number from ${min} to ${max}`);
  return (text) => Number(read(text));
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

export function eitherOf(words: readonly string[]): string {
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
