import { isObject } from './record-fields.ts';

/** Kinds of records that a table can hold. */
export const TABLE_KINDS = ['item', 'patch', 'author', 'category', 'sale'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

/** Where a column goes. */
export interface ColumnTarget {
  /** A field of the record, such as `title` or `contentDetail.bookIntroduction`. */
  readonly to: string;
  /** Separates several values in one cell, such as names of authors; null = the cell is one value. */
  readonly split: string | null;
  /** What the cell's values become; null = they stay as they are. */
  readonly values: ReadonlyMap<string, string> | null;
}

/** How a shop's own file becomes feed records (docs/rules/feeds.md#csv-and-xlsx). */
export interface Mapping {
  readonly kind: TableKind;
  /** Header of a column to the fields that it fills. */
  readonly columns: ReadonlyMap<string, readonly ColumnTarget[]>;
  /** Fields of every record. A column that has a value goes before. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** ONIX: subject scheme to subject code to category. */
  readonly subjects: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** The mapping is wrong: the message names the key and its allowed values. */
export class MappingError extends Error {
  override name = 'MappingError';
}

const KEYS = ['kind', 'columns', 'constants', 'subjects'];
const TARGET_KEYS = ['to', 'split', 'values'];

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
    subjects: new Map(subjects.map(([scheme, codes]) => [scheme, textsOf(codes, `subjects."${scheme}"`)])),
  };
}

/** One target, or a list of them where a column fills several fields. */
function readTargets(value: unknown, place: string): readonly ColumnTarget[] {
  if (!Array.isArray(value)) return [readTarget(value, place)];
  return value.map((target, at) => readTarget(target, `${place}[${at}]`));
}

function readTarget(value: unknown, place: string): ColumnTarget {
  if (typeof value === 'string' && value !== '') return { to: value, split: null, values: null };
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
  return { to, split, values: values === undefined ? null : textsOf(values, `${place}.values`) };
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
