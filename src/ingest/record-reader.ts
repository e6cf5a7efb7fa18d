import { parseDate, parseDayStart, parseInstant } from '../base/dates.ts';
import type { DayWindow } from '../catalog/item.ts';
import { parseKstDay } from '../clock.ts';
import { message } from '../messages/messages.ts';
import type { Fault, LostFields } from './feed-record.ts';
import { missing, missingOrEmpty, oneOf, type Reason, type Rule, shorten, show, wrong } from './reason.ts';
import type { CellType, Field, FieldRules } from './record-fields.ts';
import { plainText } from './text/plain-text.ts';

export interface ValueType<T> {
  /** Null for a value that breaks the rule. */
  parse(value: unknown, field: Field): T | null;
  rule(field: Field): Rule;
}

export const integer: ValueType<number> = {
  parse: (value, field) => (isWithin(value, field) && Number.isInteger(value) ? value : null),
  rule: ({ min, max }) => message('feeds.wholeNumber', { min, max }),
};

export const decimal: ValueType<number> = {
  parse: (value, field) => (isWithin(value, field) ? value : null),
  rule: ({ min, max }) => message('feeds.number', { min, max }),
};

/** In the shop's currency, with at most two decimals. */
export const price: ValueType<number> = {
  parse: (value, field) => (isWithin(value, field) && Math.round(value * 100) / 100 === value ? value : null),
  rule: ({ max }) => message('feeds.price', { max }),
};

export const flag: ValueType<boolean> = {
  parse: (value) => (typeof value === 'boolean' ? value : null),
  rule: () => message('feeds.trueOrFalse'),
};

/** An identifier from another system, unchanged; no control characters, no rounded numbers. */
export const identifier: ValueType<string> = {
  parse: (value, { max }) =>
    typeof value === 'string' && value.length <= max && !/[\p{Cc}\p{Cs}]/u.test(value) && !ROUNDED.test(value)
      ? value
      : null,
  rule: ({ max }) => message('feeds.identifier', { max }),
};

/** The notation of spreadsheets for long numbers: the missing digits would name another item or order. */
const ROUNDED = /^\s*\d(?:[.,]\d{1,14})?e\+\d{1,3}\s*$/i;

/** Why an identifier or a number can't be read. */
export function unreadText(value: unknown, rule: Rule): Reason {
  if (typeof value !== 'string' || !ROUNDED.test(value)) return wrong(value, rule);
  return message('feeds.roundedKey', { shown: show(value) });
}

/** yyyy-MM-dd of a date of which the day, or the month and the day, may be unknown. */
export const date: ValueType<string> = {
  parse: (value) => (typeof value === 'string' ? parseDate(value) : null),
  rule: () => message('feeds.existingDate'),
};

/** Unix milliseconds of an ISO 8601 instant; of a date alone, of the start of its first day in Korea. */
export const instant: ValueType<number> = {
  parse: (value) => (typeof value === 'string' ? (parseInstant(value) ?? parseDayStart(value)) : null),
  rule: () => message('feeds.instant'),
};

/** Of http or https. */
export const address: ValueType<string> = {
  parse: (value, { max }) =>
    typeof value === 'string' && value.length <= max && ADDRESS.test(value) && URL.canParse(value)
      ? value
      : null,
  rule: ({ max }) => message('feeds.webAddress', { max }),
};

