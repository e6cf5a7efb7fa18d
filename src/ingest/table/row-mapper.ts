import { createHash } from 'node:crypto';
import { message } from '../../messages/messages.ts';
import type { RawRecord } from '../feed-reader.ts';
import type { FeedProblem } from '../feed-record.ts';
import { EXTERNAL_ID_LENGTH_MAX } from '../item-name.ts';
import { longestMatch } from '../longest-match.ts';
import {
  type ColumnTarget,
  type Mapping,
  MappingError,
  plainTarget,
  TABLE_KINDS,
  type TableKind,
} from '../mapping.ts';
import type { Reason } from '../reason.ts';
import { ORDER_ID_LENGTH_MAX } from '../sale-record.ts';
import { cellValue } from './cell-value.ts';
import { orderRecord } from './order-row.ts';
import { type CellType, TABLE_FIELDS } from './table-fields.ts';

/** Makes feed records of the rows below one header. */
export interface RowMapper {
  /**
   * The record of a row; null when all of its cells are empty, or the mapping says to skip it. Appends what it repaired or left out
   * to `warnings`. Rows are to be given in order, as a cell may have the value of the one above.
   */
  recordOf(cells: readonly string[], row: number, warnings: FeedProblem[]): RawRecord | null;
  /** The header of a column, counted from 0. */
  nameOf(at: number): string;
  /** The column that fills a field, for reports. */
  columnOf(field: string): string;
}

interface Column {
  readonly at: number;
  readonly name: string;
  readonly type: CellType;
  readonly target: ColumnTarget;
}

/**
 * Plans how rows become records. Without a mapping the header has to use our own names; the kind of the records then
 * follows from them, or stands in a column `kind`. Throws MappingError, which names the columns.
 */
export function createRowMapper(
  header: readonly string[],
  mapping: Mapping | null,
  currency: string,
): RowMapper {
  const names = header.map((name) => name.trim());
  const skips = [...(mapping?.skip ?? [])].map(([name, values]) => ({
    at: positionOf(name, names, 'skip'),
    values,
  }));
  const plan = { skips, currency };
  if (mapping !== null) {
    const constants = nest(mapping.constants, mapping.kind);
    return mapperOf(names, { ...plan, columns: mappedColumns(names, mapping), constants });
  }
  // Rows say their kind themselves; a cell that it has no field for is an unknown field.
  if (names.includes('kind')) return mapperOf(names, { ...plan, columns: ownColumns(names), constants: {} });
  const kind = kindOf(names);
  return mapperOf(names, { ...plan, columns: ownColumns(names, kind), constants: { kind } });
}

function columnName(names: readonly string[], at: number): string {
  return names[at] ?? `#${at + 1}`;
}

/** What becomes of the cells of a row. */
interface RowPlan {
  readonly columns: readonly Column[];
  /** Values that mark a row to skip. */
  readonly skips: readonly { readonly at: number; readonly values: ReadonlyMap<string, string> }[];
  readonly constants: Readonly<Record<string, unknown>>;
  readonly currency: string;
}

/** A record of a table, before its checks. */
interface RowRecord extends RawRecord {
  readonly value: Readonly<Record<string, unknown>>;
}

