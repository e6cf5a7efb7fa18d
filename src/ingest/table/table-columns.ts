import { message } from '../../messages/messages.ts';
import { type Mapping, MappingError, type Target } from '../mapping.ts';
import { shorten, shortNames } from '../reason.ts';
import {
  type Field,
  type FieldRules,
  ITEM_NAMES,
  TABLE_FIELDS,
  TABLE_KINDS,
  type TableKind,
} from '../record-fields.ts';
import { similarity } from '../text/title-likeness.ts';
import { parseDateFormat } from './date-text.ts';
import { keyOf } from './sheet.ts';

export interface Column {
  /** Of a number of an order: the day that goes before it, as tills begin anew each morning. */
  readonly isDay: boolean;
  /** Where it stands. A day, its time and its zone are one column. */
  readonly at: readonly number[];
  readonly name: string;
  readonly field: Field;
  readonly target: Target;
}

/** The columns of a table, which is of one kind of records or, where the rows say it, of any. */
export function columnsOf(
  names: readonly string[],
  kind: TableKind | null,
  mapping: Mapping | null,
): Column[] {
  const fields = kind === null ? ANY_FIELDS : TABLE_FIELDS[kind];
  const own = names.map((name, at) => {
    const targets: readonly Target[] = name === '' ? [] : [{ to: name }];
    return { name, at, targets };
  });
  const mapped = Object.entries(mapping?.columns ?? {}).map(([name, targets]) => {
    return { name, at: positionOf(name, names, 'columns'), targets };
  });
  return (mapping === null ? own : mapped).flatMap(({ name, at, targets }) =>
    targets.map((target) => {
      const field = fields.get(target.to);
      const day = target.to === 'orderId' ? targets.find(({ to }) => to === 'soldAt') : undefined;
      const reading: Target = day?.date === undefined ? target : { ...target, date: day.date };
      if (field !== undefined) return { at: [at], name, field, target: reading, isDay: day !== undefined };
      const shown = {
        name: shorten(name),
        to: target.to,
        kind: kind ?? '',
        known: [...fields.keys()].join(', '),
      };
      const lacking =
        mapping !== null
          ? message('feeds.targetOfOtherKind', shown)
          : message(kind === null ? 'feeds.columnOfNoRecord' : 'feeds.columnOfOtherKind', shown);
      const likely = likelyField(target.to, fields);
      throw new MappingError(
        likely === null
          ? lacking
          : message('feeds.didYouMean', { lacking, likely: `"${shorten(target.to)}" = ${likely}` }),
      );
    }),
  );
}

/** Share of pairs of letters in common from which a name may be meant for a field. */
const LIKELY_FROM = 0.6;

/** The field that a misspelt name is meant for; null where none is like it. */
function likelyField(name: string, fields: FieldRules): string | null {
  const key = keyOf(name);
  const [best] = [...fields.keys()]
    .map((field) => ({ field, likeness: similarity(key, keyOf(field)) }))
    .sort((a, b) => b.likeness - a.likeness);
  return best !== undefined && best.likeness > LIKELY_FROM ? best.field : null;
}

const ANY_FIELDS: FieldRules = new Map(TABLE_KINDS.flatMap((kind) => [...TABLE_FIELDS[kind]]));

export function positionOf(name: string, names: readonly string[], part: string): number {
  const at = names.indexOf(name);
  if (names.indexOf(name, at + 1) > at && at !== -1)
    throw new MappingError(message('feeds.twoColumns', { name: shorten(name) }));
  if (at !== -1) return at;
  throw new MappingError(message('feeds.noSuchColumn', { part, name, names: shortNames(names) }));
}

/** The kind of the records of a table in our own names. Throws MappingError. */
export function kindOf(names: readonly string[]): TableKind {
  if (names.includes('orderId'))
    return names.includes('cancelledAt') && !names.includes('soldAt') ? 'cancel' : 'sale';
  if (names.includes('title')) return 'item';
  if (names.includes('categoryName')) return 'category';
  if (names.includes('author') && names.includes('authorId')) return 'author';
  if (ITEM_NAMES.some((name) => names.includes(name))) return 'patch';
  const missing = ITEM_NAMES.join(' / ');
  throw new MappingError(message('feeds.notRecognised', { names: shortNames(names), kind: 'item', missing }));
}

/** Whether a column of this name needs no mapping. */
export function isOwnField(name: string): boolean {
  return ANY_FIELDS.has(name);
}

/** One column of those that say one date together, and whether other columns fill the same field. */
export function sharing(columns: readonly Column[]) {
  const whole: Column[] = [];
  for (const column of columns) {
    const isDate = column.field.type === 'date' || column.field.type === 'instant';
    const before = isDate ? whole.findIndex(({ target }) => target.to === column.target.to) : -1;
    const begun = whole[before];
    if (begun === undefined) whole.push(column);
    else whole[before] = { ...begun, at: [...begun.at, ...column.at] };
  }
  return whole.map((column) => ({
    ...column,
    name: shorten(column.name),
    reading: { ...column.target, date: parseDateFormat(column.target.date ?? '') },
    isShared: whole.some((other) => other !== column && other.target.to === column.target.to),
  }));
}
