import { formatKstDay, formatKstMonth, type KstMonth, parseKstDay, parseKstMonth } from '../../clock.ts';
import type { Query } from '../../http/query-string.ts';
import type { Texts } from '../../messages/languages.ts';
import { message } from '../../messages/messages.ts';
import { invalid } from './visit.ts';

/**
 * One description of a field, from which everything else follows: how its text is read, and what its control requires,
 * permits and offers.
 */
export interface Field<Value> {
  readonly control: 'line' | 'paragraph' | 'choice' | 'flag';
  /** Of its HTML control: `type`, `required`, `maxlength`, `pattern`, `min`, `max` and the like. */
  readonly attributes: Attributes;
  /** The words that a choice offers. */
  readonly words: readonly string[];
  /** How a number of it is written, where it isn't as such: a day, a month. */
  readonly show?: (value: number) => string;
  /** `sent` is undefined where the field wasn't sent. Throws INVALID naming the field. */
  read(sent: Sent, name: string): Value;
}

type Attributes = Readonly<Record<string, string | number | boolean>>;
type Sent = Query[string];

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** What reading fields gives. */
export type InputOf<Of extends Fields> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never;
};

/** Reads every field. Others that were sent are ignored. Throws INVALID. */
export function readFields<Of extends Fields>(fields: Of, sent: Query): InputOf<Of> {
  const read = Object.entries(fields).map(([name, field]) => [name, field.read(sent[name], name)]);
  return Object.fromEntries(read);
}

/** One trimmed line. */
export function line(min: number, max: number, attributes: Attributes = {}): Field<string> {
  return lines('line', min, max, { type: 'text', ...lengths(min, max), ...attributes });
}

/** Trimmed lines. */
export function paragraph(min: number, max: number): Field<string> {
  return lines('paragraph', min, max, lengths(min, max));
}

/** A text exactly as typed, such as a token. */
export function typed(min: number, max: number, attributes: Attributes = {}): Field<string> {
  const all = { type: 'text', ...lengths(min, max), ...attributes };
  return fieldOf(all, (text) => (isWithin(text, min, max) ? text : null), lengthTakes(min, max));
}

export function password(min: number, max: number, autocomplete: 'current-password' | 'new-password') {
  return typed(min, max, { type: 'password', autocomplete, autocapitalize: 'none' });
}

export function email(autocomplete = 'email'): Field<string> {
  const attributes = { type: 'email', ...lengths(3, 254), autocomplete, autocapitalize: 'none' };
  const parse = (text: string) => [text.trim().toLowerCase()].find(isEmail);
  return fieldOf(attributes, parse, message('input.email'));
}

/** An http(s) address. One that begins with a host gets http:// in front. */
export function webAddress(max: number): Field<string> {
  const text = line(1, max, { inputmode: 'url', autocapitalize: 'none', spellcheck: 'false' });
  return {
    ...text,
    read(sent, name) {
      const given = text.read(sent, name);
      const address = /^[a-z][a-z+.-]*:(\/\/|(?!\d))/i.test(given) ? given : `http://${given}`;
      if (/^https?:\/\//i.test(address) && URL.canParse(address)) return address;
      throw invalid(name, message('input.webAddress'));
    },
  };
}

export function integer(min: number, max: number): Field<number> {
  return numeral(min, max, /^(0|[1-9]\d{0,15})$/, 1, message('input.wholeNumber', { min, max }));
}

/** The number of a record. */
export function id(): Field<number> {
  return integer(1, Number.MAX_SAFE_INTEGER);
}

/** The page of a list, 1 if not given. */
export function pageNumber(): Field<number> {
  return or(integer(1, 1_000_000), 1);
}

/** May have a fraction. */
export function number(min: number, max: number): Field<number> {
  return numeral(min, max, /^\d{1,15}(\.\d{1,6})?$/, 'any', message('input.number', { min, max }));
}

/** A checkbox. */
export function flag(value = 'yes'): Field<boolean> {
  const attributes = { type: 'checkbox', value };
  return { control: 'flag', attributes, words: [], read: (sent, name) => once(sent, name) === value };
}

/** One of a few words. */
export function word<const Word extends string>(words: readonly Word[]): Field<Word> {
  const takes = message('input.oneOf', { words: words.join(', ') });
  const field = fieldOf({ required: true }, (text) => words.find((one) => one === text), takes);
  return { ...field, control: 'choice', words };
}

/** A day as yyyy-MM-dd. */
export function day(): Field<number> {
  const field = fieldOf({ type: 'date', required: true }, parseKstDay, message('input.dayLike'));
  return { ...field, show: formatKstDay };
}

/** A month as yyyy-MM. */
export function month(): Field<KstMonth> {
  const like = { pattern: '\\d{4}-\\d{2}', placeholder: 'yyyy-MM' };
  const attributes = { type: 'month', ...lengths(7, 7), ...like };
  return { ...fieldOf(attributes, parseKstMonth, message('input.month')), show: formatKstMonth };
}

/** Empty means none. */
export function optional<Value>(field: Field<Value>): Field<Value | undefined> {
  return or<Value | undefined>(field, undefined);
}

/** Empty means null. */
export function nullable<Value>(field: Field<Value>): Field<Value | null> {
  return or<Value | null>(field, null);
}

/** Empty means a default. */
export function or<Value>(field: Field<Value>, value: Value): Field<Value> {
  const { required: _, ...attributes } = field.attributes;
  return {
    ...field,
    attributes,
    read: (sent, name) => (sent === undefined || sent === '' ? value : field.read(sent, name)),
  };
}

/** A present value, or what was sent, as the control of its field holds it. */
export function shownValue({ show = String, attributes }: Field<unknown>, value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return String(attributes.value);
  return typeof value === 'number' ? show(value) : String(value);
}

/** Values as an address says them, without those that are the default. */
export function givenOf<Of extends Fields>(
  fields: Of,
  values: Partial<InputOf<Of>>,
): Readonly<Record<string, string>> {
  const given = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const field = fields[name];
    if (field === undefined) return [];
    const isDefault = field.attributes.required !== true && value === field.read(undefined, name);
    return isDefault ? [] : [[name, shownValue(field, value)]];
  });
  return Object.fromEntries(given);
}