function mapperOf(names: readonly string[], plan: RowPlan) {
  const { skips, constants, currency } = plan;
  const timesFilled = new Map<string, number>();
  for (const { target } of plan.columns) timesFilled.set(target.to, (timesFilled.get(target.to) ?? 0) + 1);
  const columns = plan.columns.map((column) => ({
    ...column,
    // Whether other columns fill the same field.
    isShared: timesFilled.get(column.target.to) !== 1,
  }));
  const placeOf = new Map(columns.map(({ name, target }) => [target.to, name]));
  const fill = createFill(columns);
  return {
    nameOf: (at: number) => columnName(names, at),
    columnOf: (field: string) => placeOf.get(field) ?? placeOf.get(field.replace(/\[.*$/, '')) ?? field,
    recordOf(given: readonly string[], row: number, warnings: FeedProblem[]): RowRecord | null {
      if (given.every((cell) => cell.trim() === '')) return null;
      const cells = fill(given);
      const isSkipped = ({ at, values }: RowPlan['skips'][number]) =>
        longestMatch(values, cells[at]?.trim() ?? '') !== null;
      if (skips.some(isSkipped)) return null;
      const record: Record<string, unknown> = { ...constants };
      const parts = new Map<string, unknown>();
      const lost = new Map<string, Reason>();
      for (const { at, name, type, target, isShared } of columns) {
        const cell = cells[at] ?? '';
        const { value, warnings: reasons, lost: why } = cellValue(cell, type, target, currency);
        for (const reason of reasons) warnings.push({ line: row, field: name, reason });
        if (why !== undefined) lost.set(target.to, why);
        // A status without a meaning is refused by its own word.
        if (value === undefined && why !== undefined && type === 'kind') record.kind = cell.trim();
        if (value === undefined) continue;
        const whole = isShared ? joined(parts.get(target.to), value) : value;
        if (isShared) parts.set(target.to, whole);
        put(record, target.to, type === 'key' ? shortKey(whole, target.to) : whole);
      }
      const value = orderRecord(record);
      if (value === null) return null;
      return lost.size === 0 ? { line: row, value } : { line: row, value, lost };
    },
  };
}

/** Gives empty cells of some columns the value above them: only the first row of merged cells has it. */
function createFill(columns: readonly Column[]): (cells: readonly string[]) => readonly string[] {
  const positions = columns.filter(({ target }) => target.isFilledDown).map(({ at }) => at);
  const above = new Map<number, string>();
  return (cells) => {
    if (positions.length === 0) return cells;
    const filled = [...cells];
    for (const at of positions) {
      if ((cells[at] ?? '').trim() === '') filled[at] = above.get(at) ?? '';
      else above.set(at, cells[at] ?? '');
    }
    return filled;
  };
}

/** What several columns say together: lists one after the other, texts with a blank between, else the last value. */
function joined(before: unknown, value: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
  return typeof before === 'string' && typeof value === 'string' ? `${before} ${value}` : value;
}

/** Hexadecimal digits that tell long keys with the same beginning apart. */
const KEY_DIGEST_LENGTH = 16;

/** A key that is too long keeps its beginning and gets a digest of the whole: the same text gives the same key for ever. */
function shortKey(value: unknown, field: string): unknown {
  const lengthMax = field === 'externalId' ? EXTERNAL_ID_LENGTH_MAX : ORDER_ID_LENGTH_MAX;
  if (typeof value !== 'string' || value.length <= lengthMax) return value;
  const digest = createHash('sha256').update(value).digest('hex').slice(0, KEY_DIGEST_LENGTH);
  return `${value.slice(0, lengthMax - KEY_DIGEST_LENGTH - 1).toWellFormed()}~${digest}`;
}

/** Sets a field, or one inside of another. */
function put(record: Record<string, unknown>, path: string, value: unknown): void {
  const dot = path.indexOf('.');
  if (dot === -1) {
    record[path] = value;
    return;
  }
  const inner = record[path.slice(0, dot)];
  record[path.slice(0, dot)] = { ...(typeof inner === 'object' ? inner : {}), [path.slice(dot + 1)]: value };
}

function nest(constants: Readonly<Record<string, unknown>>, kind: TableKind): Record<string, unknown> {
  const record: Record<string, unknown> = { kind };
  for (const [path, value] of Object.entries(constants)) put(record, path, value);
  return record;
}

function kindOf(names: readonly string[]): TableKind {
  if (names.includes('orderId'))
    return names.includes('cancelledAt') && !names.includes('soldAt') ? 'cancel' : 'sale';
  if (names.includes('title')) return 'item';
  if (names.includes('categoryName')) return 'category';
  if (names.includes('author') && names.includes('authorId')) return 'author';
  if (NAMING.some((name) => names.includes(name))) return 'patch';
  throw new MappingError(message('feeds.foreignHeader', { names: shorten(names) }));
}

const NAMING = ['itemId', 'externalId', 'isbn13', 'isbn10'];

/** The columns of tables that use our names, of one kind of records or of any. */
function ownColumns(names: readonly string[], kind?: TableKind): Column[] {
  const fields = kind === undefined ? ANY_FIELDS : TABLE_FIELDS[kind];
  return names.flatMap((name, at) => {
    if (name === '') return [];
    const type = fields.get(name);
    if (type !== undefined) return [{ at, name, type, target: plainTarget(name) }];
    if (kind === undefined) throw new MappingError(message('feeds.columnOfNoRecord', { name }));
    const known = [...fields.keys()].join(', ');
    throw new MappingError(message('feeds.columnOfOtherKind', { name, kind, known }));
  });
}

const ANY_FIELDS = new Map(TABLE_KINDS.flatMap((kind) => [...TABLE_FIELDS[kind]]));

function mappedColumns(names: readonly string[], { kind, columns }: Mapping): Column[] {
  const fields = TABLE_FIELDS[kind];
  return [...columns].flatMap(([name, targets]) => {
    const at = positionOf(name, names, 'columns');
    return targets.map((target) => {
      const type = fields.get(target.to);
      if (type === undefined) {
        const known = [...fields.keys()].join(', ');
        throw new MappingError(message('feeds.targetOfOtherKind', { name, to: target.to, kind, known }));
      }
      return { at, name, type, target };
    });
  });
}

function positionOf(name: string, names: readonly string[], part: string): number {
  const at = names.indexOf(name);
  if (at !== -1) return at;
  throw new MappingError(message('feeds.noSuchColumn', { part, name, names: shorten(names) }));
}

function shorten(names: readonly string[]): string {
  const shown = names.slice(0, 30).map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
  return shown.join(', ') + (names.length > shown.length ? ', …' : '');
}
