import { inEveryLanguage, message } from '../messages/messages.ts';
import { oneOf, type Reason, type Rule } from './reason.ts';
import { isObject, TABLE_KINDS, type TableKind } from './record-fields.ts';
import { parseDateFormat } from './table/date-text.ts';
import { UnreadableInputError } from './text/input.ts';
import { invalidJson } from './text/json-lines.ts';

/** Codes or values with their meanings. A `*` at the end of a code matches any ending. */
export type Codes = Readonly<Record<string, string>>;

export interface Target {
  /** A field of the record, such as `title` or `contentDetail.bookIntroduction`. */
  readonly to: string;
  /** Separator of several values in one cell; without it the cell is one value. */
  readonly split?: string;
  /** Replacements for the cell's values. */
  readonly values?: Codes;
  /** A format for parseDateFormat. Without it, dates are read only if the order of day and month is certain. */
  readonly date?: string;
  /** What fills an empty cell: the cell above, as in merged cells, or the first row of its order or product. */
  readonly fill?: 'down' | 'order' | 'product';
  /** For categories: whether unknown names become categories. */
  readonly create?: boolean;
}

/** How a shop's own file becomes feed records (docs/feeds.md#csv-and-xlsx). */
export interface Mapping {
  readonly kind: TableKind;
  /** By header. */
  readonly columns: Readonly<Record<string, readonly Target[]>>;
  /** Fields of every record; a column's value overrides them. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** Rows to skip: by header, the values that mark them. A `*` matches any ending. */
  readonly skip: Readonly<Record<string, readonly string[]>>;
  /** For ONIX: the category, by subject scheme and subject code. */
  readonly subjects: Readonly<Record<string, Codes>>;
}

/** The reason names the key and what it takes. */
export class MappingError extends Error {
  override name = 'MappingError';
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.en);
    this.reason = reason;
  }
}

/** Converts a MappingError into an UnreadableInputError. */
export function orUnreadable<T>(id: 'feeds.mappingWrong' | 'feeds.columnsUnreadable', plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    throw new UnreadableInputError(message(id, { detail: error.reason }), error);
  }
}

/** Throws MappingError. */
export function parseMapping(json: string): Mapping {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new MappingError(message('feeds.mappingJson', { detail: invalidJson(error) }));
  }
  return readMapping(value);
}

/** Throws MappingError. */
export function readMapping(value: unknown): Mapping {
  const given = objectAt(value, '');
  refuseOtherKeys(given, ['kind', 'columns', 'constants', 'skip', 'subjects'], '');
  const kind = TABLE_KINDS.find((one) => one === (given.kind ?? 'item'));
  if (kind === undefined) throw mustBe('kind', oneOf(TABLE_KINDS));
  return {
    kind,
    columns: eachOf(given.columns, 'columns', readTargets),
    constants: objectAt(given.constants ?? {}, 'constants'),
    skip: eachOf(given.skip, 'skip', readTexts),
    subjects: eachOf(given.subjects, 'subjects', readCodes),
  };
}

function eachOf<T>(value: unknown, part: string, read: (value: unknown, path: string) => T) {
  const entries = Object.entries(objectAt(value ?? {}, part));
  return Object.fromEntries(entries.map(([name, one]) => [name, read(one, `${part}."${name}"`)]));
}

/** A column fills one field or several. */
function readTargets(value: unknown, path: string): readonly Target[] {
  if (!Array.isArray(value)) return [readTarget(value, path)];
  return value.map((target, at) => readTarget(target, `${path}[${at}]`));
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

const FILLS = ['down', 'order', 'product'];

const PARTS: Readonly<Record<Exclude<keyof Target, 'values'>, readonly [(value: unknown) => boolean, Rule]>> =
  {
    to: [isText, message('feeds.mappingField')],
    split: [isText, message('feeds.mappingSplit')],
    date: [
      (value) => typeof value === 'string' && parseDateFormat(value) !== null,
      message('feeds.mappingDate'),
    ],
    fill: [(value) => FILLS.some((one) => one === value), oneOf(FILLS.map((one) => `"${one}"`))],
    create: [(value) => typeof value === 'boolean', message('feeds.trueOrFalse')],
  };

function readTarget(value: unknown, path: string): Target {
  if (typeof value === 'string' && value !== '') return { to: value };
  const target = objectAt(value, path, message('feeds.mappingTarget'));
  refuseOtherKeys(target, [...Object.keys(PARTS), 'values'], `${path}.`);
  const given = Object.entries({ ...target, to: target.to ?? '' }).filter(([, part]) => part !== null);
  for (const [key, part] of given) {
    if (key === 'values') readCodes(part, `${path}.values`);
    const [isGood, rule] = PARTS[key as keyof typeof PARTS] ?? [];
    if (rule !== undefined && isGood?.(part) === false) throw mustBe(`${path}.${key}`, rule);
  }
  return Object.fromEntries(given) as unknown as Target;
}

function readTexts(value: unknown, path: string): readonly string[] {
  if (!Array.isArray(value) || !value.every(isText)) throw mustBe(path, message('feeds.mappingTexts'));
  return value;
}

function readCodes(value: unknown, path: string): Codes {
  for (const [key, text] of Object.entries(objectAt(value, path)))
    if (typeof text !== 'string') throw mustBe(`${path}."${key}"`, message('feeds.text'));
  return value as Codes;
}

function objectAt(
  value: unknown,
  path: string,
  rule = message('feeds.mustBeObject'),
): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw mustBe(path, rule);
  return value as Record<string, unknown>;
}

function refuseOtherKeys(given: object, known: readonly string[], path: string): void {
  for (const key of Object.keys(given)) {
    if (!known.includes(key))
      throw new MappingError(message('feeds.mappingKey', { key: path + key, names: known.join(', ') }));
  }
}

function mustBe(path: string, rule: Rule): MappingError {
  const named = path === '' ? message('feeds.theMapping') : inEveryLanguage(() => path);
  return new MappingError(message('feeds.mappingMust', { path: named, rule }));
}

/** The values of a cell that holds a list, without empty ones. */
export function partsOf(text: string, separator = ';'): string[] {
  const parts = text.split(separator).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** The meaning of a code, or null. The longest match wins. */
export function longestMatch(table: Codes, code: string): string | null {
  if (Object.hasOwn(table, code)) return table[code] ?? null;
  for (let length = Math.min(code.length, CODE_LENGTH_MAX); length >= 0; length--) {
    const start = `${code.slice(0, length)}*`;
    if (Object.hasOwn(table, start)) return table[start] ?? null;
  }
  return null;
}

/** No scheme has longer codes. */
const CODE_LENGTH_MAX = 100;
