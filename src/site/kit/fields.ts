import { formatKstDay, formatKstMonth, type KstMonth, parseKstDay, parseKstMonth } from '../../clock.ts';
import { PAGE_MAX, type Query } from '../../http/query-string.ts';
import type { Language, MessageValues, Texts } from '../../messages/languages.ts';
import { inEveryLanguage, type MessageId, message, messageIn } from '../../messages/messages.ts';
import type { Endpoint } from '../../v1/endpoint.ts';
import { ENDPOINTS } from '../../v1/routes.ts';
import { textIn } from '../../v1/schema.ts';
import { invalid } from './visit.ts';

type Attributes = Readonly<Record<string, string | number | boolean>>;

interface Description<Value> {
  readonly control?: 'paragraph' | 'choice' | 'flag';
  readonly attributes: Attributes;
  readonly words?: readonly string[];
  /** The text that is shown for a word, by default the word itself. */
  readonly nameOf?: ((word: string, language: Language) => string) | undefined;
  readonly none?: MessageId | undefined;
  readonly label?: MessageId | Texts;
  readonly hint?: MessageId | undefined;
  readonly values?: MessageValues | undefined;
  readonly show?: (value: number) => string;
  /** The value that was sent in the field `name`. Throws INVALID. */
  read(sent: Query[string], name: string): Value;
}

/** A field of a form or a URL: how its text is read, and how its control is drawn. */
export interface Field<Value> extends Description<Value> {
  /** Adds a label. A form without a body of its own shows all labelled fields. */
  called(label: MessageId, hint?: MessageId, values?: MessageValues): Field<Value>;
  or<const Default>(value: Default): Field<Value | Default>;
  /** An empty field means undefined. A select then has an empty option with the text `none`. */
  optional(none?: MessageId): Field<Value | undefined>;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

export type InputOf<Of extends Fields> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never;
};

export function field<Value>(about: Description<Value>): Field<Value> {
  const or = <const Default>(value: Default, none?: MessageId): Field<Value | Default> => {
    const { required: _, ...attributes } = about.attributes;
    const read = (sent: Query[string], name: string) =>
      sent === undefined || sent === '' ? value : about.read(sent, name);
    return field({ ...about, attributes, none, read });
  };
  return {
    ...about,
    or,
    optional: (none) => or(undefined, none),
    called: (label, hint, values) => field({ ...about, label, hint, values }),
  };
}

/** Reads all fields. Other fields that were sent are ignored. Throws INVALID. */
export function readFields<Of extends Fields>(fields: Of, sent: Query): InputOf<Of> {
  const read = Object.entries(fields).map(([name, one]) => [name, one.read(sent[name], name)]);
  return Object.fromEntries(read);
}

export function line(min: number, max: number, attributes: Attributes = {}): Field<string> {
  return typed(min, max, attributes, UNSHOWABLE_IN_LINE);
}

export function paragraph(min: number, max: number): Field<string> {
  return field({ ...typed(min, max, {}, UNSHOWABLE), control: 'paragraph' });
}

/** A text exactly as it was sent, or a trimmed text without the characters that `unshowable` matches. */
export function typed(min: number, max: number, attributes: Attributes = {}, unshowable?: RegExp) {
  const lengths = { maxlength: max, ...(min > 1 ? { minlength: min } : {}), required: min > 0 };
  const takes = message('input.textLength', { min, max });
  return parsed({ type: 'text', ...lengths, ...attributes }, takes, (sent, name) => {
    const text = unshowable === undefined ? sent : sent.replaceAll('\r\n', '\n').trim();
    if (unshowable?.test(text) || !text.isWellFormed()) throw invalid(name, 'input.unshowable');
    return text.length >= min && text.length <= max ? text : null;
  });
}

export function password(min: number, max: number, autocomplete: 'current-password' | 'new-password') {
  return typed(min, max, { type: 'password', autocomplete, autocapitalize: 'none' });
}

export function email(autocomplete = 'email'): Field<string> {
  const { attributes } = typed(3, 254, { type: 'email', autocomplete, autocapitalize: 'none' });
  return parsed(attributes, message('input.email'), (sent) => [sent.trim().toLowerCase()].find(isEmail));
}

/** An http(s) address. An address without a scheme gets http:// in front. */
export function webAddress(max: number): Field<string> {
  const { attributes, read } = line(1, max, { inputmode: 'url', ...NO_CORRECTION });
  return parsed(attributes, message('input.webAddress'), (sent, name) => {
    const given = read(sent, name);
    const address = /^[a-z][a-z+.-]*:(\/\/|(?!\d))/i.test(given) ? given : `http://${given}`;
    return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
  });
}

export const NO_CORRECTION = { autocapitalize: 'none', spellcheck: 'false' } as const;

export function integer(min: number, max: number): Field<number> {
  return numeral(min, max, /^(0|[1-9]\d{0,15})$/, 'numeric', 'input.wholeNumber');
}

export function id(): Field<number> {
  const { attributes } = integer(1, Number.MAX_SAFE_INTEGER);
  const takes = message('input.wholeNumber', { min: 1, max: Number.MAX_SAFE_INTEGER });
  return parsed(attributes, takes, recordNumber);
}