const ADDRESS = /^https?:\/\/[^\s<>"\\^`{|}\p{Cc}\p{Cs}]+$/iu;

/** One of a few words, spelled exactly. */
export function choice<T extends string>(words: readonly T[]): ValueType<T> {
  return {
    parse: (value) => words.find((word) => word === value) ?? null,
    rule: () => oneOf(words),
  };
}

/** Findings about a record, or an object inside it. */
export interface Verdict {
  /** The first reason to refuse the record, if any. */
  fault: Fault | null;
  /** Reasons to drop a field, or doubts about an accepted value. */
  warnings: readonly Fault[];
  /** The reader's reasons why fields couldn't be read. */
  readonly lost?: LostFields | undefined;
}

/**
 * Reads the fields of one JSON object of a feed, by the rules of record-fields.ts. Null, absent fields and empty texts are equal.
 * An unreadable value counts as not given: a required one refuses the object, any other is dropped with a warning.
 */
export class RecordReader {
  readonly #source: Readonly<Record<string, unknown>>;
  readonly #rules: FieldRules;
  readonly verdict: Verdict;
  /** The verdict on the whole record; at the top this is `verdict`. */
  readonly #record: Verdict;
  /** Path of the object within its record, such as `deal.`; empty at the top. */
  readonly #path: string;

  /** Unknown names refuse the whole record, at any depth. */
  constructor(source: object, rules: FieldRules, verdict: Verdict, record = verdict, path = '') {
    this.#source = source as Record<string, unknown>;
    this.#rules = rules;
    this.verdict = verdict;
    this.#record = record;
    this.#path = path;
    for (const name of Object.keys(source)) {
      if (rules.has(name)) continue;
      const names = [...rules.keys()].join(', ');
      record.fault ??= { field: path + shorten(name), reason: message('feeds.unknownField', { names }) };
    }
  }

  /** Whether the file's reader couldn't read a field. */
  isLost(name: string): boolean {
    return this.#record.lost?.has(this.#path + name) === true;
  }

  refuse(name: string, reason: Reason): void {
    const field = this.#path + name;
    this.verdict.fault ??= { field, reason: this.#record.lost?.get(field) ?? reason };
  }

  /** Warns about a value that is accepted. */
  warn(name: string, reason: Reason): void {
    this.#addWarning({ field: this.#path + name, reason });
  }

  /** Warns about a value that is dropped. */
  leaveOut(name: string, reason: Reason): void {
    const field = this.#path + name;
    const lost = this.#record.lost?.get(field) ?? this.#record.lost?.get(field.replace(/\[\d+\]$/, ''));
    this.#addWarning({ field, reason: lost ?? reason, isLeftOut: true });
  }

  #addWarning(warning: Fault): void {
    this.#record.warnings = [...this.#record.warnings, warning];
  }

  /** The names of top-level fields with a given but unreadable value. */
  unread(): ReadonlySet<string> {
    const fields = this.#record.warnings.filter((one) => one.isLeftOut === true).map(({ field }) => field);
    return new Set(fields.map((field) => field.replace(/[.[].*$/, '')));
  }

  /** Reports an unreadable value: a required one refuses the object, any other is dropped. */
  #lose(name: string, reason: Reason): null {
    if (this.#fieldOf(name).need === undefined) this.leaveOut(name, reason);
    else this.refuse(name, reason);
    return null;
  }

  #fieldOf(name: string): Field {
    const field = this.#rules.get(name);
    if (field === undefined) throw new Error(`no field: ${name}`);
    return field;
  }

  /** The value of a field; null when it isn't given. */
  get<T>(name: string, { parse, rule }: ValueType<T>): T | null {
    const field = this.#fieldOf(name);
    const value = this.#source[name] ?? null;
    if (value === null || (value === '' && !NEVER_EMPTY.has(field.type))) {
      if (field.need === 'given') this.refuse(name, missing(rule(field)));
      return null;
    }
    return parse(value, field) ?? this.#lose(name, unreadText(value, rule(field)));
  }

  peek(name: string): unknown {
    return this.#source[name];
  }

  /** Cleaned text in one line; empty when not given. */
  text(name: string): string {
    const { max, need } = this.#fieldOf(name);
    const value = this.#string(name);
    const text = value === '' ? '' : plainText(value, 'line');
    if (text === '' && need === 'given') this.refuse(name, missingOrEmpty(message('feeds.textOf', { max })));
    if (text.length <= max) return text;
    return this.#lose(name, message('feeds.tooLong', { length: text.length, max })) ?? '';
  }

  /** Cleaned text with line breaks, truncated with a warning; empty when not given. */
  longText(name: string): string {
    const { max } = this.#fieldOf(name);
    const value = this.#string(name);
    const text = value === '' ? '' : plainText(value, 'lines');
    if (text.length <= max) return text;
    this.warn(name, message('feeds.cut', { length: text.length, max }));
    return text.slice(0, max).trimEnd().replace(LONE_SURROGATE, '');
  }

  #string(name: string): string {
    const value = this.#source[name] ?? '';
    if (typeof value === 'string') return value;
    return this.#lose(name, wrong(value, message('feeds.text'))) ?? '';
  }

  /** The days `from` to `until` of this object. */
  window(): DayWindow {
    const [from, until] = [this.get('from', date), this.get('until', date)];
    const window = { from: parseKstDay(from ?? '') ?? 0, until: parseKstDay(until ?? '') ?? 0 };
    if (from !== null && until !== null && window.from > window.until)
      this.refuse('until', message('feeds.beforeFrom'));
    return window;
  }

  /** Applies `read` to an object; null when it isn't given or lacks something required. */
  object<T>(name: string, rules: FieldRules, read: (fields: RecordReader) => T): T | null {
    const value = this.#source[name] ?? null;
    return value === null ? null : this.#part(name, value, rules, read);
  }

  /** Applies `read` to the elements of a list of objects; empty when not given. */
  objects<T>(name: string, rules: FieldRules, read: (fields: RecordReader) => T): T[] {
    return this.list(name)
      .map((value, at) => this.#part(`${name}[${at}]`, value, rules, read))
      .filter((part) => part !== null);
  }

  /** The unchecked elements of a list; empty when not given. */
  list(name: string): readonly unknown[] {
    const { max } = this.#fieldOf(name);
    const value = this.#source[name] ?? NONE;
    if (Array.isArray(value) && value.length <= max) return value;
    return this.#lose(name, wrong(value, message('feeds.listOf', { max }))) ?? NONE;
  }

  #part<T>(name: string, value: unknown, rules: FieldRules, read: (fields: RecordReader) => T): T | null {
    if (!isObject(value)) {
      this.leaveOut(name, wrong(value, message('feeds.mustBeObject')));
      return null;
    }
    const verdict: Verdict = { fault: null, warnings: NONE_FOUND };
    const part = read(new RecordReader(value, rules, verdict, this.#record, `${this.#path}${name}.`));
    if (verdict.fault === null) return part;
    this.leaveOut(verdict.fault.field.slice(this.#path.length), verdict.fault.reason);
    return null;
  }
}

/** Types for which an empty text is unreadable, not missing. */
const NEVER_EMPTY: ReadonlySet<CellType> = new Set(['number', 'price', 'flag']);

const NONE_FOUND: readonly Fault[] = [];
const NONE: readonly unknown[] = [];

/** Half of a surrogate pair at the end of a truncated text. */
const LONE_SURROGATE = /[\ud800-\udbff]$/;

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWithin = (value: unknown, { min, max }: Field): value is number =>
  typeof value === 'number' && value >= min && value <= max;
