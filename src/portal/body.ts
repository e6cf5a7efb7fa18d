import { PASSWORD_MAX, PASSWORD_MIN } from '../accounts/identity.ts';
import type { Language } from '../messages/languages.ts';
import { invalid } from './failures.ts';

/** The JSON object of a request, read field by field. Every reader throws INVALID naming its field. */
export interface Body {
  /** One line, trimmed; characters that cannot be shown are refused. */
  text(field: string, min: number, max: number): string;
  /** One line as well; empty when the field is left out. */
  optionalText(field: string, max: number): string;
  /** The same, with line breaks and tabs. */
  paragraph(field: string, min: number, max: number): string;
  /** As typed. */
  secret(field: string, min: number, max: number): string;
  integer(field: string, min: number, max: number): number;
  /** May have a fraction. */
  number(field: string, min: number, max: number): number;
  boolean(field: string): boolean;
  /** Whether a field is null, for readers of nullable fields. */
  isNull(field: string): boolean;
  /** A map of names to texts, such as the parameters of a call. */
  texts(field: string, entriesMax: number, lengthMax: number): Readonly<Record<string, string>>;
}

/** Opens a body: an object with exactly the fields named, no others. */
export function readBody(value: unknown, fields: readonly string[]): Body {
  if (!isRecord(value)) throw invalid('body', 'a JSON object is expected', 'JSON 객체를 보내야 합니다');
  const unknown = Object.keys(value).find((field) => !fields.includes(field));
  if (unknown !== undefined) {
    throw invalid(unknown.slice(0, 100), 'this field is not known', '알 수 없는 항목입니다');
  }
  const ofType = <T>(field: string, is: (found: unknown) => found is T, en: string, ko: string): T => {
    const found = value[field];
    if (!is(found)) throw invalid(field, en, ko);
    return found;
  };
  const secret = (field: string, min: number, max: number) => {
    const takes = [`${min} to ${max} characters are expected`, `${min}~${max}자를 입력해 주세요`] as const;
    const found = ofType(field, isText, ...takes);
    // Counted in code points, as a person would count.
    const length = [...found].length;
    if (length < min || length > max) throw invalid(field, ...takes);
    return found;
  };
  const shownText = (field: string, min: number, max: number, unshowable: RegExp) => {
    const found = ofType(field, isText, 'a text is expected', '글자를 입력해 주세요').trim();
    if (unshowable.test(found) || !found.isWellFormed()) {
      throw invalid(field, 'it holds characters that cannot be shown', '쓸 수 없는 문자가 있습니다');
    }
    const length = [...found].length;
    if (length >= min && length <= max) return found;
    throw invalid(field, `${min} to ${max} characters are expected`, `${min}~${max}자를 입력해 주세요`);
  };
  return {
    secret,
    text: (field, min, max) => shownText(field, min, max, UNSHOWABLE_IN_LINE),
    optionalText: (field, max) =>
      value[field] === undefined ? '' : shownText(field, 0, max, UNSHOWABLE_IN_LINE),
    paragraph: (field, min, max) => shownText(field, min, max, UNSHOWABLE),
    integer(field, min, max) {
      const takes = [
        `a whole number from ${min} to ${max} is expected`,
        `${min}부터 ${max}까지의 정수를 입력해 주세요`,
      ] as const;
      const found = ofType(field, isNumber, ...takes);
      if (!Number.isInteger(found) || found < min || found > max) throw invalid(field, ...takes);
      return found;
    },
    number(field, min, max) {
      const takes = [
        `a number from ${min} to ${max} is expected`,
        `${min}부터 ${max}까지의 수를 입력해 주세요`,
      ] as const;
      const found = ofType(field, isNumber, ...takes);
      if (!(found >= min && found <= max)) throw invalid(field, ...takes);
      return found;
    },
    isNull: (field) => value[field] === null,
    boolean: (field) => ofType(field, isBoolean, 'true or false is expected', 'true나 false를 보내야 합니다'),
    texts(field, entriesMax, lengthMax) {
      const found = ofType(
        field,
        isRecord,
        'an object of texts is expected',
        '문자열 값의 객체를 보내야 합니다',
      );
      const entries = Object.entries(found);
      if (entries.length > entriesMax) {
        throw invalid(
          field,
          `at most ${entriesMax} entries are expected`,
          `${entriesMax}개까지 보낼 수 있습니다`,
        );
      }
      return Object.fromEntries(
        entries.map(([name, one]) => {
          if (isText(one) && one.length <= lengthMax && name.length <= 100) return [name, one];
          throw invalid(
            `${field}.${name.slice(0, 100)}`,
            `a text of at most ${lengthMax} characters is expected`,
            `${lengthMax}자 이내의 문자열을 보내야 합니다`,
          );
        }),
      );
    },
  };
}

/** An e-mail address in the form in which it is compared. */
export function readEmail(body: Body): string {
  const email = body.text('email', 3, 254).toLowerCase();
  if (isEmail(email)) return email;
  throw invalid('email', 'an e-mail address is expected', '이메일 주소를 입력해 주세요');
}

/** Whether a text is an address that we send mail to. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text) && !UNSHOWABLE_IN_LINE.test(text);
}

/** A text from elsewhere as one line of at most `max` characters, without unprintable ones. */
export function toLine(text: string, max: number): string {
  const shown = [...text.toWellFormed()].filter((character) => !UNSHOWABLE_IN_LINE.test(character));
  return shown.join('').trim().slice(0, max).toWellFormed();
}

/** One of a few words. */
export function readWord<T extends string>(body: Body, field: string, allowed: readonly T[]): T {
  const word = body.text(field, 0, 40);
  const found = allowed.find((one) => one === word);
  if (found !== undefined) return found;
  throw invalid(field, `one of ${allowed.join(', ')} is expected`, `쓸 수 있는 값: ${allowed.join(', ')}`);
}

/** A new password. */
export function readNewPassword(body: Body): string {
  return body.secret('password', PASSWORD_MIN, PASSWORD_MAX);
}

export function readLanguage(body: Body): Language {
  return readWord(body, 'language', ['ko', 'en'] as const);
}

/** Plain addresses only: quoted names and comments, which the standard also allows, are used only by attackers. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,190}$/;

/** Control characters, and marks that turn the direction of writing. */
const UNSHOWABLE_IN_LINE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** The same but for line breaks and tabs. */
const UNSHOWABLE = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
