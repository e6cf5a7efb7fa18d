import { type EditionKind, type ListCell, NEW_PRODUCT_SORTS } from './ranking-store.ts';
import { cellIndex } from './segments.ts';

/**
 * Where a list stands among those of its category in an edition, or -1 where the kind has no such list. Monthly and
 * overall have one list for each sex and age; the new-product kinds have one for each order, RegDate by default; all
 * others have one.
 */
export function editionCell(kind: EditionKind, cell: ListCell): number {
  if (kind === 'monthly' || kind === 'overall') return cellIndex(cell.sex, cell.age);
  if (cell.sex !== 'A' || cell.age !== 255) return -1;
  if (kind === 'newProduct' || kind === 'attentionNew')
    return NEW_PRODUCT_SORTS.indexOf(cell.sort ?? 'RegDate');
  return 0;
}
