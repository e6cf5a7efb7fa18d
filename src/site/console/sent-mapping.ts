import { hash } from 'node:crypto';
import type { Query } from '../../http/query-string.ts';
import { READING_CHOICES, type Reading } from '../../ingest/choose-reader.ts';
import type { FeedPreview } from '../../ingest/feed-preview.ts';
import {
  MAPPING_CHARS_MAX,
  MAPPING_NAME_FORM,
  type Mapping,
  parseMapping,
  partsOf,
  type Target,
} from '../../ingest/mapping.ts';
import { type CellType, LISTS, TABLE_FIELDS, TABLE_KINDS } from '../../ingest/record-fields.ts';
import type { ReceivedFeed } from '../../intake/feed-door.ts';
import { message } from '../../messages/messages.ts';
import { choice, field, flag, line, paragraph, word } from '../kit/fields.ts';

const TAB = message('consoleMapping.tab');
const DELIMITERS = new Map(
  READING_CHOICES.delimiter
    .filter((one) => one === '\t' || one > ' ')
    .map((one) => [one, one === '\t' ? TAB : one]),
);

/** The fields of every form with a file. An empty encoding or delimiter is detected. */
export const FILE_FIELDS = {
  encoding: word(READING_CHOICES.encoding, 'consoleMapping.encodings')
    .optional('consoleFeeds.recognised')
    .called('consoleMapping.encoding'),
  delimiter: choice(DELIMITERS).optional('consoleFeeds.recognised').called('consoleMapping.delimiter'),
  file: field({
    attributes: {
      type: 'file',
      required: true,
      accept: '.csv,.tsv,.txt,.xlsx,.xml,.onix,.jsonl,.ndjson,.json,.gz,.zip',
    },
    // The file is read from the body of the request, not as a value.
    read: () => undefined,
  }),
};

const LONG = paragraph(0, MAPPING_CHARS_MAX).or('');

/** Fields of the mapping form, except fields with numbers in their names, which sentMapping reads. */
export const MAP_FIELDS = {
  kind: word(TABLE_KINDS, 'consoleMapping.kinds')
    .or('item')
    .called('consoleMapping.kind', 'consoleMapping.kindHint'),
  noHeader: flag().called('consoleMapping.noHeader'),
  skip: LONG.called('consoleMapping.skip', 'consoleMapping.skipHint'),
  subjects: LONG.called('consoleMapping.subjects', 'consoleMapping.subjectsHint'),
  json: LONG.called('consoleMapping.json', 'consoleMapping.jsonHint'),
  keepAs: line(0, 100, { pattern: MAPPING_NAME_FORM })
    .or('')
    .called('consoleMapping.keepAs', 'consoleMapping.keepAsHint'),
  ...FILE_FIELDS,
};

export interface Checked {
  readonly feed: ReceivedFeed;
  readonly name: string;
  readonly reading: Reading;
}

/** The value of `to.3.0` if column 3 looks like the status of orders, but is deliberately unused. */
export const DELIBERATELY_UNUSED = '-';

type Sent = Readonly<Record<string, string>>;

export type PreviewOf<Kind> = Extract<FeedPreview, { readonly kind: Kind }>;

/** A column of a file: its first cells, and its distinct values, which are empty if there are many. */
export type ShownColumn = Readonly<Record<'cells' | 'values', readonly string[]>>;

/** Columns by name; of equal names, the first. Without a header, names are #1, #2 and so on, and values are unknown. */
export function columnsOf(preview: PreviewOf<'table'>, isHeaderless: boolean) {
  const { rows, values } = preview;
  const { header } = preview.recognised;
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const names = isHeaderless ? Array.from({ length: width }, (_, at) => `#${at + 1}`) : header.names;
  const below = isHeaderless ? rows : rows.slice(header.at + 1);
  const columns = new Map<string, ShownColumn>();
  for (const [at, name] of names.entries()) {
    if (name === '' || columns.has(name)) continue;
    const cells = below.map((row) => row[at] ?? '');
    columns.set(name, { cells, values: isHeaderless ? [] : (values[at] ?? []) });
  }
  return columns;
}

/** Identifies the JSON with which a form was drawn. */
export const markOf = (json: string): string => hash('sha256', json, 'base64url').slice(0, 16);

/**
 * Reads a mapping from its form. The field `json` is the mapping that the form showed, and `drawn` is the mark of this mapping.
 * If the marks differ, an operator edited `json`, and the result is `json`. Otherwise, the other fields change the mapping where
 * they were edited, because their texts can't express every mapping. Throws MappingError if `json` isn't a mapping.
 *
 * `skip` holds lines of `column = value`, `subjects` lines of `scheme:code = category`, and `fixed.title` the default of `title`.
 * Column 3 has the header `name.3` and fills the fields `to.3.0` and `to.3.1`. The options of `to.3.0` are `split.3.0`,
 * `date.3.0`, `fill.3.0`, `create.3.0` and `values.3.0`, which holds lines of `from = to`. A select replaces such a line: the
 * value is `value.3.0.1`, and the meaning of the value is `choice.3.0.1`.
 */
