import { isObject } from './record-fields.ts';
import { type DateFormat, parseDateFormat } from './table/date-text.ts';

/** Kinds of records that a table can hold. */
export const TABLE_KINDS = ['item', 'patch', 'author', 'category', 'sale', 'cancel'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

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
  /** Whether an empty cell has the value of the one above it, as in merged cells. */
  readonly isFilledDown: boolean;
}

/** A column that is one field, as it is. */
export function plainTarget(to: string): ColumnTarget {
  return { to, split: null, values: null, date: null, isFilledDown: false };
}

/** How a shop's own file becomes feed records (docs/rules/feeds.md#csv-and-xlsx). */
export interface Mapping {
  readonly kind: TableKind;
  /** Header of a column to the fields that it fills. */
  readonly columns: ReadonlyMap<string, readonly ColumnTarget[]>;
  /** Fields of every record. A column that has a value goes before. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** Rows that are no records: header of a column to the values in it; `*` stands for any ending. */
  readonly skip: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** ONIX: subject scheme to subject code to category. */
  readonly subjects: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** The mapping is wrong: the message names the key and its allowed values. */
export class MappingError extends Error {
  override name = 'MappingError';
}

const KEYS = ['kind', 'columns', 'constants', 'skip', 'subjects'];
const TARGET_KEYS = ['to', 'split', 'values', 'date', 'fill'];

/** Reads the JSON text of a mapping. Throws MappingError. */
export function parseMapping(json: string): Mapping {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new MappingError(`the mapping is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  return readMapping(value);
}

/** Reads a mapping that is JSON already. Throws MappingError. */
export function readMapping(value: unknown): Mapping {
  const mapping = entriesOf(value, 'the mapping');
  for (const key of mapping.keys()) {
    if (!KEYS.includes(key)) throw new MappingError(`${key}: unknown key; a mapping has ${KEYS.join(', ')}`);
  }
  const kind = TABLE_KINDS.find((one) => one === (mapping.get('kind') ?? 'item'));
  if (kind === undefined) throw new MappingError(`kind: must be one of ${TABLE_KINDS.join(', ')}`);
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
  const target = entriesOf(value, place, 'the name of a field, or an object with "to"');
  for (const key of target.keys()) {
    if (!TARGET_KEYS.includes(key)) {
      throw new MappingError(`${place}.${key}: unknown key; a column has ${TARGET_KEYS.join(', ')}`);
    }
  }
  const to = target.get('to');
  if (typeof to !== 'string' || to === '') throw new MappingError(`${place}.to: must be the name of a field`);
  const split = target.get('split') ?? null;
  if (split !== null && (typeof split !== 'string' || split === '')) {
    throw new MappingError(`${place}.split: must be a text of at least one character`);
  }
  const values = target.get('values');
  const fill = target.get('fill') ?? null;
  if (fill !== null && fill !== 'down') throw new MappingError(`${place}.fill: must be "down"`);
  return {
    to,
    split,
    values: values === undefined ? null : textsOf(values, `${place}.values`),
    date: readDateFormat(target.get('date') ?? null, place),
    isFilledDown: fill === 'down',
  };
}

function readDateFormat(format: unknown, place: string): DateFormat | null {
  const read = typeof format === 'string' ? parseDateFormat(format) : null;
  if (format === null || read !== null) return read;
  throw new MappingError(
    `${place}.date: must be made of yyyy or yy, MM or MMM, and dd, such as "dd.MM.yyyy"`,
  );
}

/** Values that each stand for themselves. */
function skipped(value: unknown, place: string): ReadonlyMap<string, string> {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [null];
  return new Map(
    texts.map((text) => {
      if (typeof text !== 'string' || text === '')
        throw new MappingError(`${place}: must be a list of texts`);
      return [text, text];
    }),
  );
}

function textsOf(value: unknown, place: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [key, text] of entriesOf(value, place)) {
    if (typeof text !== 'string') throw new MappingError(`${place}."${key}": must be a text`);
    texts.set(key, text);
  }
  return texts;
}

function entriesOf(value: unknown, place: string, what = 'an object'): ReadonlyMap<string, unknown> {
  if (!isObject(value) || Array.isArray(value)) throw new MappingError(`${place}: must be ${what}`);
  return new Map(Object.entries(value));
}
