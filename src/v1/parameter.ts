import Type, { type TSchema } from 'typebox';
import { type KstDay, parseKstDay } from '../clock.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import type { Query } from '../http/query-string.ts';
import type { Texts } from '../messages/languages.ts';
import { harmless, inEveryLanguage, message } from '../messages/messages.ts';
import { about, type DocumentText, type Meanings, withMeanings } from './openapi/document-texts.ts';

/** A parameter of the public API: its documentation, check and errors in one place. */
export interface Parameter<Value> {
  /** For the OpenAPI document; wrapped in Type.Optional unless the parameter is required. */
  readonly schema: TSchema;
  /** The codes that `read` can throw. */
  readonly errors: readonly ErrorCode[];
  /** The value that a call sends as `name`, or the default. Throws an ApiError with one of `errors`. */
  read(query: Query, name: string): Value;
}

/** A required text. `read` checks it and throws an ApiError with `code`; the bounds describe it. */
export function requiredText<Value>(
  description: DocumentText,
  label: DocumentText,
  example: string,
  code: ErrorCode,
  read: Parameter<Value>['read'],
  bounds: { readonly minLength?: number; readonly maxLength?: number } = {},
): Parameter<Value> {
  const schema = Type.String({ ...bounds, ...about(description, label), examples: [example] });
  return { schema, errors: [code], read };
}

/** One of several values, spelled exactly; an empty or repeated one is invalid. */
export function choice<Value extends string | number>(
  values: readonly Value[],
  fallback: Value,
  description: DocumentText,
  label: DocumentText,
  meanings: Meanings<Value>,
  code: ErrorCode = 'PARAM_007',
): Parameter<Value> {
  const type = typeof fallback === 'number' ? 'integer' : 'string';
  const texts = withMeanings(about(description, label), meanings);
  return {
    schema: Type.Optional(Type.Enum([...values], { type, default: fallback, ...texts })),
    errors: [code],
    read(query, name) {
      const sent = query[name];
      if (sent === undefined) return fallback;
      const found = values.find((value) => String(value) === sent);
      if (found !== undefined) return found;
      throw new ApiError(code, { parameter: name, value: shown(sent), allowed: values.join(', ') });
    },
  };
}

/** A switch that Y turns on. */
export function yesNo(
  fallback: 'Y' | 'N',
  description: DocumentText,
  label: DocumentText,
  meanings: Meanings<'Y' | 'N'>,
): Parameter<boolean> {
  const { schema, errors, read } = choice<'Y' | 'N'>(['Y', 'N'], fallback, description, label, meanings);
  return { schema, errors, read: (query, name) => read(query, name) === 'Y' };
}

/** How a number is checked, and what its error says. */
interface NumberRules<Fallback> {
  readonly min: number;
  readonly max: number;
  readonly fallback: Fallback;
  readonly description: DocumentText;
  readonly label: DocumentText;
  /** For a parameter without a default: shows what to send. */
  readonly example?: number;
  readonly code?: ErrorCode;
  readonly allowed?: Texts;
}

/** A whole number of digits only: no sign, space, exponent or fraction. A fallback of null means no default. */
export function wholeNumber<Fallback extends number | null>(
  rules: NumberRules<Fallback>,
): Parameter<number | Fallback> {
  const { min, max, fallback, description, label, example, code = 'PARAM_007' } = rules;
  const allowed = rules.allowed ?? message('api.wholeNumber', { min, max });
  const standard = fallback === null ? {} : { default: fallback };
  const examples = example === undefined ? {} : { examples: [example] };
  return {
    schema: Type.Optional(
      Type.Integer({ minimum: min, maximum: max, ...standard, ...about(description, label), ...examples }),
    ),
    errors: [code],
    read(query, name) {
      const sent = query[name];
      if (sent === undefined) return fallback;
      const number = typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : Number.NaN;
      if (number >= min && number <= max) return number;
      throw new ApiError(code, { parameter: name, value: shown(sent), allowed });
    },
  };
}

/** An existing date as yyyy-MM-dd; null by default. */
export function day(
  description: DocumentText,
  label: DocumentText,
  example: string,
  code: ErrorCode = 'PARAM_007',
): Parameter<KstDay | null> {
  return {
    schema: Type.Optional(Type.String({ format: 'date', ...about(description, label), examples: [example] })),
    errors: [code],
    read(query, name) {
      const sent = query[name];
      if (sent === undefined) return null;
      const found = typeof sent === 'string' ? parseKstDay(sent) : null;
      if (found !== null) return found;
      const allowed = message('api.existingDate');
      throw new ApiError(code, { parameter: name, value: shown(sent), allowed });
    },
  };
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
      throw new ApiError('PARAM_007', { ...given, allowed, start, startValue });
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
