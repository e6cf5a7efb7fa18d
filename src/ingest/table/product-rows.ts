import type { Column } from './table-columns.ts';

/** Products of which the columns are remembered: those of a shop system's file stand near each other. */
const PRODUCTS_MAX = 1_000;

/** What columns say of the rows of a product, and no record has. */
export const PRODUCT_FIELDS = new Set(['productGroup', 'parentProduct', 'variant']);

/** Fields that a row of its own has: one without any names a further picture of the product. */
const OWN = new Set('title itemId externalId isbn13 isbn10 shopPrice salePrice variant'.split(' '));

/**
 * Rows that are one product, as shop systems export it (docs/feeds.md#recognised-columns): the first row of a group, or the one that a
 * row calls its parent, has what the others leave empty. Null where the table has no groups.
 */
export function createProductRows(columns: readonly Column[]) {
  const positionsFor = (isMeant: (column: Column) => boolean) =>
    columns.filter(isMeant).flatMap(({ at }) => at);
  const groups = positionsFor(({ target }) => target.to === 'productGroup');
  const parents = positionsFor(({ target }) => target.to === 'parentProduct');
  const variants = positionsFor(({ target }) => target.to === 'variant');
  const own = positionsFor(({ target }) => OWN.has(target.to));
  const filled = positionsFor(({ target }) => target.fill === 'product');
  if (groups.length === 0) return null;
  const firstRows = new Map<string, readonly string[]>();
  const textOf = (cells: readonly string[], at: number) => cells[at]?.trim() ?? '';
  const namesIn = (cells: readonly string[], at: readonly number[]) =>
    at.map((one) => textOf(cells, one).replace(/^id:/i, '')).filter((name) => name !== '');
  /** The cells of a row with those of its product, and what tells it from the first row; null for a row of a picture. */
  return (
    cells: readonly string[],
  ): { readonly cells: readonly string[]; readonly variant: string } | null => {
    const names = namesIn(cells, groups);
    const first = firstRows.get(namesIn(cells, parents)[0] ?? names[0] ?? '');
    if (first === undefined) {
      for (const name of names) firstRows.set(name, cells);
      const [oldest] = firstRows.keys();
      if (firstRows.size > PRODUCTS_MAX && oldest !== undefined) firstRows.delete(oldest);
      return { cells, variant: '' };
    }
    if (own.every((at) => textOf(cells, at) === '')) return null;
    const full = [...cells];
    for (const at of filled) if (textOf(cells, at) === '') full[at] = first[at] ?? '';
    const said = variants
      .map((at) => textOf(cells, at))
      .filter((text) => text !== '' && text !== 'Default Title');
    return { cells: full, variant: said.join(' / ') };
  };
}
