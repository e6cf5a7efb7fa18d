import type { Column } from './columns.ts';

export function textAt(cells: readonly string[], at: readonly number[]): string {
  if (at.length === 1) return cells[at[0] ?? 0] ?? '';
  const texts = at.map((one) => cells[one]?.trim() ?? '');
  return texts.filter((text) => text !== '').join(' ');
}

const isEmpty = (cells: readonly string[], at: number) => (cells[at] ?? '').trim() === '';

/** Fills empty cells of some columns from a row above, as merged cells and orders have the value only in the first row. */
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

/** Products whose columns are cached: those of a shop system's file are close together. */
const PRODUCTS_MAX = 1_000;

/** Fields that only group rows into products and aren't part of records. */
export const PRODUCT_FIELDS = new Set(['productGroup', 'parentProduct', 'variant']);

/** Fields of every variant. A row without any of them only adds a picture to its product. */
const OWN_FIELDS = new Set('title itemId externalId isbn13 isbn10 shopPrice salePrice variant'.split(' '));

/**
 * Joins rows of one product, as shop systems export it (docs/feeds.md#recognised-columns): the first row of a group, or the
 * parent's row, has the values that the others lack. Null if the table has no groups.
 */
export function createProductRows(columns: readonly Column[]) {
  const positionsFor = (isMeant: (column: Column) => boolean) =>
    columns.filter(isMeant).flatMap(({ at }) => at);
  const groups = positionsFor(({ target }) => target.to === 'productGroup');
  const parents = positionsFor(({ target }) => target.to === 'parentProduct');
  const variants = positionsFor(({ target }) => target.to === 'variant');
  const own = positionsFor(({ target }) => OWN_FIELDS.has(target.to));
  const filled = positionsFor(({ target }) => target.fill === 'product');
  if (groups.length === 0) return null;
  const firstRows = new Map<string, readonly string[]>();
  const textsAt = (cells: readonly string[], at: readonly number[]) =>
    at.map((one) => cells[one]?.trim() ?? '').filter((text) => text !== '');
  const namesAt = (cells: readonly string[], at: readonly number[]) =>
    textsAt(cells, at)
      .map((name) => name.replace(/^id:/i, ''))
      .filter((name) => name !== '');
  /** The row's cells completed from its product, and what distinguishes it from the first row; null for a picture's row. */
  return (
    cells: readonly string[],
  ): { readonly cells: readonly string[]; readonly variant: string } | null => {
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
    const said = textsAt(cells, variants).filter((text) => text !== 'Default Title');
    return { cells: full, variant: said.join(' / ') };
  };
}
