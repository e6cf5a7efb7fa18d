import type { DayWindow } from '../catalog/item.ts';
import { type KstDay, parseKstDay } from '../clock.ts';
import { message } from '../messages/messages.ts';
import type { Fault, LostFields } from './feed-record.ts';
import { missing, missingOrEmpty, oneOf, type Reason, type Rule, shorten, wrong } from './reason.ts';
import type { FieldNames } from './record-fields.ts';
import { parseDate, parseDayStart, parseInstant } from './text/dates.ts';
import { plainText } from './text/plain-text.ts';

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A higher price is a typing error. */
const PRICE_MAX = 1_000_000_000_000;
/** Characters of a picture's address. */
const URL_LENGTH_MAX = 2048;

/** Numbers of items, authors and series: what a JSON number holds exactly. */
export const ID_BOUNDS: Bounds = { min: 1, max: Number.MAX_SAFE_INTEGER };

/** Where the readers of one record leave what they find. */
export interface Verdict {
  /** The first thing that costs the record, if any. */
  fault: Fault | null;
  /** What costs a field only, or is kept although it looks wrong. */
  warnings: readonly Fault[];
  /** Why the reader of the file could not read a field: it knows more than its value tells. */
  readonly lost?: LostFields | undefined;
}

/**
 * Reads the fields of one JSON object of a feed. Every method takes a field's name and returns its value, or what stands
 * for "not given": null and an absent field are the same. A value that can't be read counts as not given. If the field
 * is required, that costs the object; otherwise it costs the field and leaves a warning.
 */
export class RecordReader {
  readonly #source: Readonly<Record<string, unknown>>;
  readonly #names: FieldNames;
  readonly verdict: Verdict;
  /** Of the whole record. The same as `verdict` at the top. */
  readonly #record: Verdict;
  /** Names the object within its record, such as `deal.`; empty at the top. */
  readonly #path: string;

  /** Unknown names cost the whole record, wherever they are. */
  constructor(source: object, names: FieldNames, verdict: Verdict, record = verdict, path = '') {
    this.#source = source as Record<string, unknown>;
    this.#names = names;
    this.verdict = verdict;
    this.#record = record;
    this.#path = path;
    for (const name of Object.keys(source)) {
      if (names.known.has(name)) continue;
      record.fault ??= {
        field: path + shorten(name),
        reason: message('feeds.unknownField', { names: [...names.known].join(', ') }),
      };
    }
  }

  /** Costs the object. */
  refuse(name: string, reason: Reason): void {
    const field = this.#path + name;
    this.verdict.fault ??= { field, reason: this.#record.lost?.get(field) ?? reason };
  }

  /** Leaves a warning about a value that is kept. */
  warn(name: string, reason: Reason): void {
    this.#addWarning({ field: this.#path + name, reason });
  }

  /** Leaves a warning about a value that isn't kept. */
  leaveOut(name: string, reason: Reason): void {
    const field = this.#path + name;
    const why = this.#record.lost?.get(field) ?? reason;
    this.#addWarning({ field, reason: message('feeds.leftOut', { reason: why }), isLeftOut: true, why });
  }

  #addWarning(warning: Fault): void {
    this.#record.warnings = [...this.#record.warnings, warning];
  }

  /** The names of the fields at the top of the record whose value is there and can't be read. */
  unread(): ReadonlySet<string> {
    const fields = this.#record.warnings.filter((one) => one.isLeftOut === true).map(({ field }) => field);
    return new Set(fields.map((field) => field.replace(/[.[].*$/, '')));
  }

  /** Reports a value that can't be read, as the field deserves. */
  #lose(name: string, reason: Reason): null {
    if (this.#names.required.has(name)) this.refuse(name, reason);
    else this.leaveOut(name, reason);
    return null;
  }

  #wrong(name: string, value: unknown, rule: Rule): null {
    return this.#lose(name, wrong(value, rule));
  }

  /** Cleaned text of at most `max` characters; empty when not given. */
  text(name: string, max: number): string {
    const value = this.#string(name);
    if (value === null) return '';
    const text = plainText(value, 'line');
    if (text.length <= max) return text;
    return this.#lose(name, message('feeds.tooLong', { length: text.length, max })) ?? '';
  }

  /** Cleaned text in lines, cut to `max` characters with a warning; empty when not given. */
  longText(name: string, max: number): string {
    const value = this.#string(name);
    if (value === null) return '';
    const text = plainText(value, 'lines');
    if (text.length <= max) return text;
    this.warn(name, message('feeds.cut', { length: text.length, max }));
    return text.slice(0, max).trimEnd().replace(LONE_SURROGATE, '');
  }

  /** As `text`, but null when empty. */
  textOrNull(name: string, max: number): string | null {
    return this.text(name, max) || null;
  }

  requiredText(name: string, max: number): string {
    const text = this.text(name, max);
    if (text === '') this.refuse(name, missingOrEmpty(message('feeds.textOf', { max })));
    return text;
  }

  /** The value as it is given, unchecked. */
  peek(name: string): unknown {
    return this.#source[name];
  }

  /** A name that machines gave, kept to the letter: 1 to `max` characters, none of them a control character. */
  identifier(name: string, max: number): string | null {
    const value = this.#given(name);
    if (value === null || (value.length <= max && !/[\p{Cc}\p{Cs}]/u.test(value))) return value;
    return this.#wrong(name, value, message('feeds.identifier', { max }));
  }

