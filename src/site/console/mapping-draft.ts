import type { Query } from '../../http/query-string.ts';
import type { FeedPreview } from '../../ingest/feed-preview.ts';
import { parseMapping, type Target } from '../../ingest/mapping.ts';
import { type CellType, TABLE_FIELDS, TABLE_KINDS, type TableKind } from '../../ingest/record-fields.ts';
import { LISTS, partsOf } from '../../ingest/table/cell-value.ts';

/** What the form asks of one field. */
const PARTS = [
  /** Name of a column. */
  'column',
  /** A second column whose text is appended. */
  'second',
  /** The value where the column has none. */
  'fixed',
  'split',
  'date',
  /** One replacement a line, `from = to`. */
  'values',
  /** `yes`: names that aren't categories become some. */
  'create',
  /** What an empty cell has, as in a mapping. The form only keeps it. */
  'fill',
] as const;

/** What fills one field. Everything is as typed, and empty where nothing is. */
export type FieldChoice = Readonly<Record<(typeof PARTS)[number], string>>;
export const NO_CHOICE = choiceOf(() => '');

function choiceOf(textOf: (part: string) => string): FieldChoice {
  return Object.fromEntries(PARTS.map((part) => [part, textOf(part)])) as FieldChoice;
}

/** A mapping of columns as the form shows it. */
export interface MappingDraft {
  readonly kind: TableKind;
  /** By the name of the field; those without an entry aren't mapped. */
  readonly choices: Readonly<Record<string, FieldChoice>>;
  /** Rows to leave out, one a line: `column = value`. */
  readonly skip: string;
}

/**
 * A mapping for the form. Null when the form can't show it: three columns in one field, a column without a field. Throws
 * MappingError.
 */
export function draftOf(json: string): MappingDraft | null {
  const { kind, columns, constants, skip } = parseMapping(json);
  const choices: Record<string, FieldChoice> = {};
  for (const [column, targets] of Object.entries(columns)) {
    if (targets.length === 0) return null;
    for (const { to, split = '', date = '', values = {}, create = false, fill = '' } of targets) {
      const choice = { split, date, values: linesOf(values), create: create ? 'yes' : '', fill };
      const before = choices[to];
      const isPlain = split + date + choice.values + fill === '';
      if (!TABLE_FIELDS[kind].has(to)) return null;
      if (before === undefined) choices[to] = { ...NO_CHOICE, ...choice, column };
      else if (before.second === '' && isPlain) choices[to] = { ...before, second: column };
      else return null;
    }
  }
  for (const [name, value] of Object.entries(constants)) {
    const fixed = Array.isArray(value) ? value.join('; ') : String(value);
    choices[name] = { ...(choices[name] ?? NO_CHOICE), fixed };
  }
  const skipped = Object.entries(skip).flatMap(([column, values]) =>
    values.map((value) => `${column} = ${value}`),
  );
  return { kind, choices, skip: skipped.join('\n') };
}

/** The JSON of what the form has sent: `column.title`, `fixed.title`, …, and one select for each value that is a category. */
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
  const fields = [...TABLE_FIELDS[kind]].map(([name, type]) => {
    return { name, type, choice: choiceOf((part) => textOf(`${part}.${name}`)) };
  });
  // Texts of several columns are joined in the order of the columns: those that have an order to keep come first.
  fields.sort((one, other) => Number(other.choice.second !== '') - Number(one.choice.second !== ''));
  for (const { name, type, choice } of fields) {
    const categories = name === 'categoryIds' ? categoriesIn(sent) : {};
    add(choice.column, targetOf(name, choice, { ...readLines(choice.values), ...categories }));
    if (choice.column !== '') add(choice.second, name);
    const value = fixedOf(choice.fixed.trim(), type);
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

function targetOf(
  to: string,
  { split, date, create, fill }: FieldChoice,
  values: Readonly<Record<string, string>>,
): string | Target {
  const said = Object.entries({ split, date, create: create !== '', fill, values });
  const parts = Object.fromEntries(
    said.filter(([, part]) => (typeof part === 'object' ? Object.keys(part).length > 0 : Boolean(part))),
  );
  return Object.keys(parts).length === 0 ? to : { to, ...parts };
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
