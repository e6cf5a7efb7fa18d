import { formatKstDay, formatKstMonth, type KstMonth, parseKstDay, parseKstMonth } from '../../clock.ts';
import { PAGE_MAX, type Query } from '../../http/query-string.ts';
import type { MessageValues, Texts } from '../../messages/languages.ts';
import { inEveryLanguage, type MessageId, message } from '../../messages/messages.ts';
import type { Endpoint } from '../../v1/endpoint.ts';
import { ENDPOINTS } from '../../v1/routes.ts';
import type { DocumentText } from '../../v1/schema.ts';
import { invalid } from './visit.ts';

type Attributes = Readonly<Record<string, string | number | boolean>>;

interface Description<Value> {
  readonly control?: 'line' | 'paragraph' | 'choice' | 'flag';
  /** Attributes of the HTML control: `type`, `required`, `maxlength`, `pattern`, `min`, `max` and the like. */
  readonly attributes: Attributes;
  readonly words?: readonly string[];
  /** The options' names: a group of messages with one for each option, or a map of texts by option. */
  readonly names?: string | ReadonlyMap<string, string | Texts> | undefined;
  /** The text of the empty option, if a choice has one. */
  readonly none?: MessageId | undefined;
  readonly label?: MessageId | Texts;
  readonly hint?: MessageId | undefined;
  readonly values?: MessageValues | undefined;
  /** Formats a number that means something else, such as a day or a month. */
  readonly show?: (value: number) => string;
  /** `sent` is undefined if the field wasn't sent. Throws INVALID, which names the field. */
  read(sent: Query[string], name: string): Value;
}

/** Describes a field: how its text is read, what its control requires and offers, and what it is called. */
export interface Field<Value> extends Description<Value> {
  /** Adds a label. A form without a body of its own shows all labelled fields. */
  called(label: MessageId, hint?: MessageId, values?: MessageValues): Field<Value>;
  /** An empty field means the default. */
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

/** Reads every field, and ignores others that were sent. Throws INVALID. */
export function readFields<Of extends Fields>(fields: Of, sent: Query): InputOf<Of> {
  const read = Object.entries(fields).map(([name, one]) => [name, one.read(sent[name], name)]);
  return Object.fromEntries(read);
}

export function line(min: number, max: number, attributes: Attributes = {}): Field<string> {
  return textField(min, max, attributes, (sent, name) => trimmed(sent, name, UNSHOWABLE_IN_LINE));
}

export function paragraph(min: number, max: number): Field<string> {
  const about = textField(min, max, {}, (sent, name) => trimmed(sent, name, UNSHOWABLE));
  const { type: _, ...attributes } = about.attributes;
  return field({ ...about, control: 'paragraph', attributes });
}

export function typed(min: number, max: number, attributes: Attributes = {}): Field<string> {
  return textField(min, max, attributes, (sent) => sent);
}

export function password(min: number, max: number, autocomplete: 'current-password' | 'new-password') {
  return typed(min, max, { type: 'password', autocomplete, autocapitalize: 'none' });
}

export function email(autocomplete = 'email'): Field<string> {
  const { attributes } = typed(3, 254, { type: 'email', autocomplete, autocapitalize: 'none' });
  const parse = (sent: string) => [sent.trim().toLowerCase()].find(isEmail);
  return parsed(attributes, message('input.email'), parse);
}

/** An http(s) address. One that begins with a host gets http:// in front. */
export function webAddress(max: number): Field<string> {
  const { attributes, read } = line(1, max, { inputmode: 'url', ...NO_CORRECTION });
  return parsed(attributes, message('input.webAddress'), (sent, name) => {
    const given = read(sent, name);
    const address = /^[a-z][a-z+.-]*:(\/\/|(?!\d))/i.test(given) ? given : `http://${given}`;
    return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
  });
}

/** Keeps browsers from correcting a name, an address or a code as it is typed. */
export const NO_CORRECTION = { autocapitalize: 'none', spellcheck: 'false' } as const;

export function integer(min: number, max: number): Field<number> {
  return numeral(min, max, /^(0|[1-9]\d{0,15})$/, 'numeric', 'input.wholeNumber');
}

/** The number of a record. Only plain digits, so that a record has one address. */
export function id(): Field<number> {
  const { read, ...about } = integer(1, Number.MAX_SAFE_INTEGER);
  const isPlain = (sent: Query[string]) => typeof sent === 'string' && /^\d+$/.test(sent);
  return field({ ...about, read: (sent, name) => read(isPlain(sent) ? sent : '', name) });
}

export function pageNumber(): Field<number> {
  return integer(1, PAGE_MAX).or(1);
}

export function number(min: number, max: number): Field<number> {
  return numeral(min, max, /^\d{1,15}(\.\d{1,6})?$/, 'decimal', 'input.number');
}

export function flag(value = 'yes'): Field<boolean> {
  const about = parsed({ type: 'checkbox', value }, message('input.once'), (sent) => sent === value);
  return field({ ...about, control: 'flag' });
}

/** A choice of words, shown with their `names`, or as they are. */
export function word<const Word extends string, const Names extends string = never>(
  words: readonly Word[],
  names?: Names & ([`${Names}.${Word}`] extends [MessageId] ? unknown : never),
): Field<Word> {
  const takes = message('input.oneOf', { words: words.join(', ') });
  const about = parsed({ required: true }, takes, (sent) => words.find((one) => one === sent));
  return field({ ...about, control: 'choice', words, names });
}

/** A choice of the map's keys, shown with its texts. */
export function choice(names: ReadonlyMap<string, string | Texts>): Field<string> {
  return field({ ...word([...names.keys()]), names });
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
  const names = new Map(Object.entries(meanings).map(([value, meaning]) => [value, inAll(meaning)]));
  return field({
    ...kind,
    names,
    ...(label && { label: inAll(label) }),
    read: (sent, name) => shownValue(kind, kind.read(sent, name)),
  });
}

function inAll(text: DocumentText): Texts {
  return inEveryLanguage((language) => text[language] ?? text.en);
}

/** A value as the text that an HTML control holds. */
export function shownValue({ show = String, attributes }: Field<unknown>, value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return String(attributes.value);
  return typeof value === 'number' ? show(value) : String(value);
}

/** Values as query parameters, without those that equal the default of their field. */
export function givenOf<Of extends Fields>(
  fields: Of,
  values: Partial<InputOf<Of>>,
): Readonly<Record<string, string>> {
  const given = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const one = fields[name];
    if (one === undefined) return [];
    const isDefault = one.attributes.required !== true && value === one.read(undefined, name);
    return isDefault ? [] : [[name, shownValue(one, value)]];
  });
  return Object.fromEntries(given);
}

