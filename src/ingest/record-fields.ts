import type { DayWindow } from '../catalog/item.ts';
import { type KstDay, parseKstDay } from '../clock.ts';
import { parseInstant } from './instant.ts';
import { plainText, type TextShape } from './plain-text.ts';

/** A field at fault and what is wrong with it. */
export interface Fault {
  readonly field: string;
  readonly reason: string;
}

/** Where the readers of one line leave the first thing that they find wrong. */
export interface Verdict {
  fault: Fault | null;
}

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Numbers of items, authors and series: what a JSON number holds exactly. */
export const ID_BOUNDS: Bounds = { min: 1, max: Number.MAX_SAFE_INTEGER };

/** Won. A price beyond is a slip of the pen. */
const PRICE_MAX = 1_000_000_000_000;

/** Characters of a picture's address. */
const URL_LENGTH_MAX = 2048;

/**
 * Reads the fields of one JSON object of a feed. Every method takes a field's name and gives its value, or what
 * stands for "not given": null and an absent field are the same. A wrong value is noted in the verdict, the first
 * one of a line only, and reading goes on as if it had not been given.
 */
export class RecordFields {
  readonly #source: Readonly<Record<string, unknown>>;
  readonly #verdict: Verdict;
  /** Names the object within its line, such as `deal.`; empty at the top. */
  readonly #path: string;

  /** Fields whose names are not known are refused. */
  constructor(source: object, known: ReadonlySet<string>, verdict: Verdict, path = '') {
    this.#source = source as Record<string, unknown>;
    this.#verdict = verdict;
    this.#path = path;
    for (const name of Object.keys(source)) {
      if (!known.has(name)) this.refuse(shorten(name), `unknown field; known are ${[...known].join(', ')}`);
    }
  }

  /** Notes a fault of a field. */
  refuse(name: string, reason: string): void {
    this.#verdict.fault ??= { field: this.#path + name, reason };
  }

  /** Cleaned text of at most `max` characters; empty when not given. */
  text(name: string, max: number, shape: TextShape = 'line'): string {
    const value = this.#string(name);
    if (value === null) return '';
    const text = plainText(value, shape);
    if (text.length > max) this.refuse(name, `${text.length} characters; at most ${max} are allowed`);
    return text;
  }

  /** As `text`, but null when empty. */
  textOrNull(name: string, max: number, shape: TextShape = 'line'): string | null {
    return this.text(name, max, shape) || null;
  }

  requiredText(name: string, max: number): string {
    const text = this.text(name, max);
    if (text === '') this.refuse(name, `missing or empty; a text of 1 to ${max} characters is required`);
    return text;
  }

  /** A name that machines gave, kept to the letter: 1 to `max` characters, none of them a control character. */
  identifier(name: string, max: number): string | null {
    const value = this.#string(name);
    if (value === null || value === '') return null;
    if (value.length <= max && !/[\p{Cc}\p{Cs}]/u.test(value)) return value;
    this.refuse(name, `${show(value)} is not a text of 1 to ${max} characters without control characters`);
    return null;
  }

  integer(name: string, { min, max }: Bounds): number | null {
    const value = this.#source[name] ?? null;
    if (value === null) return null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    this.refuse(name, `${show(value)} is not a whole number from ${min} to ${max}`);
    return null;
  }

  requiredInteger(name: string, bounds: Bounds): number {
    const value = this.integer(name, bounds);
    if (value === null)
      this.refuse(name, `missing; a whole number from ${bounds.min} to ${bounds.max} is required`);
    return value ?? bounds.min;
  }

  decimal(name: string, { min, max }: Bounds): number | null {
    const value = this.#source[name] ?? null;
    if (value === null) return null;
    if (typeof value === 'number' && value >= min && value <= max) return value;
    this.refuse(name, `${show(value)} is not a number from ${min} to ${max}`);
    return null;
  }

  /** Won, with two decimals at most. */
  price(name: string): number | null {
    const value = this.#source[name] ?? null;
    if (value === null) return null;
    if (typeof value === 'number' && value >= 0 && value <= PRICE_MAX && hasTwoDecimals(value)) return value;
    this.refuse(
      name,
      `${show(value)} is not a price: a number from 0 to ${PRICE_MAX} with at most 2 decimals`,
    );
    return null;
  }

