import type { Static, TObject, TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import type { Query } from '../http/query-string.ts';
import type { Texts } from '../messages/languages.ts';
import { message } from '../messages/messages.ts';
import { unshowable } from '../site/kit/shown-text.ts';
import type { TextForm } from './contract/fields.ts';
import { invalid } from './failures.ts';

/**
 * The JSON object of a request: exactly the fields that its path takes. Every function here throws INVALID naming the
 * field, in the words of the field's own schema.
 */
export function readBody<Takes extends TObject>(takes: Takes, sent: unknown): Static<Takes> {
  if (!isRecord(sent)) throw invalid('body', message('input.jsonObject'));
  const unknown = Object.keys(sent).find((name) => !Object.hasOwn(takes.properties, name));
  if (unknown !== undefined) throw invalid(unknown.slice(0, 100), message('input.unknownField'));
  const read = Object.entries(takes.properties)
    .filter(([name, field]) => Object.hasOwn(sent, name) || !('~optional' in field))
    .map(([name, field]) => [name, readText(name, field, sent[name])]);
  return checked(takes, Object.fromEntries(read));
}

/** The parameters of a request: those that it takes, each once. An empty one counts as left out; others are ignored. */
export function readQuery<Takes extends TObject>(takes: Takes, query: Query): Static<Takes> {
  const read = Object.entries(takes.properties).flatMap(([name, field]) => {
    const sent = query[name];
    if (sent === undefined || sent === '') {
      if ('default' in field) return [[name, field.default]];
      return '~optional' in field ? [] : [[name, undefined]];
    }
    if (typeof sent !== 'string') throw invalid(name, message('input.once'));
    return [[name, innerOf(field).minimum === undefined ? sent : numberOf(sent)]];
  });
  return checked(takes, Object.fromEntries(read));
}

/** The bytes of an upload. */
export function readPiece(sent: unknown): Buffer {
  if (Buffer.isBuffer(sent) && sent.length > 0) return sent;
  throw invalid('body', message('input.piece'));
}

function checked<Takes extends TObject>(takes: Takes, read: Record<string, unknown>): Static<Takes> {
  if (Check(takes, read)) return read;
  const wrong = Object.entries(takes.properties).find(
    ([name, field]) => (name in read || !('~optional' in field)) && !Check(field, read[name]),
  );
  const [name, field] = wrong ?? ['body', takes];
  throw invalid(name, takesOf(field));
}

/** Texts as they are kept: shown ones trimmed and without characters that can't be shown. */
function readText(name: string, field: TSchema, sent: unknown): unknown {
  const form = formOf(field);
  if (form === null || form === 'typed' || typeof sent !== 'string') return sent;
  const text = sent.trim();
  if (unshowable(text, form === 'paragraph')) throw invalid(name, message('input.unshowable'));
  return form === 'email' ? text.toLowerCase() : text;
}

/** What a field takes, in words. */
function takesOf(field: TSchema): Texts {
  const { type, pattern, enum: words, minLength, maxLength, minimum, maximum }: Keywords = innerOf(field);
  if (words !== undefined) return message('input.oneOf', { words: words.join(', ') });
  if (type === 'boolean') return message('input.trueOrFalse');
  if (minimum !== undefined && maximum !== undefined)
    return message(type === 'integer' ? 'input.wholeNumber' : 'input.number', { min: minimum, max: maximum });
  if (formOf(field) === 'email') return message('input.email');
  if (pattern !== undefined) return message('input.webAddress');
  if (minLength !== undefined && maxLength !== undefined)
    return message('input.textLength', { min: minLength, max: maxLength });
  return message('input.texts');
}

/** The keywords of the fields of contract/fields.ts. */
interface Keywords {
  readonly type?: string;
  readonly form?: TextForm;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly [Keywords, ...Keywords[]];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A field without its null. */
function innerOf(field: Keywords): Keywords {
  return field.anyOf?.[0] ?? field;
}

function formOf(field: TSchema): TextForm | null {
  return innerOf(field).form ?? null;
}

/** Digits only, as everywhere in the service. */
function numberOf(text: string): number {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}