/** A field of one value. `parse` returns null or undefined for invalid text, and `takes` describes what is valid. */
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

/** `textOf` returns the text whose length is limited. */
function textField(
  min: number,
  max: number,
  attributes: Attributes,
  textOf: (sent: string, name: string) => string,
): Field<string> {
  const lengths = { maxlength: max, ...(min > 1 ? { minlength: min } : {}), required: min > 0 };
  const takes = message('input.textLength', { min, max });
  return parsed({ type: 'text', ...lengths, ...attributes }, takes, (sent, name) => {
    const text = textOf(sent, name);
    return text.length >= min && text.length <= max ? text : null;
  });
}

function trimmed(sent: string, name: string, unshowable: RegExp): string {
  const text = sent.replaceAll('\r\n', '\n').trim();
  if (unshowable.test(text) || !text.isWellFormed()) throw invalid(name, 'input.unshowable');
  return text;
}

/** A number, which may have thousands separators: 50,000. Inputs of type `number` don't accept these. */
function numeral(min: number, max: number, form: RegExp, inputmode: string, takes: MessageId) {
  const all = { type: 'text', inputmode, maxlength: 30, required: true };
  return parsed(all, message(takes, { min, max }), (sent) => {
    const plain = sent.normalize('NFKC').trim();
    const text = GROUPED.test(plain) ? plain.replace(/[, ’']/g, '') : plain;
    return [form.test(text) ? Number(text) : Number.NaN].find((one) => one >= min && one <= max);
  });
}

/** Digits in groups of three: 50,000. */
const GROUPED = /^\d{1,3}([, ’']\d{3})+(\.\d+)?$/;

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

/** Control characters, and marks that change the direction of text. */
const UNSHOWABLE_IN_LINE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** The same characters except line breaks and tabs. */
const UNSHOWABLE = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;
