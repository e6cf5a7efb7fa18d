import { message } from '../../messages/messages.ts';
import type { RawBatch } from '../feed-record.ts';
import { type Reason, show } from '../reason.ts';
import type { CategoryNames } from './category-names.ts';
import { cellValue, shortKey, undress } from './cell-value.ts';
import { dayName } from './date-text.ts';
import { strongerStatus } from './order-row.ts';
import { unitIn } from './price-text.ts';
import { textAt } from './row-cells.ts';
import type { sharing } from './table-columns.ts';

interface Parts {
  /** Fields that a column may overwrite. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** Of the shop. */
  readonly currency: string;
  /** The other currency that a row says of its prices, or null. */
  foreignIn(cells: readonly string[]): string | null;
  readonly categoryIds: CategoryNames;
}

type PlannedColumn = ReturnType<typeof sharing>[number];

/** What a row says: its fields, why some can't be read, and the status that says to skip it. */
interface RowValues {
  readonly record: Record<string, unknown>;
  readonly lost: ReadonlyMap<string, Reason>;
  readonly skippedBy: string;
}

/** Reads the cells of rows. What the cells of a column are taken for is told at the first one. */
export function createCellsReader(
  columns: readonly PlannedColumn[],
  { constants, currency, foreignIn, categoryIds }: Parts,
) {
  const told = new Set<string>();
  const units = new Map(columns.map(({ name }) => [name, unitIn(name, currency)]));
  let isOrderSeen = false;
  // Which categories are meant may depend on the catalogue.
  const ordered = columns.toSorted(
    (a, b) => Number(a.field.type === 'codes') - Number(b.field.type === 'codes'),
  );
  return (
    cells: readonly string[],
    line: number,
    { records, warnings }: Pick<RawBatch, 'records' | 'warnings'>,
    isRefused: boolean,
  ): RowValues => {
    const record: Record<string, unknown> = { ...constants };
    const parts = new Map<string, unknown>();
    const lost = new Map<string, Reason>();
    const tellOnce = (field: string, reasonOf: () => Reason) => {
      if (isRefused) return;
      if (!told.has(field)) warnings.push({ line, field, reason: reasonOf() });
      told.add(field);
    };
    const foreign = foreignIn(cells);
    let skippedBy = '';
    for (const { at, name, field, target, reading, isShared, isDay } of ordered) {
      const { type, max } = field;
      const cell = textAt(cells, at).trim();
      const bare = undress(cell, type);
      if (bare !== cell)
        tellOnce(name, () => message('feeds.columnReadAs', { shown: show(cell), read: show(bare) }));
      const unit = foreign ?? units.get(name) ?? null;
      const isForeign = unit !== null && type === 'price' && /\d/.test(bare);
      const text = isForeign ? `${bare} ${unit}` : isDay ? dayName(bare, reading.date) : bare;
      // What an order cost means nothing to lists: it is worth no refusal.
      if (isForeign && target.to === 'unitPrice') {
        const reason = message('feeds.foreignPrice', { shown: show(text), currency });
        tellOnce(name, () => message('feeds.leftOut', { reason }));
        continue;
      }
      const read = cellValue(text, type, reading, currency);
      const { value, ...found } =
        type === 'codes' && !isRefused && Array.isArray(read.value)
          ? categoryIds(read, { ...target, catalog: record.catalog }, (made) =>
              records.push({ line, value: made }),
            )
          : read;
      for (const reason of found.warnings) warnings.push({ line, field: name, reason });
      if (found.lost !== undefined) lost.set(target.to, found.lost);
      // A status without a meaning is refused by its own word.
      const said = value === undefined && found.lost !== undefined && type === 'kind' ? bare : value;
      const isOrder = target.to === 'orderId';
      if (said === undefined && isOrder && isOrderSeen) lost.set(target.to, message('feeds.firstRowOnly'));
      if (said === undefined) continue;
      isOrderSeen ||= isOrder;
      if (type === 'kind' && said === 'skip') skippedBy = bare;
      const whole = isShared ? joined(target.to, parts.get(target.to), said) : said;
      if (isShared) parts.set(target.to, whole);
      put(record, target.to, type === 'key' ? shortKey(whole, max) : whole);
    }
    return { record, lost, skippedBy };
  };
}

/** What several columns say together: lists one after the other, texts with a blank between, else the last value. */
function joined(field: string, before: unknown, value: unknown): unknown {
  const status = strongerStatus(field, before, value);
  if (status !== undefined) return status;
  if (Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
  return typeof before === 'string' && typeof value === 'string' ? `${before} ${value}` : value;
}

/** Sets a field, or one inside of another. */
export function put(record: Record<string, unknown>, path: string, value: unknown): void {
  const dot = path.indexOf('.');
  const [outer, inner] = dot === -1 ? [path] : [path.slice(0, dot), path.slice(dot + 1)];
  const before = record[outer];
  record[outer] =
    inner === undefined ? value : { ...(typeof before === 'object' ? before : {}), [inner]: value };
}
