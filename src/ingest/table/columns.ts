import { message } from '../../messages/messages.ts';
import { type Mapping, MappingError, type Target } from '../mapping.ts';
import { shorten, shortNames } from '../reason.ts';
import { type Field, ITEM_NAMES, TABLE_FIELDS, TABLE_KINDS, type TableKind } from '../record-fields.ts';
import type { CellReading } from './cell-value.ts';
import { parseDateFormat } from './date-text.ts';
import { keyOf, likelyField } from './shop-columns.ts';

/** A column and the field that it fills. Several columns for one date (day, time, zone) are one. */
export interface Column {
  readonly at: number[];
  readonly name: string;
  readonly field: Field;
  readonly target: Target;
  readonly reading: CellReading;
  /** Whether this day is put before `orderId`, because tills number their orders from 1 each day. */
  readonly isDay: boolean;
  /** Whether other columns fill the same field. */
  readonly isShared: boolean;
}

/** The columns of a table of one kind of records or, if a column gives the kind, of several. Throws MappingError. */
export function columnsOf(
  names: readonly string[],
  kind: TableKind | null,
  mapping: Mapping | null,
): readonly Column[] {
  const fields = kind === null ? ANY_FIELDS : TABLE_FIELDS[kind];
  const given: readonly (readonly [name: string, at: number, targets: readonly Target[]])[] =
    mapping === null
      ? names.map((name, at) => [name, at, name === '' ? [] : [{ to: name }]])
      : Object.entries(mapping.columns).map(([name, targets]) => [
          name,
          positionOf(name, names, 'columns'),
          targets,
        ]);
  const columns: Column[] = [];
  for (const [name, at, targets] of given)
    for (const target of targets) {
      const { to } = target;
      const field = fields.get(to);
      if (field === undefined) throw noField(name, to, fields, kind, mapping !== null);
      const isDate = field.type === 'date' || field.type === 'instant';
      const begun = isDate ? columns.find((one) => one.target.to === to) : undefined;
      const day = to === 'orderId' ? targets.find((one) => one.to === 'soldAt') : undefined;
      const date = parseDateFormat(day?.date ?? target.date ?? '');
      const column = { at: [at], name: shorten(name), field, target, reading: { ...target, date } };
      if (begun !== undefined) begun.at.push(at);
      else columns.push({ ...column, isDay: day !== undefined, isShared: false });
    }
  const counts = Map.groupBy(columns, ({ target }) => target.to);
  return columns.map((one) => ({ ...one, isShared: (counts.get(one.target.to)?.length ?? 0) > 1 }));
}

function noField(
  name: string,
  to: string,
  fields: ReadonlyMap<string, Field>,
  kind: TableKind | null,
  isMapped: boolean,
): MappingError {
  const shown = { name: shorten(name), to, kind: kind ?? '', known: [...fields.keys()].join(', ') };
  const lacking = isMapped
    ? message('feeds.targetOfOtherKind', shown)
    : message(kind === null ? 'feeds.columnOfNoRecord' : 'feeds.columnOfOtherKind', shown);
  const field = likelyField(to, Object.fromEntries([...fields.keys()].map((one) => [one, keyOf(one)])));
  if (field === null) return new MappingError(lacking);
  return new MappingError(message('feeds.didYouMean', { lacking, likely: `"${shorten(to)}" = ${field}` }));
}

const ANY_FIELDS: ReadonlyMap<string, Field> = new Map(
  TABLE_KINDS.flatMap((kind) => [...TABLE_FIELDS[kind]]),
);

export const isOwnField = (name: string) => ANY_FIELDS.has(name);

/** The position of a column named in the mapping. Throws MappingError. */
export function positionOf(name: string, names: readonly string[], part: string): number {
  const at = names.indexOf(name);
  if (at === -1)
    throw new MappingError(message('feeds.noSuchColumn', { part, name, names: shortNames(names) }));
  if (names.indexOf(name, at + 1) !== -1)
    throw new MappingError(message('feeds.twoColumns', { name: shorten(name) }));
  return at;
}

/** The kind of records, by column names of our own. Throws MappingError. */
export function kindOf(names: readonly string[]): TableKind {
  const has = (name: string) => names.includes(name);
  if (has('orderId')) return has('cancelledAt') && !has('soldAt') ? 'cancel' : 'sale';
  if (has('title')) return 'item';
  if (has('categoryName')) return 'category';
  if (has('author') && has('authorId')) return 'author';
  if (ITEM_NAMES.some(has)) return 'patch';
  const missing = ITEM_NAMES.join(' / ');
  throw new MappingError(message('feeds.notRecognised', { names: shortNames(names), kind: 'item', missing }));
}
