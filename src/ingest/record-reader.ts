import { parseDate, parseDayStart, parseInstant } from '../base/dates.ts';
import type { DayWindow } from '../catalog/item.ts';
import { parseKstDay } from '../clock.ts';
import { message } from '../messages/messages.ts';
import type { Fault, LostFields } from './feed-record.ts';
import { missing, missingOrEmpty, oneOf, type Reason, type Rule, shorten, show, wrong } from './reason.ts';
import type { CellType, Field, FieldRules } from './record-fields.ts';
import { plainText } from './text/plain-text.ts';

/** A kind of values. */
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

/** In the shop's currency, with two decimals at most. */
export const price: ValueType<number> = {
  parse: (value, field) => (isWithin(value, field) && Math.round(value * 100) / 100 === value ? value : null),
  rule: ({ max }) => message('feeds.price', { max }),
};

export const flag: ValueType<boolean> = {
  parse: (value) => (typeof value === 'boolean' ? value : null),
  rule: () => message('feeds.trueOrFalse'),
};

/** A name that machines gave, kept to the letter: none of them a control character, and no rounded number. */
export const identifier: ValueType<string> = {
  parse: (value, { max }) =>
    typeof value === 'string' && value.length <= max && !/[\p{Cc}\p{Cs}]/u.test(value) && !ROUNDED.test(value)
      ? value
      : null,
  rule: ({ max }) => message('feeds.identifier', { max }),
};

/** The form in which spreadsheets show long numbers: the digits that are missing named an item or an order. */
const ROUNDED = /^\s*\d(?:[.,]\d{1,14})?e\+\d{1,3}\s*$/i;

/** Why a name or a number can't be read. */
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

/** What the check of a record, or of an object inside it, has found. */
export interface Verdict {
  /** The first thing that costs the record, if any. */
  fault: Fault | null;
  /** What costs a field only, or is kept although it looks wrong. */
  warnings: readonly Fault[];
  /** Why the reader of the file could not read a field: it knows more than its value tells. */
  readonly lost?: LostFields | undefined;
}

/**
 * Reads the fields of one JSON object of a feed, by the rules of record-fields.ts. Null and an absent field are the same; an empty
 * text is, too. A value that can't be read counts as not given: that costs the object where the field is needed, otherwise the field,
 * with a warning.
 */
export class RecordReader {
  readonly #source: Readonly<Record<string, unknown>>;
  readonly #rules: FieldRules;
  readonly verdict: Verdict;
  /** Of the whole record. The same as `verdict` at the top. */
  readonly #record: Verdict;
  /** Names the object within its record, such as `deal.`; empty at the top. */
  readonly #path: string;

  /** Unknown names cost the whole record, wherever they are. */
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

  /** Whether the reader of the file could not read a field. */
  isLost(name: string): boolean {
    return this.#record.lost?.has(this.#path + name) === true;
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
    const lost = this.#record.lost?.get(field) ?? this.#record.lost?.get(field.replace(/\[\d+\]$/, ''));
    this.#addWarning({ field, reason: lost ?? reason, isLeftOut: true });
  }

  #addWarning(warning: Fault): void {
    this.#record.warnings = [...this.#record.warnings, warning];
  }

  /** The names of the fields at the top of the record whose value is there and can't be read. */
  unread(): ReadonlySet<string> {
    const fields = this.#record.warnings.filter((one) => one.isLeftOut === true).map(({ field }) => field);
    return new Set(fields.map((field) => field.replace(/[.[].*$/, '')));
  }

  /** Reports an unreadable value: one that is needed refuses the object, any other is left out. */
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

  /** The value as it is given, unchecked. */
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

  /** Cleaned text in lines, cut to its length with a warning; empty when not given. */
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

  /** What `read` makes of an object; null when there is none, or when something required is missing in it. */
  object<T>(name: string, rules: FieldRules, read: (fields: RecordReader) => T): T | null {
    const value = this.#source[name] ?? null;
    return value === null ? null : this.#part(name, value, rules, read);
  }

  /** What `read` makes of the elements of a list of objects; none when not given. */
  objects<T>(name: string, rules: FieldRules, read: (fields: RecordReader) => T): T[] {
    return this.list(name)
      .map((value, at) => this.#part(`${name}[${at}]`, value, rules, read))
      .filter((part) => part !== null);
  }

  /** The elements of a list, not looked at; none when not given. */
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

/** Types of which an empty text is a value that can't be read. */
const NEVER_EMPTY: ReadonlySet<CellType> = new Set(['number', 'price', 'flag']);

const NONE_FOUND: readonly Fault[] = [];
const NONE: readonly unknown[] = [];

/** Half of a character, where a text was cut. */
const LONE_SURROGATE = /[\ud800-\udbff]$/;

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWithin = (value: unknown, { min, max }: Field): value is number =>
  typeof value === 'number' && value >= min && value <= max;