/** A line of one value. `parse` gives nothing for what is wrong, and `takes` says what is right. */
function fieldOf<Value>(
  attributes: Attributes,
  parse: (text: string) => Value | null | undefined,
  takes: Texts,
): Field<Value> {
  return {
    control: 'line',
    attributes,
    words: [],
    read(sent, name) {
      const value = parse(once(sent, name));
      if (value === null || value === undefined) throw invalid(name, takes);
      return value;
    },
  };
}

function lines(
  control: 'line' | 'paragraph',
  min: number,
  max: number,
  attributes: Attributes,
): Field<string> {
  return {
    control,
    attributes,
    words: [],
    read(sent, name) {
      const text = once(sent, name).replaceAll('\r\n', '\n').trim();
      const isForeign = (control === 'line' ? UNSHOWABLE_IN_LINE : UNSHOWABLE).test(text);
      if (isForeign || !text.isWellFormed()) throw invalid(name, message('input.unshowable'));
      if (!isWithin(text, min, max)) throw invalid(name, lengthTakes(min, max));
      return text;
    },
  };
}

function lengths(min: number, max: number): Attributes {
  return { maxlength: max, ...(min > 1 ? { minlength: min } : {}), required: min > 0 };
}

function isWithin({ length }: string, min: number, max: number): boolean {
  return length >= min && length <= max;
}

function lengthTakes(min: number, max: number): Texts {
  return message('input.textLength', { min, max });
}

function numeral(min: number, max: number, form: RegExp, step: number | 'any', takes: Texts): Field<number> {
  const inputmode = step === 1 ? 'numeric' : 'decimal';
  const attributes = { type: 'number', min, max, step, inputmode, required: true };
  const parse = (text: string) => (form.test(text) ? Number(text) : Number.NaN);
  return fieldOf(attributes, (text) => [parse(text.trim())].find((one) => one >= min && one <= max), takes);
}

function once(sent: Sent, name: string): string {
  if (sent === undefined || typeof sent === 'string') return sent ?? '';
  throw invalid(name, message('input.once'));
}

/** Whether a text is an address that we send mail to. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text) && !UNSHOWABLE_IN_LINE.test(text);
}

/** A text from elsewhere as one line of at most `max` characters, without unprintable ones. */
export function toLine(text: string, max: number): string {
  const shown = [...text.toWellFormed()].filter((character) => !UNSHOWABLE_IN_LINE.test(character));
  return shown.join('').trim().slice(0, max).toWellFormed();
}

/** Plain addresses only: quoted names and comments, which the standard also allows, are used only by attackers. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,190}$/;

/** Control characters, and marks that turn the direction of writing. */
const UNSHOWABLE_IN_LINE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** The same but for line breaks and tabs. */
const UNSHOWABLE = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;
