import type { DayWindow } from '../catalog/item.ts';
import { type KstDay, parseKstDay } from '../clock.ts';
import { parseInstant } from './instant.ts';
import { plainText, type TextShape } from './plain-text.ts';
import { missing, missingOrEmpty, oneOf, type Reason, type Rule, shorten, wrong } from './reason.ts';

/** A field at fault and what is wrong with it. */
export interface Fault {
  readonly field: string;
  readonly reason: Reason;
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
      if (!known.has(name)) this.refuse(shorten(name), unknownField(known));
    }
  }

  /** Notes a fault of a field. */
  refuse(name: string, reason: Reason): void {
    this.#verdict.fault ??= { field: this.#path + name, reason };
  }

  /** Cleaned text of at most `max` characters; empty when not given. */
  text(name: string, max: number, shape: TextShape = 'line'): string {
    const value = this.#string(name);
    if (value === null) return '';
    const text = plainText(value, shape);
    if (text.length > max) this.refuse(name, tooLong(text.length, max));
    return text;
  }

  /** As `text`, but null when empty. */
  textOrNull(name: string, max: number, shape: TextShape = 'line'): string | null {
    return this.text(name, max, shape) || null;
  }

  requiredText(name: string, max: number): string {
    const text = this.text(name, max);
    if (text === '') this.refuse(name, missingOrEmpty(textOf(max)));
    return text;
  }

  /** A name that machines gave, kept to the letter: 1 to `max` characters, none of them a control character. */
  identifier(name: string, max: number): string | null {
    const value = this.#string(name);
    if (value === null || value === '') return null;
    if (value.length <= max && !/[\p{Cc}\p{Cs}]/u.test(value)) return value;
    this.refuse(name, wrong(value, identifierOf(max)));
    return null;
  }

  integer(name: string, bounds: Bounds): number | null {
    const { min, max } = bounds;
    const value = this.#source[name] ?? null;
    if (value === null) return null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    this.refuse(name, wrong(value, wholeNumber(bounds)));
    return null;
  }

  requiredInteger(name: string, bounds: Bounds): number {
    const value = this.integer(name, bounds);
    if (value === null) this.refuse(name, missing(wholeNumber(bounds)));
    return value ?? bounds.min;
  }

  decimal(name: string, bounds: Bounds): number | null {
    const { min, max } = bounds;
    const value = this.#source[name] ?? null;
    if (value === null) return null;
    if (typeof value === 'number' && value >= min && value <= max) return value;
    this.refuse(name, wrong(value, numberWithin(bounds)));
    return null;
  }

  /** Won, with two decimals at most. */
  price(name: string): number | null {
    const value = this.#source[name] ?? null;
    if (value === null) return null;
    if (typeof value === 'number' && value >= 0 && value <= PRICE_MAX && hasTwoDecimals(value)) return value;
    this.refuse(name, wrong(value, PRICE));
    return null;
  }

  flag(name: string): boolean | null {
    const value = this.#source[name] ?? null;
    if (value === null || typeof value === 'boolean') return value;
    this.refuse(name, wrong(value, TRUE_OR_FALSE));
    return null;
  }

  /** One of a few words, spelled exactly. */
  choice<T extends string>(name: string, allowed: readonly T[]): T | null {
    const value = this.#source[name] ?? null;
    if (value === null || value === '') return null;
    const chosen = allowed.find((word) => word === value);
    if (chosen === undefined) this.refuse(name, wrong(value, oneOf(allowed)));
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
    this.refuse(name, wrong(value, EXISTING_DATE));
    return '';
  }

  /** Unix milliseconds of an ISO 8601 instant. */
  instant(name: string): number | null {
    const value = this.#string(name);
    if (value === null || value === '') return null;
    const atMs = parseInstant(value);
    if (atMs === null) this.refuse(name, wrong(value, INSTANT_LIKE));
    return atMs;
  }

  /** The days `from` to `until` of this object, both required. */
  window(): DayWindow {
    const from = this.day('from');
    const until = this.day('until');
    if (from === null) this.refuse('from', missing(DATE));
    if (until === null) this.refuse('until', missing(DATE));
    if (from !== null && until !== null && from > until) this.refuse('until', BEFORE_FROM);
    return { from: from ?? 0, until: until ?? 0 };
  }

  /** An http or https address. */
  address(name: string): string | null {
    const value = this.#string(name);
    if (value === null || value === '') return null;
    if (value.length <= URL_LENGTH_MAX && ADDRESS.test(value) && URL.canParse(value)) return value;
    this.refuse(name, wrong(value, WEB_ADDRESS));
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
    this.refuse(name, wrong(value, listOf(max)));
    return NONE;
  }

  #nested(name: string, value: unknown, known: ReadonlySet<string>): RecordFields | null {
    if (isObject(value)) return new RecordFields(value, known, this.#verdict, `${this.#path}${name}.`);
    this.refuse(name, wrong(value, OBJECT));
    return null;
  }

  #string(name: string): string | null {
    const value = this.#source[name] ?? null;
    if (value === null || typeof value === 'string') return value;
    this.refuse(name, wrong(value, TEXT));
    return null;
  }
}

