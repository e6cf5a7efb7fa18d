import { formatKstDay, formatKstMonth, type KstMonth, parseKstDay, parseKstMonth } from '../../clock.ts';
import type { Query } from '../../http/query-string.ts';
import { message } from '../../messages/messages.ts';
import { invalid } from './visit.ts';

/**
 * One description of a field, from which everything else follows: how its text is read, and what its control requires,
 * permits and offers.
 */
export interface Field<Value> {
  readonly control: 'line' | 'paragraph' | 'choice' | 'flag';
  /** Of its HTML control: `type`, `required`, `maxlength`, `pattern`, `min`, `max` and the like. */
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** The words that a choice offers. */
  readonly words: readonly string[];
  /** How a number of it is written, where it isn't as such: a day, a month. */
  readonly show?: (value: number) => string;
  /** `sent` is undefined where the field wasn't sent. Throws INVALID naming the field. */
  read(sent: string | readonly string[] | undefined, name: string): Value;
}

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
export function line(min: number, max: number, attributes: Field<string>['attributes'] = {}): Field<string> {
  return textField('line', min, max, attributes);
}

/** Trimmed lines. */
export function paragraph(min: number, max: number): Field<string> {
  return textField('paragraph', min, max, {});
}

/** A text exactly as typed, such as a token. */
export function typed(min: number, max: number, attributes: Field<string>['attributes'] = {}): Field<string> {
  return {
    ...textField('line', min, max, attributes),
    read(sent, name) {
      const text = once(sent, name) ?? '';
      if (text.length < min || text.length > max) throw wrongLength(name, min, max);
      return text;
    },
  };
}

export function password(min: number, max: number, autocomplete: 'current-password' | 'new-password') {
  return typed(min, max, { type: 'password', autocomplete, autocapitalize: 'none' });
}

export function email(autocomplete = 'email'): Field<string> {
  const text = textField('line', 3, 254, { type: 'email', autocomplete, autocapitalize: 'none' });
  return {
    ...text,
    read(sent, name) {
      const address = (once(sent, name) ?? '').trim().toLowerCase();
      if (!isEmail(address)) throw invalid(name, message('input.email'));
      return address;
    },
  };
}

/** An http(s) address. One that begins with a host gets http:// in front. */
export function webAddress(max: number): Field<string> {
  const text = textField('line', 1, max, { inputmode: 'url', autocapitalize: 'none', spellcheck: 'false' });
  return {
    ...text,
    read(sent, name) {
      const given = text.read(sent, name);
      const address =
        /^[a-z][a-z+.-]*:\/\//i.test(given) || /^[a-z]+:(?!\d)/i.test(given) ? given : `http://${given}`;
      if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
        throw invalid(name, message('input.webAddress'));
      return address;
    },
  };
}

export function integer(min: number, max: number): Field<number> {
  return numberField(min, max, /^(0|[1-9]\d{0,14})$/, 1, message('input.wholeNumber', { min, max }));
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
  return numberField(min, max, /^\d{1,15}(\.\d{1,6})?$/, 'any', message('input.number', { min, max }));
}

/** A checkbox. */
export function flag(value = 'yes'): Field<boolean> {
  return {
    control: 'flag',
    attributes: { type: 'checkbox', value },
    words: [],
    read: (sent, name) => once(sent, name) === value,
  };
}

/** One of a few words. */
export function word<const Word extends string>(words: readonly Word[]): Field<Word> {
  return {
    control: 'choice',
    attributes: { required: true },
    words,
    read(sent, name) {
      const text = once(sent, name);
      const found = words.find((one) => one === text);
      if (found === undefined) throw invalid(name, message('input.oneOf', { words: words.join(', ') }));
      return found;
    },
  };
}

/** A day as yyyy-MM-dd. */
export function day(): Field<number> {
  return {
    control: 'line',
    attributes: { type: 'date', required: true },
    words: [],
    show: formatKstDay,
    read(sent, name) {
      const found = parseKstDay((once(sent, name) ?? '').trim());
      if (found === null) throw invalid(name, message('input.dayLike'));
      return found;
    },
  };
}

/** A month as yyyy-MM. */
export function month(): Field<KstMonth> {
  const text = line(7, 7, { type: 'month', pattern: '\\d{4}-\\d{2}', placeholder: 'yyyy-MM' });
  return {
    ...text,
    show: formatKstMonth,
    read(sent, name) {
      const found = parseKstMonth((once(sent, name) ?? '').trim());
      if (found === null) throw invalid(name, message('input.month'));
      return found;
    },
  };
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

function textField(
  control: 'line' | 'paragraph',
  min: number,
  max: number,
  attributes: Field<string>['attributes'],
): Field<string> {
  const lengths = { maxlength: max, ...(min > 1 ? { minlength: min } : {}), required: min > 0 };
  return {
    control,
    attributes: { ...(control === 'line' ? { type: 'text' } : {}), ...lengths, ...attributes },
    words: [],
    read(sent, name) {
      const text = (once(sent, name) ?? '').replaceAll('\r\n', '\n').trim();
      if (unshowable(text, control === 'paragraph')) throw invalid(name, message('input.unshowable'));
      if (text.length < min || text.length > max) throw wrongLength(name, min, max);
      return text;
    },
  };
}

function numberField(
  min: number,
  max: number,
  form: RegExp,
  step: number | 'any',
  takes: ReturnType<typeof message>,
): Field<number> {
  return {
    control: 'line',
    attributes: {
      type: 'number',
      min,
      max,
      step,
      inputmode: step === 1 ? 'numeric' : 'decimal',
      required: true,
    },
    words: [],
    read(sent, name) {
      const text = (once(sent, name) ?? '').trim();
      const value = form.test(text) ? Number(text) : Number.NaN;
      if (!(value >= min && value <= max)) throw invalid(name, takes);
      return value;
    },
  };
}

function once(sent: string | readonly string[] | undefined, name: string): string | undefined {
  if (sent === undefined || typeof sent === 'string') return sent;
  throw invalid(name, message('input.once'));
}

function wrongLength(name: string, min: number, max: number) {
  return invalid(name, message('input.textLength', { min, max }));
}

/** Whether a text holds characters that can't be shown: line breaks, too, unless it is a paragraph. */
function unshowable(text: string, isParagraph: boolean): boolean {
  return (isParagraph ? UNSHOWABLE : UNSHOWABLE_IN_LINE).test(text) || !text.isWellFormed();
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
