import type { Query } from '../../http/query-string.ts';
import type { FeedPreview } from '../../ingest/feed-preview.ts';
import { parseMapping, type Target } from '../../ingest/mapping.ts';
import { type CellType, TABLE_FIELDS, TABLE_KINDS, type TableKind } from '../../ingest/record-fields.ts';
import { LISTS, partsOf } from '../../ingest/table/cell-value.ts';

/**
 * A mapping of columns as its form holds it, by the names of the form's fields: `skip`, and for each field of a record, such
 * as `title`, `column.title`, `second.title`, a column whose text is appended, `fixed.title`, the value where the column has
 * none, `split.title`, `date.title`, `values.title`, a line of `from = to` for each replacement, `create.categoryIds`, `yes`
 * where names that aren't categories become some, and `fill.title`, what an empty cell has, which the form only keeps.
 * Everything is as typed; what isn't there is empty.
 */
export interface MappingDraft {
  readonly kind: TableKind;
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * A mapping for the form. Null when the form can't show it: three columns in one field, a column without a field. Throws
 * MappingError.
 */
export function draftOf(json: string): MappingDraft | null {
  const { kind, columns, constants, skip } = parseMapping(json);
  const skipped = Object.entries(skip).flatMap(([column, values]) =>
    values.map((value) => `${column} = ${value}`),
  );
  const texts: Record<string, string> = { skip: skipped.join('\n') };
  for (const [column, targets] of Object.entries(columns)) {
    if (targets.length === 0) return null;
    for (const { to, values = {}, create = false, ...more } of targets) {
      const parts = { ...more, values: linesOf(values) };
      const isPlain = Object.values(parts).join('') === '';
      if (!TABLE_FIELDS[kind].has(to)) return null;
      if (texts[`column.${to}`] === undefined) {
        const all = { column, ...parts, create: create ? 'yes' : '' };
        for (const [part, text] of Object.entries(all)) texts[`${part}.${to}`] = text;
      } else if (texts[`second.${to}`] === undefined && isPlain) texts[`second.${to}`] = column;
      else return null;
    }
  }
  for (const [name, value] of Object.entries(constants))
    texts[`fixed.${name}`] = Array.isArray(value) ? value.join('; ') : String(value);
  return { kind, texts };
}

/** The JSON of what the form has sent, with one select for each value that is a category. */
export function sentJson(sent: Query): string {
  const textOf = (name: string) => {
    const value = sent[name];
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
  };
  const kind = TABLE_KINDS.find((one) => one === sent.kind) ?? 'item';
  const columns: Record<string, (string | Target)[]> = {};
  const constants: Record<string, unknown> = {};
  const add = (column: string, target: string | Target) => {
    if (column !== '') columns[column] = [...(columns[column] ?? []), target];
  };
  // Texts of several columns are joined in the order of the columns: those that have an order to keep come first.
  const isJoined = (name: string) => Number(textOf(`second.${name}`) !== '');
  for (const [name, { type }] of [...TABLE_FIELDS[kind]].sort(([a], [b]) => isJoined(b) - isJoined(a))) {
    const of = (part: string) => textOf(`${part}.${name}`);
    const values = { ...readLines(of('values')), ...(name === 'categoryIds' ? categoriesIn(sent) : {}) };
    const parts = { split: of('split'), date: of('date'), create: of('create') !== '', fill: of('fill') };
    const column = of('column');
    add(column, targetOf(name, { ...parts, ...(Object.keys(values).length > 0 && { values }) }));
    if (column !== '') add(of('second'), name);
    const value = fixedOf(of('fixed').trim(), type);
    if (value !== undefined) constants[name] = value;
  }
  const skipped = Map.groupBy(pairsIn(textOf('skip')), ([column]) => column);
  const skip = Object.fromEntries(
    [...skipped].map(([column, all]) => [column, all.map(([, value]) => value)]),
  );
  return JSON.stringify({ kind, columns, constants, ...(skipped.size > 0 && { skip }) });
}

function categoriesIn(sent: Query): Readonly<Record<string, string>> {
  const categories = Object.entries(sent).flatMap(([name, value]) => {
    const category = sent[name.replace(/^categoryValue\./, 'category.')];
    const isChosen = name.startsWith('categoryValue.') && typeof category === 'string' && category !== '';
    return isChosen ? [[String(value), category]] : [];
  });
  return Object.fromEntries(categories);
}

/** What a column is for: the field, and what else is said. */
function targetOf(to: string, parts: object): string | Target {
  const said = Object.entries(parts).filter(([, part]) => Boolean(part));
  return said.length === 0 ? to : { to, ...Object.fromEntries(said) };
}

/** A fixed value as JSON has it. */
function fixedOf(typed: string, type: CellType): unknown {
  if (typed === '') return undefined;
  if (LISTS.has(type)) return partsOf(typed);
  if ((type === 'number' || type === 'price') && /^-?\d{1,15}(\.\d+)?$/.test(typed)) return Number(typed);
  if (type === 'flag' && (typed === 'true' || typed === 'false')) return typed === 'true';
  return typed;
}

/** Lines of `from = to`, without those that aren't. */
export function readLines(text: string): Record<string, string> {
  return Object.fromEntries(pairsIn(text));
}

function pairsIn(text: string): readonly (readonly [from: string, to: string])[] {
  return text.split('\n').flatMap((line) => {
    const at = line.lastIndexOf('=');
    const from = line.slice(0, at).trim();
    return at === -1 || from === '' ? [] : [[from, line.slice(at + 1).trim()] as const];
  });
}

function linesOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([from, to]) => `${from} = ${to}`)
    .join('\n');
}