const NONE: readonly unknown[] = [];

/** A text that is not empty. */
export function textOf(max: number): Rule {
  return { en: `a text of 1 to ${max} characters`, ko: `1자 이상 ${max}자 이하의 문자열이어야 합니다.` };
}

function identifierOf(max: number): Rule {
  return {
    en: `a text of 1 to ${max} characters without control characters`,
    ko: `제어 문자가 없는 1자 이상 ${max}자 이하의 문자열이어야 합니다.`,
  };
}

function wholeNumber({ min, max }: Bounds): Rule {
  return { en: `a whole number from ${min} to ${max}`, ko: `${min} 이상 ${max} 이하의 정수여야 합니다.` };
}

function numberWithin({ min, max }: Bounds): Rule {
  return { en: `a number from ${min} to ${max}`, ko: `${min} 이상 ${max} 이하의 숫자여야 합니다.` };
}

function listOf(max: number): Rule {
  return { en: `a list of at most ${max} elements`, ko: `요소가 ${max}개 이하인 목록이어야 합니다.` };
}

const PRICE: Rule = {
  en: `a price: a number from 0 to ${PRICE_MAX} with at most 2 decimals`,
  ko: `0 이상 ${PRICE_MAX} 이하, 소수점 아래 두 자리까지의 금액이어야 합니다.`,
};
const DATE: Rule = { en: 'a date yyyy-MM-dd', ko: 'yyyy-MM-dd 형식의 날짜여야 합니다.' };
const EXISTING_DATE: Rule = {
  en: 'a date yyyy-MM-dd that exists',
  ko: '실제로 있는 yyyy-MM-dd 형식의 날짜여야 합니다.',
};
const INSTANT_LIKE: Rule = {
  en: 'a date and time with offset, such as 2026-11-20T14:03:11+09:00',
  ko: '2026-11-20T14:03:11+09:00처럼 시간대가 붙은 날짜와 시각이어야 합니다.',
};
const WEB_ADDRESS: Rule = {
  en: `an http or https address of at most ${URL_LENGTH_MAX} characters`,
  ko: `${URL_LENGTH_MAX}자 이하의 http 또는 https 주소여야 합니다.`,
};
const TRUE_OR_FALSE: Rule = { en: 'true or false', ko: 'true 또는 false여야 합니다.' };
const OBJECT: Rule = { en: 'an object', ko: '객체여야 합니다.' };
const TEXT: Rule = { en: 'a text', ko: '문자열이어야 합니다.' };

const BEFORE_FROM: Reason = { en: 'is before "from"', ko: '"from"보다 앞선 날짜입니다.' };

function unknownField(known: ReadonlySet<string>): Reason {
  const names = [...known].join(', ');
  return {
    en: `unknown field; known are ${names}`,
    ko: `알 수 없는 항목입니다. 쓸 수 있는 항목: ${names}.`,
  };
}

function tooLong(length: number, max: number): Reason {
  return {
    en: `${length} characters; at most ${max} are allowed`,
    ko: `${length}자입니다. ${max}자까지 쓸 수 있습니다.`,
  };
}

const ADDRESS = /^https?:\/\/[^\s<>"\\^`{|}\p{Cc}\p{Cs}]+$/iu;

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasTwoDecimals(value: number): boolean {
  return Math.round(value * 100) / 100 === value;
}
