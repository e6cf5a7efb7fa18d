import { isDeepStrictEqual } from 'node:util';
import type { Query } from '../../http/query-string.ts';
import type { FeedPreview } from '../../ingest/feed-preview.ts';
import { type Mapping, parseMapping, partsOf, type Target } from '../../ingest/mapping.ts';
import {
  type CellType,
  LISTS,
  TABLE_FIELDS,
  TABLE_KINDS,
  type TableKind,
} from '../../ingest/record-fields.ts';

/**
 * A mapping as form fields: `skip`, lines of `column = value`; `subjects`, lines of `scheme:code = category`; `fixed.title`, the
 * default of a field; for each column by its number `name.3` and, for each field that it fills, `to.3.0`, `was.3.0` (the field
 * that the options were chosen for), `split.3.0`, `date.3.0`, `fill.3.0`, `create.3.0` and `values.3.0`, lines of `from = to`.
 * For columns with few values, selects replace these lines: `value.3.0.1` and `choice.3.0.1`. All values are as typed; missing
 * ones are left out.
 */
export interface MappingDraft {
  readonly kind: TableKind;
  /** By number: the mapping's columns in its order (with texts of several columns joined), then the file's others. */
  readonly columns: readonly string[];
  readonly texts: Texts;
  /** False if the form can't show all of it, such as a constant that is an object. */
  readonly isWhole: boolean;
}

type Texts = Readonly<Record<string, string>>;

/** The value of `to.3.0` for a column that is deliberately unused, although it looks like the status of orders. */
export const ANSWERED = '-';
const TARGETS_MAX = 300;

/** A mapping for the form of a file with these columns. Throws MappingError. */
export function draftOf(json: string, names: readonly string[]): MappingDraft {
  const mapping = parseMapping(json);
  const { kind, constants } = mapping;
  const columns = [...new Set([...Object.keys(mapping.columns), ...names])];
  const texts = textsOf(mapping, columns);
  const { constants: kept, ...sent } = parseMapping(sentJson({ kind, ...texts }));
  const isKept = ([name, value]: [string, unknown]) =>
    typeof value === 'object' ? isDeepStrictEqual(kept[name], value) : String(kept[name]) === String(value);
  const isWhole =
    Object.values(mapping.columns).flat().length <= TARGETS_MAX &&
    isDeepStrictEqual({ ...sent, constants }, mapping) &&
    Object.entries(constants).every(isKept);
  return { kind, columns, texts, isWhole };
}

function textsOf({ columns, constants, skip, subjects }: Mapping, names: readonly string[]): Texts {
  const skipped = Object.entries(skip).flatMap(([column, values]) => values.map((one) => [column, one]));
  const mapped = Object.entries(subjects).flatMap(([scheme, codes]) =>
    Object.entries(codes).map(([code, category]) => [`${scheme}:${code}`, category]),
  );
  const texts: Record<string, string> = { skip: linesOf(skipped), subjects: linesOf(mapped) };
  for (const [at, name] of names.entries()) {
    texts[`name.${at}`] = name;
    const targets = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (targets?.length === 0) texts[`to.${at}.0`] = ANSWERED;
    for (const [index, { to, values = {}, create, ...more }] of targets?.entries() ?? []) {
      const said = { to, was: to, ...more, create: create && 'yes', values: linesOf(Object.entries(values)) };
      for (const [part, text] of Object.entries(said)) if (text) texts[`${part}.${at}.${index}`] = text;
    }
  }
  for (const [name, value] of Object.entries(constants))
    texts[`fixed.${name}`] = Array.isArray(value) ? value.join('; ') : String(value);
  return texts;
}

