import type { Query } from '../../http/query-string.ts';
import type { FeedPreview } from '../../ingest/feed-preview.ts';
import { parseMapping, type Target } from '../../ingest/mapping.ts';
import { type CellType, TABLE_FIELDS, TABLE_KINDS, type TableKind } from '../../ingest/record-fields.ts';
import { LISTS, partsOf } from '../../ingest/table/cell-value.ts';

/**
 * A mapping as its form holds it, by the names of the form's fields: `skip`, `subjects`, a line of `scheme:code = category` for
 * each, `fallback`, the categories where no code fits, and for each field of a record, such as `title`, `column.title`,
 * `second.title`, a column whose text is appended, `fixed.title`, the value where the column has none, `split.title`,
 * `date.title`, `values.title`, a line of `from = to` for each replacement, `create.categoryIds`, `yes` where names that aren't
 * categories become some. The form only keeps `fill.title`, what an empty cell has, and what belongs to a second column. Everything is as typed; what
 * isn't there is left out.
 */
export interface MappingDraft {
  readonly kind: TableKind;
  readonly texts: Readonly<Record<string, string>>;
  /** False where the form can't show all of it: three columns in one field, a column without a field. */
  readonly isWhole: boolean;
}

/** A mapping for the form. Throws MappingError. */
export function draftOf(json: string): MappingDraft {
  const { kind, columns, constants, skip, subjects } = parseMapping(json);
  const skipped = Object.entries(skip).flatMap(([column, values]) => values.map((one) => [column, one]));
  const mapped = Object.entries(subjects).flatMap(([scheme, codes]) =>
    Object.entries(codes).map(([code, category]) => [`${scheme}:${code}`, category]),
  );
  const texts: Record<string, string> = { skip: linesOf(skipped), subjects: linesOf(mapped) };
  let isWhole = true;
  for (const [column, targets] of Object.entries(columns)) {
    isWhole &&= targets.length > 0;
    for (const { to, values = {}, create, ...more } of targets) {
      const parts = { ...more, values: linesOf(Object.entries(values)), create: create ? 'yes' : '' };
      const isFirst = !(`column.${to}` in texts);
      isWhole &&= TABLE_FIELDS[kind].has(to) && (isFirst || !(`second.${to}` in texts));
      const { values: secondValues, fill: secondFill = '' } = parts;
      isWhole &&= isFirst || [parts.split, parts.date, parts.create].every((part) => !part);
      const said = isFirst
        ? { column, ...parts }
        : { second: column, secondOf: column, secondValues, secondFill };
      for (const [part, text] of Object.entries(said)) texts[`${part}.${to}`] = text;
    }
  }
  for (const [name, value] of Object.entries(constants))
    texts[`fixed.${name}`] = Array.isArray(value) ? value.join('; ') : String(value);
  texts.fallback = texts['fixed.categoryIds'] ?? '';
  return { kind, texts, isWhole };
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
  // Texts of several columns are joined in the order of the columns: those that have an order to keep come first.
  const isJoined = (name: string) => Number(textOf(`second.${name}`) !== '');
  for (const [name, { type }] of [...TABLE_FIELDS[kind]].sort(([a], [b]) => isJoined(b) - isJoined(a))) {
    const of = (part: string) => textOf(`${part}.${name}`);
    const [column, second] = [of('column'), of('second')];
    const values = [...pairsIn(of('values')), ...(name === 'categoryIds' ? categoriesIn(sent) : [])];
    const parts = { split: of('split'), date: of('date'), create: of('create') !== '', fill: of('fill') };
    const said = Object.entries({ ...parts, values: values.length > 0 && Object.fromEntries(values) }).filter(
      ([, part]) => Boolean(part),
    );
    const target = said.length === 0 ? name : { to: name, ...Object.fromEntries(said) };
    if (column !== '') columns[column] = [...(columns[column] ?? []), target];
    if (column !== '' && second !== '')
      columns[second] = [...(columns[second] ?? []), secondTarget(name, of)];
    const fallback = name === 'categoryIds' ? textOf('fallback') : '';
    const value = fixedOf((of('fixed') || fallback).trim(), type);
    if (value !== undefined) constants[name] = value;
  }
  const skipped = Map.groupBy(pairsIn(textOf('skip')), ([column]) => column);
  const skip = Array.from(skipped, ([column, all]) => [column, all.map(([, value]) => value)]);
  const subjects = subjectsIn(textOf('subjects'));
  return JSON.stringify({
    kind,
    columns,
    constants,
    ...(skip.length > 0 && { skip: Object.fromEntries(skip) }),
    ...(Object.keys(subjects).length > 0 && { subjects }),
  });
}

