import { type KstDay, kstMonthFirstDay, kstMonthOfDay } from '../clock.ts';
import { type Edition, type ListCell, NEW_PRODUCT_SORTS } from './ranking-store.ts';
import { CELL_COUNT, cellIndex } from './segments.ts';

/**
 * Where a list stands among the lists of its category in its edition's file, or -1 where the kind has no such list.
 * Monthly and overall have one list for each sex and age; a daily list follows those of its month; the new-product
 * kinds have one for each order, RegDate by default; all others have one.
 */
export function editionCell({ kind, period }: Pick<Edition, 'kind' | 'period'>, cell: ListCell): number {
  if (kind === 'monthly' || kind === 'overall') return cellIndex(cell.sex, cell.age);
  if (cell.sex !== 'A' || cell.age !== 255) return -1;
  if (kind === 'daily') return dayCell(period);
  if (kind === 'newProduct' || kind === 'attentionNew')
    return NEW_PRODUCT_SORTS.indexOf(cell.sort ?? 'RegDate');
  return 0;
}

/** The position of a day's list in the file of its month. */
export function dayCell(day: KstDay): number {
  return CELL_COUNT + day - kstMonthFirstDay(kstMonthOfDay(day));
}
