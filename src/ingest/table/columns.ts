import { message } from '../../messages/messages.ts';
import { shorten, shortNames } from '../feed-record.ts';
import { type Mapping, MappingError, type Target } from '../mapping.ts';
import {
  type CellType,
  type Field,
  ITEM_NAMES,
  TABLE_FIELDS,
  TABLE_KINDS,
  type TableKind,
} from '../record-fields.ts';
import type { CellReading } from './cell-value.ts';
import { parseDateFormat } from './date-text.ts';
import { keyOf, likelyField, TOTAL_WORD } from './shop-columns.ts';

/** A column and the field that it fills. Day, time and zone of one date count as one column. */
export interface Column {
  readonly at: number[];
  readonly name: string;
  readonly field: Field;
  readonly target: Target;
  readonly reading: CellReading;
  /** Whether this day becomes part of `orderId`, because tills number their orders from 1 each day. */
  readonly isDay: boolean;
}

/** The columns of a table. `kind` is null if a column gives the kind of each row. Throws MappingError. */
export function columnsOf(
  names: readonly string[],
  kind: TableKind | null,
  mapping: Mapping | null,
): readonly Column[] {
  const fields = kind === null ? ANY_FIELDS : TABLE_FIELDS[kind];
  const own = names.map((to, at) => [to, at, to === '' ? [] : [{ to } as Target]] as const);
  const mapped = Object.entries(mapping?.columns ?? {}).map(
    ([name, targets]) => [name, positionOf(name, names, 'columns'), targets] as const,
  );
  const refuse = (name: string, to: string): never => {
    const known = [...fields.keys()];
    const shown = { name: shorten(name), to, kind: kind ?? '', known: known.join(', ') };
    const lacking =
      mapping === null
        ? message(kind === null ? 'feeds.columnOfNoRecord' : 'feeds.columnOfOtherKind', shown)
        : message('feeds.targetOfOtherKind', shown);
    const field = likelyField(to, Object.fromEntries(known.map((one) => [one, keyOf(one)])));
    const likely = `"${shorten(to)}" = ${field}`;
    throw new MappingError(field === null ? lacking : message('feeds.didYouMean', { lacking, likely }));
  };
  const columns: Column[] = [];
  for (const [name, at, targets] of mapping === null ? own : mapped)
    for (const target of targets) {
      const { to } = target;
      const field = fields.get(to) ?? refuse(name, to);
      const begun = columns.find((one) => one.target.to === to);
      if (begun !== undefined && ['date', 'instant'].includes(field.type)) {
        begun.at.push(at);
        continue;
      }
      const day = to === 'orderId' ? targets.find((one) => one.to === 'soldAt') : undefined;
      const reading = { ...target, date: parseDateFormat(day?.date ?? target.date ?? '') };
      columns.push({ at: [at], name: shorten(name), field, target, reading, isDay: day !== undefined });
    }
  return columns;
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

/** The kind of records, by our own column names. Throws MappingError. */
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

export function textAt(cells: readonly string[], at: readonly number[]): string {
  if (at.length === 1) return cells[at[0] ?? 0] ?? '';
  const texts = at.map((one) => cells[one]?.trim() ?? '');
  return texts.filter((text) => text !== '').join(' ');
}

const isEmpty = (cells: readonly string[], at: number) => (cells[at] ?? '').trim() === '';

/** Fills empty cells from a row above: merged cells and orders may have a value only in their first row. */
export function createFill(columns: readonly Column[]): (cells: readonly string[]) => readonly string[] {
  const filled = columns.filter(({ target }) => target.fill === 'down' || target.fill === 'order');
  if (filled.length === 0) return (cells) => cells;
  const orderAt = columns.filter(({ target }) => target.to === 'orderId').flatMap(({ at }) => at);
  const above = new Map<number, string>();
  let order = '';
  return (cells) => {
    const full = [...cells];
    const isSameOrder = textAt(cells, orderAt) === order;
    order = textAt(cells, orderAt);
    for (const { at, target } of filled)
      for (const one of at) {
        if (isEmpty(cells, one) && (target.fill === 'down' || isSameOrder)) full[one] = above.get(one) ?? '';
        else above.set(one, cells[one] ?? '');
      }
    return full;
  };
}

/** Maximum number of products whose first row is cached. Shop systems export a product's rows close together. */
const PRODUCTS_MAX = 1_000;

/** Fields that only group rows into products and aren't part of records. */
export const PRODUCT_FIELDS = new Set(['productGroup', 'parentProduct', 'variant']);

/** A row without any of these fields only adds a picture to its product. */
const OWN_FIELDS = new Set('title itemId externalId isbn13 isbn10 shopPrice salePrice variant'.split(' '));

/** Fills empty cells of a product's rows from its first or its parent's row. Null if the table has no product groups. */
export function createProductRows(columns: readonly Column[]) {
  const positionsFor = (isMeant: (target: Target) => boolean) =>
    columns.filter(({ target }) => isMeant(target)).flatMap(({ at }) => at);
  const groups = positionsFor(({ to }) => to === 'productGroup');
  const parents = positionsFor(({ to }) => to === 'parentProduct');
  const variants = positionsFor(({ to }) => to === 'variant');
  const own = positionsFor(({ to }) => OWN_FIELDS.has(to));
  const filled = positionsFor(({ fill }) => fill === 'product');
  if (groups.length === 0) return null;
  const firstRows = new Map<string, readonly string[]>();
  const textsAt = (cells: readonly string[], at: readonly number[]) =>
    at.map((one) => cells[one]?.trim() ?? '').filter((text) => text !== '');
  const namesAt = (cells: readonly string[], at: readonly number[]) =>
    textsAt(cells, at).flatMap((name) => name.replace(/^id:/i, '') || []);
  /** `variant` is the name of a variant, such as "red / L". Null for a row that only adds a picture. */
  return (cells: readonly string[]): { cells: readonly string[]; variant: string } | null => {
    const names = namesAt(cells, groups);
    const first = firstRows.get(namesAt(cells, parents)[0] ?? names[0] ?? '');
    if (first === undefined) {
      for (const name of names) firstRows.set(name, cells);
      const [oldest] = firstRows.keys();
      if (firstRows.size > PRODUCTS_MAX && oldest !== undefined) firstRows.delete(oldest);
      return { cells, variant: '' };
    }
    if (own.every((at) => isEmpty(cells, at))) return null;
    const full = [...cells];
    for (const at of filled) if (isEmpty(cells, at)) full[at] = first[at] ?? '';
    const texts = textsAt(cells, variants).filter((text) => text !== 'Default Title');
    return { cells: full, variant: texts.join(' / ') };
  };
}

const NOT_TOTALLED: ReadonlySet<CellType> = new Set(['isbn13', 'isbn10', 'authors', 'date', 'instant']);

/** Finds rows of totals: a word such as "Total" comes first, and ISBN, author and date are missing. */
export function createTotalCheck(columns: readonly Column[]): (cells: readonly string[]) => boolean {
  const others = columns.filter(({ field }) => NOT_TOTALLED.has(field.type));
  const isOther = (text: string) => text !== '' && !TOTAL_WORD.test(text);
  return (cells) =>
    others.length > 0 &&
    TOTAL_WORD.test(cells.find((cell) => cell.trim() !== '')?.trim() ?? '') &&
    !others.some(({ at }) => isOther(textAt(cells, at).trim()));
}
