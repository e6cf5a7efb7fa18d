import { createHash } from 'node:crypto';
import type { Category } from '../../catalog/category.ts';
import { message } from '../../messages/messages.ts';
import { CATEGORY_ID, NAME_LENGTH_MAX } from '../item-record.ts';
import { type Reason, show } from '../reason.ts';
import { UnreadableInputError } from '../text/input.ts';
import type { CellValue } from './cell-value.ts';

/** Categories that one file may make: a column with more holds something else. */
const MADE_MAX = 1_000;

/** Levels of one path. */
const LEVELS_MAX = 50;

const SEPARATOR = ' > ';

/** Ids of categories that a table calls by their names, and records of those that are new. */
export interface CategoryNames {
  /**
   * Puts ids in the place of paths such as "소설 > 한국소설" and of names that one category alone has. Any other name becomes a
   * category where `isCreating`; otherwise it goes on as it is, to be refused with the reason. Throws UnreadableInputError
   * where a file makes too many.
   */
  idsOf(cell: CellValue, isCreating: boolean): CellValue;
  /** Records of the categories that were made since the last call, parents first. */
  made(): readonly object[];
}

/** `list` gives the shop's categories and is called at the first name. `isCreating` holds for all columns. */
export function createCategoryNames(list: () => readonly Category[], isCreating: boolean): CategoryNames {
  let known: Map<string, string | null> | null = null;
  let count = 0;
  let records: object[] = [];
  const make = (ids: Map<string, string | null>, path: readonly string[]): string | null => {
    const name = path.join(SEPARATOR);
    const found = ids.get(name) ?? null;
    const categoryName = path.at(-1);
    if (found !== null || categoryName === undefined) return found;
    const parentId = make(ids, path.slice(0, -1));
    if (++count > MADE_MAX)
      throw new UnreadableInputError(message('feeds.tooManyCategories', { max: MADE_MAX }));
    const digest = createHash('sha256').update(name.normalize('NFC')).digest('hex');
    const categoryId = `name-${digest.slice(0, 16)}`;
    records.push({ kind: 'category', categoryId, categoryName, ...(parentId === null ? {} : { parentId }) });
    ids.set(name, categoryId);
    return categoryId;
  };
  return {
    idsOf(cell, isColumnCreating) {
      if (!Array.isArray(cell.value)) return cell;
      known ??= idsByName(list());
      const ids = known;
      let lost: Reason | undefined;
      const value = cell.value.map((written: string) => {
        const path = written.split('>').map((part) => part.trim());
        const given = path.filter((part) => part !== '');
        const found = ids.get(written) ?? ids.get(given.join(SEPARATOR));
        // A name that several categories have isn't a new one.
        const isMade = found === undefined && (isCreating || isColumnCreating) && canBePath(given);
        const id = isMade ? make(ids, given) : (found ?? null);
        if (id === null && !CATEGORY_ID.test(written))
          lost ??= message('feeds.noSuchCategory', { shown: show(written) });
        return id ?? written;
      });
      return lost === undefined ? { ...cell, value } : { ...cell, value, lost };
    },
    made() {
      const made = records;
      records = [];
      return made;
    },
  };
}

function canBePath(names: readonly string[]): boolean {
  return names.length <= LEVELS_MAX && names.every((name) => name.length <= NAME_LENGTH_MAX);
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
