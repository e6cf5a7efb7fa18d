import { inEveryLanguage, message } from '../messages/messages.ts';
import { oneOf, type Reason, type Rule } from './reason.ts';
import { TABLE_KINDS, type TableKind } from './record-fields.ts';
import { isObject } from './record-reader.ts';
import { type DateFormat, parseDateFormat } from './table/date-text.ts';
import { UnreadableInputError } from './text/input.ts';
import { invalidJson } from './text/json-lines.ts';

/** Where a column goes. */
export interface ColumnTarget {
  /** A field of the record, such as `title` or `contentDetail.bookIntroduction`. */
  readonly to: string;
  /** Separates several values in one cell, such as names of authors; null = the cell is one value. */
  readonly split: string | null;
  /** What the cell's values become; null = they stay as they are. */
  readonly values: ReadonlyMap<string, string> | null;
  /** How dates in it are written; null = as far as their order is sure. */
  readonly date: DateFormat | null;
  /**
   * What an empty cell has: the value of the one above it, as in merged cells, or that of the first row of its order; null = nothing.
   */
  readonly fill: 'down' | 'order' | null;
  /** Of categories: whether names that the shop doesn't have become categories. */
  readonly isCreating: boolean;
}

/** A column that is one field, as it is. */
export function plainTarget(to: string): ColumnTarget {
  return { to, split: null, values: null, date: null, fill: null, isCreating: false };
}

/** How a shop's own file becomes feed records (docs/feeds.md#csv-and-xlsx). */
export interface Mapping {
  readonly kind: TableKind;
  /** Header of a column to the fields that it fills. */
  readonly columns: ReadonlyMap<string, readonly ColumnTarget[]>;
  /** Fields of every record. The column's value wins. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** Rows that are no records: header of a column to the values in it; `*` stands for any ending. */
  readonly skip: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** ONIX: subject scheme to subject code to category. */
  readonly subjects: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** A target in the JSON of a mapping. */
export interface TargetJson {
  readonly to: string;
  readonly split?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly date?: string;
  readonly fill?: 'down' | 'order';
  readonly create?: boolean;
}

/** A mapping of a table, as JSON. */
export interface TableMappingJson {
  readonly kind: TableKind;
  readonly columns: Readonly<Record<string, readonly (string | TargetJson)[]>>;
  readonly constants: Readonly<Record<string, unknown>>;
}

/** The mapping is wrong: the reason names the key and its allowed values. */
export class MappingError extends Error {
  override name = 'MappingError';
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.en);
    this.reason = reason;
  }
}

/** What `plan` makes of a mapping. Throws UnreadableInputError in place of MappingError. */
export function orUnreadable<T>(id: 'feeds.mappingWrong' | 'feeds.columnsUnreadable', plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    throw new UnreadableInputError(message(id, { said: error.reason }), error);
  }
}

const KEYS = ['kind', 'columns', 'constants', 'skip', 'subjects'];
const TARGET_KEYS = ['to', 'split', 'values', 'date', 'fill', 'create'];

/** Reads the JSON text of a mapping. Throws MappingError. */
export function parseMapping(json: string): Mapping {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new MappingError(message('feeds.mappingSaid', { said: invalidJson(error) }));
  }
  return readMapping(value);
}

/** Reads a mapping that is JSON already. Throws MappingError. */
export function readMapping(value: unknown): Mapping {
  const mapping = entriesOf(value, '');
  refuseOtherKeys(mapping, KEYS, '');
  const kind = TABLE_KINDS.find((one) => one === (mapping.get('kind') ?? 'item'));
  if (kind === undefined) throw mustBe('kind', oneOf(TABLE_KINDS));
  const columns = [...entriesOf(mapping.get('columns') ?? {}, 'columns')];
  const subjects = [...entriesOf(mapping.get('subjects') ?? {}, 'subjects')];
  return {
    kind,
    columns: new Map(columns.map(([name, targets]) => [name, readTargets(targets, `columns."${name}"`)])),
    constants: Object.fromEntries(entriesOf(mapping.get('constants') ?? {}, 'constants')),
    skip: new Map(
      [...entriesOf(mapping.get('skip') ?? {}, 'skip')].map(([name, values]) => [
        name,
        skipped(values, `skip."${name}"`),
      ]),
    ),
    subjects: new Map(subjects.map(([scheme, codes]) => [scheme, textsOf(codes, `subjects."${scheme}"`)])),
  };
}

