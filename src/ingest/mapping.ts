import { insertAuditLine } from '../base/audit-line.ts';
import { inEveryLanguage, message } from '../messages/messages.ts';
import { findsRow, type SqlOptions, type Writer } from '../sql-database.ts';
import { oneOf, type Reason, type Rule } from './feed-record.ts';
import {
  choice,
  type Field,
  type Fields,
  FLAG,
  field,
  isObject,
  TABLE_KINDS,
  type TableKind,
  textField,
} from './record-fields.ts';
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
  readonly columns: Readonly<Record<string, readonly Target[]>>;
  /** Fields of every record; a column's value overrides them. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** Rows to skip: by header, the values that mark them. A `*` matches any ending. */
  readonly skip: Readonly<Record<string, readonly string[]>>;
  /** For ONIX: the category, by subject scheme and subject code. */
  readonly subjects: Readonly<Record<string, Codes>>;
}

/** The reason names the wrong key and says what values it accepts. */
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
  const given = readObject(value, '', ['kind', 'columns', 'constants', 'skip', 'subjects']);
  return {
    kind: read(KIND, given.kind ?? 'item', 'kind'),
    columns: eachOf(given.columns, 'columns', readTargets),
    constants: readObject(given.constants ?? {}, 'constants'),
    skip: eachOf(given.skip, 'skip', (one, path) => read(TEXTS, one, path)),
    subjects: eachOf(given.subjects, 'subjects', readCodes),
  };
}

function eachOf<T>(value: unknown, part: string, readOne: (value: unknown, path: string) => T) {
  const entries = Object.entries(readObject(value ?? {}, part));
  return Object.fromEntries(entries.map(([name, one]) => [name, readOne(one, `${part}."${name}"`)]));
}

function readTargets(value: unknown, path: string): readonly Target[] {
  if (!Array.isArray(value)) return [readTarget(value, path)];
  return value.map((target, at) => readTarget(target, `${path}[${at}]`));
}

function readTarget(value: unknown, path: string): Target {
  if (isText(value)) return { to: value };
  const target = readObject(value, path, [...Object.keys(TARGET), 'values'], message('feeds.mappingTarget'));
  const given = Object.entries({ ...target, to: target.to ?? '' }).filter(([, part]) => part !== null);
  for (const [key, part] of given) {
    const field = TARGET[key];
    if (field === undefined) readCodes(part, `${path}.values`);
    else read(field, part, `${path}.${key}`);
  }
  return Object.fromEntries(given) as unknown as Target;
}

function readCodes(value: unknown, path: string): Codes {
  for (const [key, text] of Object.entries(readObject(value, path))) read(TEXT, text, `${path}."${key}"`);
  return value as Codes;
}

/** Reads an object. With `keys`, the object must not have other keys. */
function readObject(
  value: unknown,
  path: string,
  keys: readonly string[] | null = null,
  rule = message('feeds.mustBeObject'),
): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw mustBe(path, rule);
  const other = Object.keys(value).find((key) => keys?.includes(key) === false);
  if (other === undefined) return value as Readonly<Record<string, unknown>>;
  const key = path === '' ? other : `${path}.${other}`;
  throw new MappingError(message('feeds.mappingKey', { key, names: keys?.join(', ') ?? '' }));
}

function read<Value>({ parse, rule }: Field<Value>, value: unknown, path: string): Value {
  const found = parse(value);
  if (found === null) throw mustBe(path, rule());
  return found;
}

/** `path` is empty for the whole mapping. */
function mustBe(path: string, rule: Rule): MappingError {
  const named = path === '' ? message('feeds.theMapping') : inEveryLanguage(() => path);
  return new MappingError(message('feeds.mappingMust', { path: named, rule }));
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const FILLS = ['down', 'order', 'product'] as const;

const KIND = choice(TABLE_KINDS);
const TEXT = textField('feeds.text');
const TEXTS = field<readonly string[]>('codes', 'feeds.mappingTexts', (value) =>
  Array.isArray(value) && value.every(isText) ? value : null,
);
const TARGET: Fields = {
  to: textField('feeds.mappingField', isText),
  split: textField('feeds.mappingSplit', isText),
  date: textField('feeds.mappingDate', (text) => parseDateFormat(text) !== null),
  fill: { ...choice(FILLS), rule: () => oneOf(FILLS.map((one) => `"${one}"`)) },
  create: FLAG,
};

/** The values in a cell with a list, without empty values. */
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

export type FeedMappings = ReturnType<typeof createFeedMappings>;

/** Stored mappings by name, for all ways of importing (docs/feeds.md#mappings). */
export function createFeedMappings({ database, clock }: SqlOptions) {
  const tell = (sql: Writer, actor: string, action: string, name: string) =>
    insertAuditLine(sql, 'audit', { atMs: clock.nowMs(), actor, action, target: 'feed', detail: { name } });
  return {
    /** The mapping stored last comes first. */
    list: () =>
      database.query<{ readonly name: string; readonly mapping: string }>(
        'SELECT name, mapping FROM feed_mapping ORDER BY kept_at_ms DESC, name',
      ),
    async find(name: string): Promise<string | null> {
      const [row] = await database.query<{ mapping: string }>(
        'SELECT mapping FROM feed_mapping WHERE name = $1',
        [name],
      );
      return row?.mapping ?? null;
    },
    /** Replaces a mapping of the same name. The caller has checked name and mapping. `by` is for the audit log. */
    keep: (name: string, mapping: string, by: string): Promise<void> =>
      database.transaction(async (sql) => {
        const same = 'SELECT name FROM feed_mapping WHERE name = $1 AND mapping = $2';
        const isNew = !(await findsRow(sql, same, [name, mapping]));
        await sql.query(
          `INSERT INTO feed_mapping (name, mapping, kept_at_ms)
           VALUES ($1, $2, $3)
           ON CONFLICT (name) DO UPDATE SET mapping = excluded.mapping, kept_at_ms = excluded.kept_at_ms`,
          [name, mapping, clock.nowMs()],
        );
        if (isNew) await tell(sql, by, 'feed.mapping-kept', name);
      }),
    remove: (name: string, by: string): Promise<boolean> =>
      database.transaction(async (sql) => {
        const removed = 'DELETE FROM feed_mapping WHERE name = $1 RETURNING name';
        if (!(await findsRow(sql, removed, [name]))) return false;
        await tell(sql, by, 'feed.mapping-removed', name);
        return true;
      }),
  };
}

/** For regular expressions, and for the attribute `pattern` of HTML controls. */
export const MAPPING_NAME_FORM = '[\\p{L}\\p{N}][\\p{L}\\p{N} ._\\-]{0,99}';
export const MAPPING_NAME = new RegExp(`^${MAPPING_NAME_FORM}$`, 'u');

/** Room for some ten thousand codes. */
export const MAPPING_CHARS_MAX = 1024 * 1024;
