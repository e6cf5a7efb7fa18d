import { createHash } from 'node:crypto';
import type { Category } from '../../catalog/category.ts';
import { message } from '../../messages/messages.ts';
import { CATEGORY_ID } from '../item-record.ts';
import { show } from '../reason.ts';
import { NAME } from '../record-fields.ts';
import { UnreadableInputError } from '../text/input.ts';
import type { CellValue } from './cell-value.ts';

/** Categories that one file may make: a column with more holds something else. */
const MADE_MAX = 1_000;
/** Levels of one path. */
const LEVELS_MAX = 50;
const SEPARATOR = ' > ';

export type CategoryNames = ReturnType<typeof createCategoryNames>;

/**
 * Puts ids in the place of paths such as "소설 > 한국소설" and of names that one category alone has. Any other name becomes a
 * category where `isCreating`, or always where `isAlwaysCreating`; otherwise it goes on as it is, to be refused with the reason.
 * Records of new categories go to `made`, parents first. `list` gives the shop's categories and is called at the first name. Throws
 * UnreadableInputError where a file makes too many.
 */
export function createCategoryNames(list: () => readonly Category[], isAlwaysCreating: boolean) {
  let known: Map<string, string | null> | null = null;
  let count = 0;
  return (cell: CellValue, isCreating: boolean, made: (record: object) => void): CellValue => {
    if (!Array.isArray(cell.value)) return cell;
    known ??= idsByName(list());
    const ids = known;
    const make = (path: readonly string[]): string | null => {
      const name = path.join(SEPARATOR);
      const found = ids.get(name) ?? null;
      const categoryName = path.at(-1);
      if (found !== null || categoryName === undefined) return found;
      const parentId = make(path.slice(0, -1));
      if (++count > MADE_MAX)
        throw new UnreadableInputError(message('feeds.tooManyCategories', { max: MADE_MAX }));
      const digest = createHash('sha256').update(name.normalize('NFC')).digest('hex');
      const categoryId = `name-${digest.slice(0, 16)}`;
      made({ kind: 'category', categoryId, categoryName, ...(parentId === null ? {} : { parentId }) });
      ids.set(name, categoryId);
      return categoryId;
    };
    const idOf = (written: string): string | null => {
      const path = written
        .split('>')
        .map((part) => part.trim())
        .filter((part) => part !== '');
      const found = ids.get(written) ?? ids.get(path.join(SEPARATOR));
      // A name that several categories have isn't a new one.
      const isNew = found === undefined && (isCreating || isAlwaysCreating);
      return isNew && canBePath(path) ? make(path) : (found ?? null);
    };
    const named = cell.value.map((written: string) => ({ written, id: idOf(written) }));
    const lost = named.find(({ written, id }) => id === null && !CATEGORY_ID.test(written));
    const value = named.map(({ written, id }) => id ?? written);
    return {
      ...cell,
      value,
      ...(lost && { lost: message('feeds.noSuchCategory', { shown: show(lost.written) }) }),
    };
  };
}

function canBePath(names: readonly string[]): boolean {
  return names.length <= LEVELS_MAX && names.every((name) => name.length <= NAME.max);
}

/** Ids by themselves, by path and by name; null for a name that several categories have. */
function idsByName(categories: readonly Category[]): Map<string, string | null> {
  const ids = new Map<string, string | null>();
  for (const { categoryName, categoryId } of categories)
    ids.set(categoryName, ids.has(categoryName) ? null : categoryId);
  for (const { fullPath, categoryId } of categories) ids.set(fullPath, categoryId);
  for (const { categoryId } of categories) ids.set(categoryId, categoryId);
  return ids;
}