  integer(name: string, { min, max }: Bounds): number | null {
    const value = this.#source[name] ?? null;
    if (value === null || (isWithin(value, min, max) && Number.isInteger(value))) return value;
    return this.#wrong(name, value, message('feeds.wholeNumber', { min, max }));
  }

  requiredInteger(name: string, bounds: Bounds): number {
    const { min, max } = bounds;
    const value = this.integer(name, bounds);
    if (value === null) this.refuse(name, missing(message('feeds.wholeNumber', { min, max })));
    return value ?? min;
  }

  decimal(name: string, { min, max }: Bounds): number | null {
    const value = this.#source[name] ?? null;
    if (value === null || isWithin(value, min, max)) return value;
    return this.#wrong(name, value, message('feeds.number', { min, max }));
  }

  /** A price in the shop's currency, with two decimals at most. */
  price(name: string): number | null {
    const value = this.#source[name] ?? null;
    if (value === null || (isWithin(value, 0, PRICE_MAX) && hasTwoDecimals(value))) return value;
    return this.#wrong(name, value, message('feeds.price', { max: PRICE_MAX }));
  }

  flag(name: string): boolean | null {
    const value = this.#source[name] ?? null;
    if (value === null || typeof value === 'boolean') return value;
    return this.#wrong(name, value, message('feeds.trueOrFalse'));
  }

  /** One of a few words, spelled exactly. */
  choice<T extends string>(name: string, allowed: readonly T[]): T | null {
    const value = this.#source[name] ?? null;
    if (value === null || value === '') return null;
    return allowed.find((word) => word === value) ?? this.#wrong(name, value, oneOf(allowed));
  }

  /** A day that exists. */
  day(name: string): KstDay | null {
    const date = this.date(name);
    return date === null ? null : parseKstDay(date);
  }

  /** yyyy-MM-dd of a date of which the day, or the month and the day, may be unknown. */
  date(name: string): string | null {
    const value = this.#given(name);
    if (value === null) return null;
    return parseDate(value) ?? this.#wrong(name, value, message('feeds.existingDate'));
  }

  /** Unix milliseconds of an ISO 8601 instant; of a date alone, of the start of its first day in Korea. */
  instant(name: string): number | null {
    const value = this.#given(name);
    if (value === null) return null;
    const atMs = parseInstant(value) ?? parseDayStart(value);
    return atMs ?? this.#wrong(name, value, message('feeds.instant'));
  }

  /** The days `from` to `until` of this object, both required. */
  window(): DayWindow {
    const from = this.day('from');
    const until = this.day('until');
    if (from === null) this.refuse('from', missing(message('feeds.existingDate')));
    if (until === null) this.refuse('until', missing(message('feeds.existingDate')));
    if (from !== null && until !== null && from > until) this.refuse('until', message('feeds.beforeFrom'));
    return { from: from ?? 0, until: until ?? 0 };
  }

  /** An http or https address. */
  address(name: string): string | null {
    const value = this.#given(name);
    if (value === null) return null;
    if (value.length <= URL_LENGTH_MAX && ADDRESS.test(value) && URL.canParse(value)) return value;
    return this.#wrong(name, value, message('feeds.webAddress', { max: URL_LENGTH_MAX }));
  }

  /** What `read` makes of an object; null when there is none, or when something required is missing in it. */
  object<T>(name: string, names: FieldNames, read: (fields: RecordReader) => T): T | null {
    const value = this.#source[name] ?? null;
    return value === null ? null : this.#part(name, value, names, read);
  }

  /** What `read` makes of the elements of a list of objects; none when not given. */
  objects<T>(name: string, names: FieldNames, max: number, read: (fields: RecordReader) => T): T[] {
    return this.list(name, max)
      .map((value, at) => this.#part(`${name}[${at}]`, value, names, read))
      .filter((part) => part !== null);
  }

  /** The elements of a list, not looked at; none when not given. */
  list(name: string, max: number): readonly unknown[] {
    const value = this.#source[name] ?? NONE;
    if (Array.isArray(value) && value.length <= max) return value;
    return this.#wrong(name, value, message('feeds.listOf', { max })) ?? NONE;
  }

  #part<T>(name: string, value: unknown, names: FieldNames, read: (fields: RecordReader) => T): T | null {
    if (!isObject(value)) {
      this.leaveOut(name, wrong(value, message('feeds.mustBeObject')));
      return null;
    }
    const verdict: Verdict = { fault: null, warnings: NONE_FOUND };
    const part = read(new RecordReader(value, names, verdict, this.#record, `${this.#path}${name}.`));
    if (verdict.fault === null) return part;
    this.leaveOut(verdict.fault.field.slice(this.#path.length), verdict.fault.reason);
    return null;
  }

  /** As `#string`, but null when empty. */
  #given(name: string): string | null {
    return this.#string(name) || null;
  }

  #string(name: string): string | null {
    const value = this.#source[name] ?? null;
    if (value === null || typeof value === 'string') return value;
    return this.#wrong(name, value, message('feeds.text'));
  }
}

const NONE_FOUND: readonly Fault[] = [];
const NONE: readonly unknown[] = [];

/** Half of a character, where a text was cut. */
const LONE_SURROGATE = /[\ud800-\udbff]$/;

const ADDRESS = /^https?:\/\/[^\s<>"\\^`{|}\p{Cc}\p{Cs}]+$/iu;

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}

function hasTwoDecimals(value: number): boolean {
  return Math.round(value * 100) / 100 === value;
}
