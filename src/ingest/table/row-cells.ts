import type { CellType } from '../record-fields.ts';
import { positionsOf } from './sheet.ts';
import { CURRENCY_COLUMN, TOTAL_WORD } from './shop-columns.ts';
import type { Column } from './table-columns.ts';

/** What one or several cells of a row say, with a blank between. */
export function textAt(cells: readonly string[], at: readonly number[]): string {
  if (at.length === 1) return cells[at[0] ?? 0] ?? '';
  return at
    .map((one) => cells[one]?.trim() ?? '')
    .filter((text) => text !== '')
    .join(' ');
}

/** The currency that a column of its own says of the prices of a row; null where it is the shop's. */
export function createForeignCurrency(names: readonly string[], currency: string) {
  const [at] = positionsOf(names, CURRENCY_COLUMN);
  return (cells: readonly string[]): string | null => {
    const code = at === undefined ? '' : (cells[at]?.trim().toUpperCase() ?? '');
    return /^[A-Z]{3}$/.test(code) && code !== currency ? code : null;
  };
}

/** Fields that a row of totals doesn't have. */
const NOT_TOTALLED: ReadonlySet<CellType> = new Set(['isbn13', 'isbn10', 'authors', 'date', 'instant']);

/** Whether a row is one of totals: it begins with such a word, and has no ISBN, author or date. */
export function createTotalCheck(columns: readonly Column[]): (cells: readonly string[]) => boolean {
  const others = columns.filter(({ field }) => NOT_TOTALLED.has(field.type));
  return (cells) =>
    others.length > 0 &&
    TOTAL_WORD.test(cells.find((cell) => cell.trim() !== '')?.trim() ?? '') &&
    others.every(({ at }) => textAt(cells, at).trim() === '' || TOTAL_WORD.test(textAt(cells, at).trim()));
}

/** Gives empty cells of some columns the value of a row above: of merged cells, and of orders, only the first row has it. */
export function createFill(columns: readonly Column[]): (cells: readonly string[]) => readonly string[] {
  const filled = columns.filter(({ target }) => target.fill === 'down' || target.fill === 'order');
  const orderAt = columns.filter(({ target }) => target.to === 'orderId').flatMap(({ at }) => at);
  const above = new Map<number, string>();
  let order = '';
  return (cells) => {
    if (filled.length === 0) return cells;
    const full = [...cells];
    const isSameOrder = textAt(cells, orderAt) === order;
    order = textAt(cells, orderAt);
    for (const { at, target } of filled)
      for (const one of at) {
        const isEmpty = (cells[one] ?? '').trim() === '';
        if (isEmpty && (target.fill === 'down' || isSameOrder)) full[one] = above.get(one) ?? '';
        else above.set(one, cells[one] ?? '');
      }
    return full;
  };
}