/** The JSON of what the form has sent. */
export function sentJson(sent: Query): string {
  const given = Object.entries(sent).map(([name, text]) => [name, String(text).replaceAll('\r\n', '\n')]);
  const texts: Texts = Object.fromEntries(given);
  const kind = TABLE_KINDS.find((one) => one === sent.kind) ?? 'item';
  const numbers = Object.keys(texts).flatMap((name) => /^name\.(\d{1,6})$/.exec(name)?.[1] ?? []);
  const columns = numbers
    .sort((a, b) => Number(a) - Number(b))
    .flatMap((at) => {
      const places = placesIn(texts, `to.${at}`);
      const targets = places.filter((place) => TABLE_FIELDS[kind].has(texts[`to.${place}`] ?? ''));
      const isSaid = targets.length > 0 || texts[`to.${at}.0`] === ANSWERED;
      return isSaid ? [[texts[`name.${at}`], targets.map((place) => targetAt(texts, place))]] : [];
    });
  const constants = [...TABLE_FIELDS[kind]].map(([name, { type }]) => {
    return [name, fixedOf(texts[`fixed.${name}`]?.trim() ?? '', type)];
  });
  const skipped = Map.groupBy(pairsIn(texts.skip), ([column]) => column);
  const skip = Array.from(skipped, ([column, all]) => [column, all.map(([, value]) => value)]);
  const subjects = subjectsIn(texts.subjects);
  return JSON.stringify({
    kind,
    columns: Object.fromEntries(columns),
    constants: Object.fromEntries(constants),
    ...(skip.length > 0 && { skip: Object.fromEntries(skip) }),
    ...(Object.keys(subjects).length > 0 && { subjects }),
  });
}

/** The index paths of a list of fields, such as 3.0 and 3.1 of `to.3`. */
export function placesIn(texts: Texts, list: string): string[] {
  const places: string[] = [];
  while (`${list}.${places.length}` in texts)
    places.push(`${list.slice(list.indexOf('.') + 1)}.${places.length}`);
  return places;
}

/** A column's target field, with its options unless they were chosen for another field. */
function targetAt(texts: Texts, place: string): string | Target {
  const to = texts[`to.${place}`] ?? '';
  if (texts[`was.${place}`] !== to) return to;
  const of = (part: string) => texts[`${part}.${place}`];
  const create = of('create') === 'yes';
  const asked = placesIn(texts, `value.${place}`);
  const isChosen = asked.some((one) => texts[`choice.${one}`]);
  // If new categories may be created, a name without a choice becomes a category of that name.
  const answers = asked.flatMap((one) => {
    const value = texts[`value.${one}`] ?? '';
    const choice = texts[`choice.${one}`] || (create && isChosen && value);
    return choice ? [[value, choice] as const] : [];
  });
  const pairs = [...pairsIn(of('values')), ...answers];
  const values = pairs.length > 0 && Object.fromEntries(pairs);
  const said = { split: of('split'), date: of('date'), fill: of('fill'), create, values };
  const options = Object.entries(said).filter(([, part]) => Boolean(part));
  return options.length === 0 ? to : { to, ...Object.fromEntries(options) };
}

function subjectsIn(text?: string): Mapping['subjects'] {
  const codes = pairsIn(text).flatMap(([name, category]) => {
    const [, scheme = '', code = ''] = /^([^:]+):(.*)$/.exec(name) ?? [];
    return scheme === '' || category === '' ? [] : [{ scheme: scheme.trim(), pair: [code.trim(), category] }];
  });
  const schemes = Map.groupBy(codes, ({ scheme }) => scheme);
  const tables = Array.from(schemes, ([scheme, all]) => [
    scheme,
    Object.fromEntries(all.map((one) => one.pair)),
  ]);
  return Object.fromEntries(tables);
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
export function pairsIn(text = ''): Pairs {
  return text.split('\n').flatMap((line) => {
    const at = line.lastIndexOf('=');
    const from = line.slice(0, at).trim();
    return at === -1 || from === '' ? [] : [[from, line.slice(at + 1).trim()] as const];
  });
}

export function linesOf(pairs: readonly (readonly string[])[]): string {
  return pairs.map((pair) => pair.join(' = ')).join('\n');
}

/** A column of a file as the form shows it. */
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