/** A second column, with what the form only keeps of it unless another one was chosen. */
function secondTarget(name: string, of: (part: string) => string): string | Target {
  const values = Object.fromEntries(pairsIn(of('secondValues')));
  const kept = {
    ...(of('secondValues') && { values }),
    ...(of('secondFill') && { fill: of('secondFill') as 'down' }),
  };
  return of('second') !== of('secondOf') || Object.keys(kept).length === 0 ? name : { to: name, ...kept };
}

function categoriesIn(sent: Query): Pairs {
  return Object.entries(sent).flatMap(([name, value]) => {
    const category = sent[name.replace(/^categoryValue\./, 'category.')];
    const isChosen = name.startsWith('categoryValue.') && typeof category === 'string' && category !== '';
    return isChosen ? [[String(value), category] as const] : [];
  });
}

function subjectsIn(text: string): Readonly<Record<string, Record<string, string>>> {
  const subjects: Record<string, Record<string, string>> = {};
  for (const [name, category] of pairsIn(text)) {
    const [, scheme = '', code = ''] = /^([^:]+):(.*)$/.exec(name) ?? [];
    if (scheme !== '' && category !== '')
      subjects[scheme.trim()] = { ...subjects[scheme.trim()], [code.trim()]: category };
  }
  return subjects;
}

/** A fixed value as JSON has it. */
function fixedOf(typed: string, type: CellType): unknown {
  if (typed === '') return undefined;
  if (LISTS.has(type)) return partsOf(typed);
  if ((type === 'number' || type === 'price') && /^-?\d{1,15}(\.\d+)?$/.test(typed)) return Number(typed);
  if (type === 'flag' && (typed === 'true' || typed === 'false')) return typed === 'true';
  return typed;
}

type Pairs = readonly (readonly [from: string, to: string])[];

/** Lines of `from = to`, without those that aren't. */
export function pairsIn(text: string): Pairs {
  return text.split('\n').flatMap((line) => {
    const at = line.lastIndexOf('=');
    const from = line.slice(0, at).trim();
    return at === -1 || from === '' ? [] : [[from, line.slice(at + 1).trim()] as const];
  });
}

function linesOf(pairs: readonly (readonly string[])[]): string {
  return pairs.map((pair) => pair.join(' = ')).join('\n');
}

/** What a column of a file holds, as far as a form shows it. */
export interface ShownColumn {
  readonly cells: readonly string[];
  /** Its different values; none if it has many, or if the file has no header. */
  readonly values: readonly string[];
}

/** The beginning of a table below its header, by column, each name once; without a header, columns are called by their numbers. */
export function shownColumns(
  { rows, recognised: { header }, values }: Extract<FeedPreview, { kind: 'table' }>,
  isHeaderless: boolean,
): ReadonlyMap<string, ShownColumn> {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const names = isHeaderless ? Array.from({ length: width }, (_, at) => `#${at + 1}`) : header.names;
  const below = isHeaderless ? rows : rows.slice(header.at + 1);
  const columns = names.map((name, at): [string, ShownColumn] => [
    name,
    { cells: below.map((cells) => cells[at] ?? ''), values: isHeaderless ? [] : (values[at] ?? []) },
  ]);
  return new Map(columns.filter(([name], at) => name !== '' && names.indexOf(name) === at));
}