/** Reads a record's number, such as 25. Null for other texts and for 025, so that every record has one URL. */
export function recordNumber(text: string): number | null {
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

export function pageNumber(): Field<number> {
  return integer(1, PAGE_MAX).or(1);
}

export function number(min: number, max: number): Field<number> {
  return numeral(min, max, /^\d{1,15}(\.\d{1,6})?$/, 'decimal', 'input.number');
}

export function flag(): Field<boolean> {
  const yes = { type: 'checkbox', value: 'yes' };
  const about = parsed(yes, message('input.once'), (sent) => sent === yes.value);
  return field({ ...about, control: 'flag' });
}

export function word<const Word extends string, const Names extends string = never>(
  words: readonly Word[],
  names?: Names & ([`${Names}.${Word}`] extends [MessageId] ? unknown : never),
): Field<Word> {
  const takes = message('input.oneOf', { words: words.join(', ') });
  const about = parsed({ required: true }, takes, (sent) => words.find((one) => one === sent));
  const nameOf = (one: string, language: Language) => messageIn(language, `${names}.${one}` as MessageId);
  return field({ ...about, control: 'choice', words, nameOf: names && nameOf });
}

export function choice(names: ReadonlyMap<string, string | Texts>): Field<string> {
  const nameOf = (one: string, language: Language) => {
    const name = names.get(one) ?? one;
    return typeof name === 'string' ? name : name[language];
  };
  return field({ ...word([...names.keys()]), nameOf });
}

export function day(): Field<number> {
  const about = parsed({ type: 'date', required: true }, message('input.dayLike'), parseKstDay);
  return field({ ...about, show: formatKstDay });
}

export function month(): Field<KstMonth> {
  const about = parsed({ type: 'month', required: true }, message('input.month'), parseKstMonth);
  return field({ ...about, show: formatKstMonth });
}

/** The fields of optional parameters. An empty field means the parameter's default. */
export function parameterFields<const Name extends string>(endpoint: string, names: readonly Name[]) {
  const { parameters = {} } = ENDPOINTS.find(({ name }) => name === endpoint) ?? {};
  const fields = names.map((name) => {
    if (parameters[name] === undefined) throw new Error(`${endpoint} has no parameter ${name}`);
    const { default: standard = '' } = parameters[name].schema;
    return [name, parameterField(parameters[name]).or(String(standard))];
  });
  return Object.fromEntries(fields) as Readonly<Record<Name, Field<string>>>;
}

/** The field of a parameter: a choice, a whole number, a day or a text. Its value is a text, as in an API call. */
export function parameterField({ schema }: Endpoint['parameters'][string]): Field<string> {
  const { enum: words, type, format, minimum = 0, maximum = 0 } = schema;
  const { 'x-label': label, 'x-enumDescriptions': meanings = {} } = schema;
  const text = format === 'date' ? day() : line(1, 1000);
  const kind = words ? word(words.map(String)) : type === 'integer' ? integer(minimum, maximum) : text;
  return field({
    ...kind,
    nameOf: (value, language) => textIn(language, meanings[value]) || value,
    ...(label && { label: inEveryLanguage((language) => textIn(language, label)) }),
    read: (sent, name) => shownValue(kind, kind.read(sent, name)),
  });
}

export function shownValue({ show = String, attributes }: Field<unknown>, value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return String(attributes.value);
  return typeof value === 'number' ? show(value) : String(value);
}

/** Values as query parameters, without those that equal the default of their field. */
export function givenOf<Of extends Fields>(fields: Of, values: Partial<InputOf<Of>>) {
  const given = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const one = fields[name];
    if (one === undefined) return [];
    const isDefault = one.attributes.required !== true && value === one.read(undefined, name);
    return isDefault ? [] : [[name, shownValue(one, value)]];
  });
  return Object.fromEntries(given);
}

/** `parse` returns null or undefined for an invalid text. `takes` describes what is valid. */
function parsed<Value>(
  attributes: Attributes,
  takes: Texts,
  parse: (sent: string, name: string) => Value | null | undefined,
): Field<Value> {
  return field({
    attributes,
    read(sent = '', name) {
      if (typeof sent !== 'string') throw invalid(name, 'input.once');
      const value = parse(sent, name);
      if (value === null || value === undefined) throw invalid(name, takes);
      return value;
    },
  });
}

/** A number. Its control has the type `text`, because inputs of type `number` don't accept thousands separators. */
function numeral(min: number, max: number, form: RegExp, inputmode: string, takes: MessageId) {
  const all = { type: 'text', inputmode, maxlength: 30, required: true };
  return parsed(all, message(takes, { min, max }), (sent) => {
    const plain = sent.normalize('NFKC').trim();
    const text = GROUPED.test(plain) ? plain.replace(/[, ’']/g, '') : plain;
    return [form.test(text) ? Number(text) : Number.NaN].find((one) => one >= min && one <= max);
  });
}

const GROUPED = /^\d{1,3}([, ’']\d{3})+(\.\d+)?$/;

export function isEmail(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text) && !UNSHOWABLE_IN_LINE.test(text);
}

export function toLine(text: string, max: number): string {
  const shown = [...text.toWellFormed()].filter((character) => !UNSHOWABLE_IN_LINE.test(character));
  return shown.join('').trim().slice(0, max).toWellFormed();
}

/** Email addresses, except quoted names and comments: the standard allows both, but only attackers use them. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,190}$/;

/** Control characters, and characters that change the direction of text. */
const UNSHOWABLE_IN_LINE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** Like UNSHOWABLE_IN_LINE, except line breaks and tabs. */
const UNSHOWABLE = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;
