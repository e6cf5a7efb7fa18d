import { type KstDay, parseKstDay } from '../clock.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import type { Query } from '../http/query-string.ts';
import type { MessageValues, Texts } from '../messages/languages.ts';
import { harmless, inEveryLanguage, message } from '../messages/messages.ts';
import type { DocumentText, Meanings, Schema } from './schema.ts';

/** A parameter of the public API: its documentation, check and error in one place. */
export interface Parameter<Value> {
  readonly schema: Schema;
  readonly isRequired: boolean;
  /** Of the error that `read` throws. */
  readonly code: ErrorCode;
  /** The value that a call sends as `name`, or the default. Throws ApiError. */
  read(query: Query, name: string): Value;
}

interface Rules<Value, Absent> {
  /** Without the default. */
  readonly schema: Schema;
  readonly code?: ErrorCode | undefined;
  /** The value of a call without the parameter, which is required if there is none; null = no default. */
  readonly absent?: Absent;
  /** What the error says besides the value. */
  readonly said?: MessageValues;
  /** The value of a text, or null if it's invalid. */
  parse(sent: string): Value | null;
}

/** A parameter that may be sent once. */
export function parameter<Value, Absent = never>(rules: Rules<Value, Absent>): Parameter<Value | Absent> {
  const { schema, code = 'PARAM_007', absent, said } = rules;
  return {
    schema: { ...schema, default: absent ?? undefined },
    isRequired: absent === undefined,
    code,
    read(query, name) {
      const sent = query[name];
      if (sent === undefined && absent !== undefined) return absent;
      const value = typeof sent === 'string' ? rules.parse(sent) : null;
      if (value !== null) return value;
      throw new ApiError(code, { parameter: name, value: shown(sent), ...said });
    },
  };
}

/** One of several values, spelled exactly. */
export function choice<Value extends string | number>(
  values: readonly Value[],
  fallback: Value,
  description: DocumentText,
  label: DocumentText,
  meanings: Meanings<Value>,
  code?: ErrorCode,
): Parameter<Value> {
  const type = typeof fallback === 'number' ? 'integer' : 'string';
  return parameter({
    schema: { type, enum: values, description, 'x-label': label, 'x-enumDescriptions': meanings },
    code,
    absent: fallback,
    said: { allowed: values.join(', ') },
    parse: (sent) => values.find((value) => String(value) === sent) ?? null,
  });
}

/** A switch that Y turns on. */
export function yesNo(
  fallback: 'Y' | 'N',
  description: DocumentText,
  label: DocumentText,
  meanings: Meanings<'Y' | 'N'>,
): Parameter<boolean> {
  const word = choice<'Y' | 'N'>(['Y', 'N'], fallback, description, label, meanings);
  return { ...word, read: (query, name) => word.read(query, name) === 'Y' };
}

/** A whole number of digits only: no sign, space, exponent or fraction. A fallback of null means no default. */
export function wholeNumber<Fallback extends number | null>(rules: {
  readonly min: number;
  readonly max: number;
  readonly fallback: Fallback;
  readonly description: DocumentText;
  readonly label: DocumentText;
  /** For a parameter without a default: shows what to send. */
  readonly example?: number;
  readonly code?: ErrorCode;
  readonly allowed?: Texts;
}): Parameter<number | Fallback> {
  const { min, max, fallback, description, label, example, code, allowed } = rules;
  const examples = example === undefined ? undefined : [example];
  return parameter({
    schema: { type: 'integer', minimum: min, maximum: max, description, 'x-label': label, examples },
    code,
    absent: fallback,
    said: { allowed: allowed ?? message('api.wholeNumber', { min, max }) },
    parse(sent) {
      const number = /^\d{1,9}$/.test(sent) ? Number(sent) : Number.NaN;
      return number >= min && number <= max ? number : null;
    },
  });
}

/** An existing date as yyyy-MM-dd; null by default. */
export function day(
  description: DocumentText,
  label: DocumentText,
  example: string,
  code?: ErrorCode,
): Parameter<KstDay | null> {
  return parameter({
    schema: { type: 'string', format: 'date', description, 'x-label': label, examples: [example] },
    code,
    absent: null,
    said: { allowed: message('api.existingDate') },
    parse: parseKstDay,
  });
}

/** The end of a range: not below the parameter `start`, which precedes it and is of the same kind. */
export function rangeEnd<Value extends number>(
  start: string,
  kind: Parameter<Value | null>,
  format: (value: Value) => string,
): Parameter<Value | null> {
  return {
    ...kind,
    read(query, name) {
      const to = kind.read(query, name);
      const from = to === null ? null : kind.read(query, start);
      if (to === null || from === null || to >= from) return to;
      const startValue = format(from);
      const allowed = message('api.notBelow', { start, value: startValue });
      const given = { parameter: name, value: shown(query[name]) };
      throw new ApiError(kind.code, { ...given, allowed, start, startValue });
    },
  };
}

/** How many characters of an invalid value a message repeats. */
const SHOWN_MAX = 60;

/** Letters and digits as in an API key or a part of it: longer than plain words, and not all digits as a plain number. */
const LIKE_A_KEY =
  /(?=[A-Za-z]{0,19}\d)(?=\d{0,19}[A-Za-z])[A-Za-z0-9]{20}|(?=\d{0,31}[A-Za-z])[A-Za-z0-9]{32}/;

/** An invalid value as a message repeats it, without anything that may be a key. */
export function shown(value: Query[string]): Texts {
  if (value === undefined) return message('api.absent');
  if (typeof value !== 'string') return message('api.repeated');
  if (value === '') return message('api.empty');
  if (LIKE_A_KEY.test(value)) return inEveryLanguage(() => '"***"');
  const start = [...value].slice(0, SHOWN_MAX).join('');
  return inEveryLanguage(() => `"${harmless(start)}${start === value ? '' : '…'}"`);
}