/** One target, or a list of them where a column fills several fields. */
function readTargets(value: unknown, place: string): readonly ColumnTarget[] {
  if (!Array.isArray(value)) return [readTarget(value, place)];
  return value.map((target, at) => readTarget(target, `${place}[${at}]`));
}

function readTarget(value: unknown, place: string): ColumnTarget {
  if (typeof value === 'string' && value !== '') return plainTarget(value);
  const target = entriesOf(value, place, message('feeds.mappingTarget'));
  refuseOtherKeys(target, TARGET_KEYS, `${place}.`);
  const to = target.get('to');
  if (typeof to !== 'string' || to === '') throw mustBe(`${place}.to`, message('feeds.mappingField'));
  const split = target.get('split') ?? null;
  if (split !== null && (typeof split !== 'string' || split === ''))
    throw mustBe(`${place}.split`, message('feeds.mappingSplit'));
  const values = target.get('values');
  const fill = target.get('fill') ?? null;
  if (fill !== null && fill !== 'down' && fill !== 'order')
    throw mustBe(`${place}.fill`, oneOf(['"down"', '"order"']));
  const create = target.get('create') ?? false;
  if (typeof create !== 'boolean') throw mustBe(`${place}.create`, message('feeds.trueOrFalse'));
  return {
    to,
    split,
    values: values === undefined ? null : textsOf(values, `${place}.values`),
    date: readDateFormat(target.get('date') ?? null, place),
    fill,
    isCreating: create,
  };
}

function readDateFormat(format: unknown, place: string): DateFormat | null {
  const read = typeof format === 'string' ? parseDateFormat(format) : null;
  if (format === null || read !== null) return read;
  throw mustBe(`${place}.date`, message('feeds.mappingDate'));
}

/** Values that each stand for themselves. */
function skipped(value: unknown, place: string): ReadonlyMap<string, string> {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [null];
  return new Map(
    texts.map((text) => {
      if (typeof text !== 'string' || text === '') throw mustBe(place, message('feeds.mappingTexts'));
      return [text, text];
    }),
  );
}

function textsOf(value: unknown, place: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [key, text] of entriesOf(value, place)) {
    if (typeof text !== 'string') throw mustBe(`${place}."${key}"`, message('feeds.text'));
    texts.set(key, text);
  }
  return texts;
}

function entriesOf(
  value: unknown,
  place: string,
  rule = message('feeds.mustBeObject'),
): ReadonlyMap<string, unknown> {
  if (!isObject(value)) throw mustBe(place, rule);
  return new Map(Object.entries(value));
}

function refuseOtherKeys(given: ReadonlyMap<string, unknown>, known: readonly string[], place: string): void {
  for (const key of given.keys()) {
    if (!known.includes(key))
      throw new MappingError(message('feeds.mappingKey', { key: place + key, names: known.join(', ') }));
  }
}

/** `place` is empty for the whole mapping. */
function mustBe(place: string, rule: Rule): MappingError {
  const named = place === '' ? message('feeds.theMapping') : inEveryLanguage(() => place);
  return new MappingError(message('feeds.mappingMust', { place: named, rule }));
}

/**
 * What a table of codes gives for one code. An entry that ends in `*` stands for any ending; the longest entry that fits
 * decides, and one without `*` fits only the whole code.
 */
export function longestMatch(table: ReadonlyMap<string, string>, code: string): string | null {
  const whole = table.get(code);
  if (whole !== undefined) return whole;
  for (let length = Math.min(code.length, CODE_LENGTH_MAX); length >= 0; length--) {
    const value = table.get(`${code.slice(0, length)}*`);
    if (value !== undefined) return value;
  }
  return null;
}

/** Characters of a code that are looked at; no scheme has longer ones. */
const CODE_LENGTH_MAX = 100;