export function sentMapping(sent: Query): Mapping {
  const given = Object.entries(sent).map(([name, text]) => [name, String(text).replaceAll('\r\n', '\n')]);
  const texts: Sent = Object.fromEntries(given);
  const { json = '' } = texts;
  const before = parseMapping(json);
  if (texts.drawn !== markOf(json)) return before;
  const kind = TABLE_KINDS.find((one) => one === texts.kind) ?? before.kind;
  const fields = TABLE_FIELDS[kind];
  const columns = new Map(Object.entries(before.columns));
  for (let at = 0; `name.${at}` in texts; at++) {
    const name = texts[`name.${at}`] ?? '';
    const targets = targetsAt(texts, at, columns.get(name) ?? []).filter(({ to }) => fields.has(to));
    if (targets.length > 0 || texts[`to.${at}.0`] === DELIBERATELY_UNUSED) columns.set(name, targets);
    else columns.delete(name);
  }
  const constants = new Map(kind === before.kind ? Object.entries(before.constants) : []);
  for (const [name, { type }] of fields) {
    const text = texts[`fixed.${name}`];
    if (text === undefined || text === constantText(constants.get(name))) continue;
    if (text.trim() === '') constants.delete(name);
    else constants.set(name, constantOf(text.trim(), type));
  }
  const { skip, subjects } = texts;
  return {
    kind,
    columns: Object.fromEntries(columns),
    constants: Object.fromEntries(constants),
    skip: skip === undefined || skip === skipText(before) ? before.skip : skipIn(skip),
    subjects:
      subjects === undefined || subjects === subjectsText(before) ? before.subjects : subjectsIn(subjects),
  };
}

/** The fields that a column fills. If another field was chosen, the options for the previous field are dropped. */
function targetsAt(texts: Sent, at: number, before: readonly Target[]): Target[] {
  return indexPathsIn(texts, `to.${at}`).flatMap((path, index) => {
    const to = texts[`to.${path}`] ?? '';
    if (to === '' || to === DELIBERATELY_UNUSED) return [];
    const was = before[index];
    return [was?.to === to ? withOptions(was, texts, path) : { to }];
  });
}

/** The index paths in a list of form fields, such as 3.0 and 3.1 for `to.3`. */
function indexPathsIn(texts: Sent, list: string): string[] {
  const paths: string[] = [];
  while (`${list}.${paths.length}` in texts)
    paths.push(`${list.slice(list.indexOf('.') + 1)}.${paths.length}`);
  return paths;
}

function withOptions(was: Target, texts: Sent, path: string): Target {
  const of = (part: string) => texts[`${part}.${path}`];
  const create = of('create') === 'yes';
  const asked = indexPathsIn(texts, `value.${path}`).map((one) => [
    texts[`value.${one}`] ?? '',
    texts[`choice.${one}`] ?? '',
  ]);
  const rest = Object.entries(was.values ?? {}).filter(([from]) => asked.every(([value]) => value !== from));
  const isChosen = asked.some(([, choice]) => choice !== '');
  // With `create`, values without a choice become categories of that name, unless no value has a choice.
  const answers = asked
    .map(([value = '', choice]) => [value, choice || (create && isChosen ? value : '')])
    .filter(([, choice]) => choice !== '');
  const text = of('values') ?? '';
  const values = Object.fromEntries([...(text === linesOf(rest) ? rest : pairsIn(text)), ...answers]);
  const hasValues = Object.keys(values).length > 0;
  const all = { ...was, split: of('split'), date: of('date') ?? was.date, fill: of('fill'), create };
  const given = Object.entries({ ...all, values: hasValues && values }).filter(([, part]) => Boolean(part));
  return Object.fromEntries(given) as unknown as Target;
}

export function constantText(value: unknown): string {
  return Array.isArray(value) ? value.join('; ') : String(value ?? '');
}

function constantOf(text: string, type: CellType): unknown {
  if (LISTS.has(type)) return partsOf(text);
  if ((type === 'number' || type === 'price') && /^-?\d{1,15}(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'flag' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

export function skipText({ skip }: Mapping): string {
  return linesOf(Object.entries(skip).flatMap(([column, values]) => values.map((one) => [column, one])));
}

function skipIn(text: string): Mapping['skip'] {
  const byColumn = Map.groupBy(pairsIn(text), ([column]) => column);
  return Object.fromEntries(Array.from(byColumn, ([column, all]) => [column, all.map(([, value]) => value)]));
}

export function subjectsText({ subjects }: Mapping): string {
  const all = Object.entries(subjects).flatMap(([scheme, codes]) =>
    Object.entries(codes).map(([code, category]) => [`${scheme}:${code}`, category]),
  );
  return linesOf(all);
}

function subjectsIn(text: string): Mapping['subjects'] {
  const codes = pairsIn(text).flatMap(([name, category]) => {
    const [, scheme = '', code = ''] = /^([^:]+):(.*)$/.exec(name) ?? [];
    return scheme === '' || category === '' ? [] : [{ scheme: scheme.trim(), pair: [code.trim(), category] }];
  });
  const byScheme = Map.groupBy(codes, ({ scheme }) => scheme);
  return Object.fromEntries(
    Array.from(byScheme, ([scheme, all]) => [scheme, Object.fromEntries(all.map(({ pair }) => pair))]),
  );
}

/** The pairs in lines of `from = to`; other lines are ignored. */
function pairsIn(text: string): readonly (readonly [from: string, to: string])[] {
  return text.split('\n').flatMap((line) => {
    const at = line.lastIndexOf('=');
    const from = line.slice(0, at).trim();
    return at === -1 || from === '' ? [] : [[from, line.slice(at + 1).trim()] as const];
  });
}

export function linesOf(pairs: readonly (readonly string[])[]): string {
  return pairs.map((pair) => pair.join(' = ')).join('\n');
}