  flag(name: string): boolean | null {
    const value = this.#source[name] ?? null;
    if (value === null || typeof value === 'boolean') return value;
    this.refuse(name, `${show(value)} is not true or false`);
    return null;
  }

  /** One of a few words, spelled exactly. */
  choice<T extends string>(name: string, allowed: readonly T[]): T | null {
    const value = this.#source[name] ?? null;
    if (value === null || value === '') return null;
    const chosen = allowed.find((word) => word === value);
    if (chosen === undefined) this.refuse(name, `${show(value)} is not one of ${allowed.join(', ')}`);
    return chosen ?? null;
  }

  /** A day that exists. */
  day(name: string): KstDay | null {
    const date = this.date(name);
    return date === '' ? null : parseKstDay(date);
  }

  /** A day that exists, as yyyy-MM-dd; empty when not given. */
  date(name: string): string {
    const value = this.#string(name);
    if (value === null || value === '' || parseKstDay(value) !== null) return value ?? '';
    this.refuse(name, `${show(value)} is not a date yyyy-MM-dd that exists`);
    return '';
  }

  /** Unix milliseconds of an ISO 8601 instant. */
  instant(name: string): number | null {
    const value = this.#string(name);
    if (value === null || value === '') return null;
    const atMs = parseInstant(value);
    if (atMs === null) {
      this.refuse(
        name,
        `${show(value)} is not a date and time with offset, such as 2026-11-20T14:03:11+09:00`,
      );
    }
    return atMs;
  }

  /** The days `from` to `until` of this object, both required. */
  window(): DayWindow {
    const from = this.day('from');
    const until = this.day('until');
    if (from === null) this.refuse('from', 'missing; a date yyyy-MM-dd is required');
    if (until === null) this.refuse('until', 'missing; a date yyyy-MM-dd is required');
    if (from !== null && until !== null && from > until) this.refuse('until', 'is before "from"');
    return { from: from ?? 0, until: until ?? 0 };
  }

  /** An http or https address. */
  address(name: string): string | null {
    const value = this.#string(name);
    if (value === null || value === '') return null;
    if (value.length <= URL_LENGTH_MAX && ADDRESS.test(value) && URL.canParse(value)) return value;
    this.refuse(
      name,
      `${show(value)} is not an http or https address of at most ${URL_LENGTH_MAX} characters`,
    );
    return null;
  }

  object(name: string, known: ReadonlySet<string>): RecordFields | null {
    const value = this.#source[name] ?? null;
    if (value === null) return null;
    return this.#nested(name, value, known);
  }

  /** The elements of a list of objects; none when not given. */
  objects(name: string, known: ReadonlySet<string>, max: number): RecordFields[] {
    return this.list(name, max)
      .map((value, at) => this.#nested(`${name}[${at}]`, value, known))
      .filter((fields) => fields !== null);
  }

  /** The elements of a list, not looked at; none when not given. */
  list(name: string, max: number): readonly unknown[] {
    const value = this.#source[name] ?? NONE;
    if (Array.isArray(value) && value.length <= max) return value;
    this.refuse(name, `${show(value)} is not a list of at most ${max} elements`);
    return NONE;
  }

  #nested(name: string, value: unknown, known: ReadonlySet<string>): RecordFields | null {
    if (isObject(value)) return new RecordFields(value, known, this.#verdict, `${this.#path}${name}.`);
    this.refuse(name, `${show(value)} is not an object`);
    return null;
  }

  #string(name: string): string | null {
    const value = this.#source[name] ?? null;
    if (value === null || typeof value === 'string') return value;
    this.refuse(name, `${show(value)} is not a text`);
    return null;
  }
}

const NONE: readonly unknown[] = [];

const ADDRESS = /^https?:\/\/[^\s<>"\\^`{|}\p{Cc}\p{Cs}]+$/iu;

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as a report shows it: short, and harmless to the terminal. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) return 'an object';
  return shorten(typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_MAX + 1)) : String(value));
}

const SHOWN_MAX = 60;

/** A text cut to what a report can bear, without control characters. */
function shorten(text: string): string {
  const harmless = text
    .slice(0, SHOWN_MAX + 1)
    .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
  return text.length > SHOWN_MAX ? `${harmless.slice(0, SHOWN_MAX)}…` : harmless;
}

function hasTwoDecimals(value: number): boolean {
  return Math.round(value * 100) / 100 === value;
}
