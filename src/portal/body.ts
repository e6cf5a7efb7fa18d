import { PASSWORD_MAX, PASSWORD_MIN } from '../accounts/identity.ts';
import { LANGUAGES, type Language, type Texts } from '../messages/languages.ts';
import { message } from '../messages/messages.ts';
import { invalid } from './failures.ts';

/** The body of a request as it came. `Field` names what its path takes; only readBody looks inside. */
export interface SentBody<Field extends string> {
  readonly value: unknown;
  /** Never set: it carries the type. */
  readonly takes?: (field: Field) => void;
}

/** The JSON object of a request, read field by field. Every reader throws INVALID naming its field. */
export interface Body<Field extends string> {
  /** One line, trimmed; characters that cannot be shown are refused. */
  readonly text: (field: Field, min: number, max: number) => string;
  /** One line as well; empty when the field is left out. */
  readonly optionalText: (field: Field, max: number) => string;
  /** The same, with line breaks and tabs. */
  readonly paragraph: (field: Field, min: number, max: number) => string;
  /** As typed. */
  readonly secret: (field: Field, min: number, max: number) => string;
  readonly integer: (field: Field, min: number, max: number) => number;
  /** May have a fraction. */
  readonly number: (field: Field, min: number, max: number) => number;
  readonly boolean: (field: Field) => boolean;
  /** Whether a field is null, for readers of nullable fields. */
  readonly isNull: (field: Field) => boolean;
  /** A map of names to texts, such as the parameters of a call. */
  readonly texts: (field: Field, entriesMax: number, lengthMax: number) => Readonly<Record<string, string>>;
}

/** Opens a body: an object with exactly the fields named, no others. */
export function readBody<Taken extends string, Field extends Taken>(
  { value }: SentBody<Taken>,
  fields: readonly Field[],
): Body<Field> {
  if (!isRecord(value)) throw invalid('body', message('input.jsonObject'));
  const known: readonly string[] = fields;
  const unknown = Object.keys(value).find((field) => !known.includes(field));
  if (unknown !== undefined) {
    throw invalid(unknown.slice(0, 100), message('input.unknownField'));
  }
  const ofType = <T>(field: string, is: (found: unknown) => found is T, takes: Texts): T => {
    const found = value[field];
    if (!is(found)) throw invalid(field, takes);
    return found;
  };
  const secret = (field: string, min: number, max: number) => {
    const takes = message('input.textLength', { min, max });
    const found = ofType(field, isText, takes);
    // Counted in code points, as a person would count.
    const length = [...found].length;
    if (length < min || length > max) throw invalid(field, takes);
    return found;
  };
  const shownText = (field: string, min: number, max: number, unshowable: RegExp) => {
    const found = ofType(field, isText, message('input.text')).trim();
    if (unshowable.test(found) || !found.isWellFormed()) {
      throw invalid(field, message('input.unshowable'));
    }
    const length = [...found].length;
    if (length >= min && length <= max) return found;
    throw invalid(field, message('input.textLength', { min, max }));
  };
  return {
    secret,
    text: (field, min, max) => shownText(field, min, max, UNSHOWABLE_IN_LINE),
    optionalText: (field, max) =>
      value[field] === undefined ? '' : shownText(field, 0, max, UNSHOWABLE_IN_LINE),
    paragraph: (field, min, max) => shownText(field, min, max, UNSHOWABLE),
    integer(field, min, max) {
      const takes = message('input.wholeNumber', { min, max });
      const found = ofType(field, isNumber, takes);
      if (!Number.isInteger(found) || found < min || found > max) throw invalid(field, takes);
      return found;
    },
    number(field, min, max) {
      const takes = message('input.number', { min, max });
      const found = ofType(field, isNumber, takes);
      if (!(found >= min && found <= max)) throw invalid(field, takes);
      return found;
    },
    isNull: (field) => value[field] === null,
    boolean: (field) => ofType(field, isBoolean, message('input.trueOrFalse')),
    texts(field, entriesMax, lengthMax) {
      const found = ofType(field, isRecord, message('input.texts'));
      const entries = Object.entries(found);
      if (entries.length > entriesMax) {
        throw invalid(field, message('input.entriesMax', { max: entriesMax }));
      }
      return Object.fromEntries(
        entries.map(([name, one]) => {
          if (isText(one) && one.length <= lengthMax && name.length <= 100) return [name, one];
          throw invalid(`${field}.${name.slice(0, 100)}`, message('input.entryLength', { max: lengthMax }));
        }),
      );
    },
  };
}

/** The bytes of an upload; null when JSON was sent. */
export function readBytes({ value }: SentBody<never>): Buffer | null {
  return Buffer.isBuffer(value) ? value : null;
}

/** An e-mail address in the form in which it is compared. */
export function readEmail(body: Body<'email'>): string {
  const email = body.text('email', 3, 254).toLowerCase();
  if (isEmail(email)) return email;
  throw invalid('email', message('input.email'));
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
export function readWord<Field extends string, T extends string>(
  body: Body<Field>,
  field: NoInfer<Field>,
  allowed: readonly T[],
): T {
  const word = body.text(field, 0, 40);
  const found = allowed.find((one) => one === word);
  if (found !== undefined) return found;
  throw invalid(field, message('input.oneOf', { words: allowed.join(', ') }));
}

/** A new password. */
export function readNewPassword(body: Body<'password'>): string {
  return body.secret('password', PASSWORD_MIN, PASSWORD_MAX);
}

export function readLanguage(body: Body<'language'>): Language {
  return readWord(body, 'language', LANGUAGES);
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
