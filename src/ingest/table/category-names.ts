import { CATEGORY_LEVELS_MAX, type Category } from '../../catalog/category.ts';
import { CATALOGS, DEFAULT_GOODS_TYPES } from '../../catalog/item.ts';
import { message } from '../../messages/messages.ts';
import { CATEGORY_ID } from '../item-record.ts';
import type { Target } from '../mapping.ts';
import { show } from '../reason.ts';
import { NAME } from '../record-fields.ts';
import { refuseFile } from '../text/input.ts';
import type { CellValue } from './cell-value.ts';

/** Categories that one file may make: a column with more holds something else. */
const MADE_MAX = 1_000;
/** Levels of one path: an id has three characters for each. */
const LEVELS_MAX = 12;
const SEPARATOR = ' > ';

export type CategoryNames = ReturnType<typeof createCategoryNames>;

/** What a column says of its categories, and the catalogue of the row. */
interface Said extends Pick<Target, 'create' | 'values'> {
  readonly catalog: unknown;
}

/**
 * Puts ids in the place of paths such as "소설 > 한국소설" and of names that one category alone has, of two that of the row's catalogue.
 * Any other name becomes a category where the column says so, or always where `isAlwaysCreating`; otherwise it goes on as it is, to be
 * refused with the reason. Records of new categories go to `made`, parents first. `list` gives the shop's categories and is called at
 * the first name. Throws UnreadableInputError where a file makes too many.
 */
export function createCategoryNames(list: () => readonly Category[], isAlwaysCreating: boolean) {
  let tree: ReturnType<typeof treeOf> | null = null;
  let count = 0;
  return (
    cell: CellValue,
    { create = false, values, catalog }: Said,
    made: (record: object) => void,
  ): CellValue => {
    if (!Array.isArray(cell.value)) return cell;
    tree ??= treeOf(list());
    const known = tree;
    const make = (
      categoryName: string,
      parentId: string | null,
      categoryId = known.nextId(parentId),
    ): string => {
      if (++count > MADE_MAX) refuseFile(message('feeds.tooManyCategories', { max: MADE_MAX }));
      known.add({ categoryId, categoryName, parentId });
      made({ kind: 'category', categoryId, categoryName, ...(parentId === null ? {} : { parentId }) });
      return categoryId;
    };
    const below = (start: string | null, path: readonly string[], isMaking: boolean): string | null => {
      let at = start;
      for (const name of path) {
        const found = known.childOf(at, name);
        if (found === undefined && !isMaking) return null;
        at = found ?? make(name, at);
      }
      return at;
    };
    const rootName = DEFAULT_GOODS_TYPES[CATALOGS.find((one) => one === catalog) ?? 'BOOK'];
    const isOtherRoot = (name: string) => name !== rootName && ROOTS.includes(name);
    const idOf = (written: string): string | null => {
      const path = written
        .split('>')
        .map((part) => part.trim())
        .filter((part) => part !== '');
      const [first = '', ...rest] = path;
      const whole = known.exact(written) ?? known.exact(path.join(SEPARATOR));
      if (whole !== undefined || first === '') return whole ?? null;
      const root = known.childOf(null, rootName);
      const own = root === undefined ? undefined : known.childOf(root, first);
      const named = own ?? known.named(first);
      const isMaking = (create || isAlwaysCreating) && canBePath(path);
      const typed = isMaking ? typedName(values, written) : undefined;
      if (typed !== undefined) return make(typed, below(null, [rootName], true), written);
      // A name that several categories have isn't a new one.
      if (named === null) return null;
      // Another catalogue's category of the same name isn't meant where one can be made.
      const isOther = named !== undefined && isMaking && isOtherRoot(known.rootNameOf(named));
      if (named !== undefined && !isOther) return below(named, rest, isMaking);
      if (!isMaking) return null;
      return ROOTS.includes(first) ? below(null, path, true) : below(null, [rootName, ...path], true);
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

/** A file's own names stand below one root for each catalogue, so that there is a list of all of its books. */
const ROOTS: readonly string[] = Object.values(DEFAULT_GOODS_TYPES);

/** The name in the file that a mapping gives a new id. */
function typedName(values: Target['values'], categoryId: string): string | undefined {
  const entry = Object.entries(values ?? {}).find(([name, id]) => id === categoryId && !name.endsWith('*'));
  return CATEGORY_ID.test(categoryId) ? entry?.[0] : undefined;
}

function canBePath(names: readonly string[]): boolean {
  return names.length < LEVELS_MAX && names.every((name) => name.length <= NAME.max);
}

type Node = Pick<Category, 'categoryId' | 'categoryName' | 'parentId'>;

function treeOf(categories: readonly Category[]) {
  /** By id and by path. */
  const exact = new Map<string, string>();
  /** Null for a name that several categories have. */
  const names = new Map<string, string | null>();
  const children = new Map<string, string>();
  const nodes = new Map<string, Node>();
  const lastOf = new Map<string | null, number>();
  const keyOf = (parentId: string | null, name: string) => `${parentId ?? ''}\n${name}`;
  const add = ({ categoryId, categoryName, parentId }: Node) => {
    names.set(categoryName, names.has(categoryName) ? null : categoryId);
    exact.set(categoryId, categoryId);
    nodes.set(categoryId, { categoryId, categoryName, parentId });
    children.set(keyOf(parentId, categoryName), categoryId);
  };
  for (const category of categories) add(category);
  for (const { fullPath, categoryId } of categories)
    if (!exact.has(fullPath)) exact.set(fullPath, categoryId);
  return {
    add,
    exact: (text: string) => exact.get(text),
    named: (name: string) => names.get(name),
    childOf: (parentId: string | null, name: string) => children.get(keyOf(parentId, name)),
    rootNameOf(categoryId: string): string {
      let node = nodes.get(categoryId);
      for (let levels = 0; node?.parentId != null && levels < CATEGORY_LEVELS_MAX; levels++)
        node = nodes.get(node.parentId) ?? { ...node, parentId: null };
      return node?.categoryName ?? '';
    },
    /** A short number in sequence: 001, below it 001001. */
    nextId(parentId: string | null): string {
      for (let number = (lastOf.get(parentId) ?? 0) + 1; ; number++) {
        const id = `${parentId ?? ''}${String(number).padStart(3, '0')}`;
        lastOf.set(parentId, number);
        if (!exact.has(id)) return id;
      }
    },
  };
}