/** A mapping of subject codes as the form shows it: `scheme:code = category`, and categories where no code fits. */
export function subjectDraftOf(json: string) {
  const { subjects, constants } = parseMapping(json);
  const lines = Object.entries(subjects).flatMap(([scheme, codes]) =>
    Object.entries(codes).map(([code, category]): [string, string] => [`${scheme}:${code}`, category]),
  );
  const { categoryIds } = constants;
  return {
    subjects: linesOf(Object.fromEntries(lines)),
    fallback: Array.isArray(categoryIds) ? categoryIds.join('; ') : '',
  };
}

export function subjectJsonOf({ subjects: text, fallback }: ReturnType<typeof subjectDraftOf>): string {
  const subjects: Record<string, Record<string, string>> = {};
  for (const [name, category] of Object.entries(readLines(text.replaceAll('\r\n', '\n')))) {
    const at = name.indexOf(':');
    const scheme = name.slice(0, at).trim();
    if (at > 0 && category !== '')
      subjects[scheme] = { ...subjects[scheme], [name.slice(at + 1).trim()]: category };
  }
  const categoryIds = fixedOf(fallback.trim(), 'codes');
  return JSON.stringify({
    kind: 'item',
    subjects,
    constants: categoryIds === undefined ? {} : { categoryIds },
  });
}

/** Rows of the preview below the header. */
const ROWS_SHOWN = 4;

/** The beginning of a table below its header; without one, columns are called by their numbers. */
export function shownFile(
  { rows, recognised, values }: Extract<FeedPreview, { kind: 'table' }>,
  isHeaderless: boolean,
) {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const numbered = Array.from({ length: width }, (_, at) => `#${at + 1}`);
  const header = isHeaderless ? numbered : recognised.header.names;
  const below = isHeaderless ? rows : rows.slice(recognised.header.at + 1);
  const columns = header.filter((name, at) => name !== '' && header.indexOf(name) === at);
  const positions = columns.map((name) => header.indexOf(name));
  return {
    /** By name, each once. */
    columns,
    rows: below.slice(0, ROWS_SHOWN).map((cells) => positions.map((at) => cells[at] ?? '')),
    /** The first values of a column that aren't empty. */
    sample: (column: string): string =>
      below
        .map((cells) => cells[header.indexOf(column)] ?? '')
        .filter((cell) => cell !== '')
        .slice(0, 2)
        .join(', '),
    /** The distinct values of a column; empty if it has many, or if the file has no header. */
    values: (column: string): readonly string[] =>
      isHeaderless ? [] : (values[header.indexOf(column)] ?? []),
  };
}
