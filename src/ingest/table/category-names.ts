import { CATEGORY_LEVELS_MAX, type Category, isCategoryId } from '../../catalog/category.ts';
import { CATALOGS, DEFAULT_GOODS_TYPES } from '../../catalog/item.ts';
import { message } from '../../messages/messages.ts';
import { show } from '../feed-record.ts';
import { partsOf, type Target } from '../mapping.ts';
import { NAME } from '../record-fields.ts';
import { refuseFile } from '../text/input.ts';
import type { CellValue } from './cell-value.ts';

/** Maximum number of categories from one file: a column with more names doesn't contain categories. */
const MADE_MAX = 1_000;
/** Maximum levels of a path and its root: each level takes three characters of an id. */
const LEVELS_MAX = 12;
/** New categories stand below a root for the item's `catalog`, so that one list has all books. */
const ROOTS: readonly string[] = Object.values(DEFAULT_GOODS_TYPES);

export type CategoryNames = ReturnType<typeof createCategoryNames>;

/**
 * Replaces category names, and paths such as "소설 > 한국소설", by ids. If `create` or `isAlwaysCreating` is true, an unknown name
 * becomes a category; otherwise the name stays, and the checks refuse it. `made` gets the records of new categories, parents
 * first. Throws UnreadableInputError if a file creates too many.
 */
export function createCategoryNames(list: () => readonly Category[], isAlwaysCreating: boolean) {
  let tree: ReturnType<typeof treeOf> | null = null;
  let count = 0;
  return (
    cell: CellValue,
    column: Pick<Target, 'create' | 'values'> & { readonly catalog: unknown },
    made: (record: object) => void,
  ): CellValue => {
    if (!Array.isArray(cell.value)) return cell;
    tree ??= treeOf(list());
    const known = tree;
    const make = (categoryName: string, parentId: string | null, id = known.nextId(parentId)): string => {
      if (++count > MADE_MAX) refuseFile(message('feeds.tooManyCategories', { max: MADE_MAX }));
      known.add({ categoryId: id, categoryName, parentId });
      made({ kind: 'category', categoryId: id, categoryName, ...(parentId === null ? {} : { parentId }) });
      return id;
    };
    const makeBelow = (start: string | null, path: readonly string[]) =>
      path.reduce<string | null>((at, name) => known.childOf(at, name) ?? make(name, at), start);
    const root = DEFAULT_GOODS_TYPES[CATALOGS.find((one) => one === column.catalog) ?? 'BOOK'];
    const idOf = (written: string): string | null => {
      const path = partsOf(written, '>');
      const [first = '', ...rest] = path;
      const whole = known.exact(written) ?? known.exact(path.join(' > '));
      if (whole !== undefined || first === '') return whole ?? null;
      const rootId = known.childOf(null, root);
      const own = rootId && known.childOf(rootId, first);
      const named = own ?? known.named(first);
      const isMaking = (column.create === true || isAlwaysCreating) && canBePath(path);
      const typed = isMaking ? typedName(column.values, written) : undefined;
      if (typed !== undefined) return make(typed, makeBelow(null, [root]), written);
      // An ambiguous name doesn't become a new category.
      if (named === null) return null;
      const below = (at: string | null, name: string) => at && (known.childOf(at, name) ?? null);
      if (!isMaking) return rest.reduce(below, named ?? null);
      // If categories may be created, another catalogue's category of the same name isn't used.
      const rootOfNamed = named === undefined ? root : known.rootNameOf(named);
      const isOther = rootOfNamed !== root && ROOTS.includes(rootOfNamed);
      if (named !== undefined && !isOther) return makeBelow(named, rest);
      return makeBelow(null, ROOTS.includes(first) ? path : [root, ...path]);
    };
    const named = cell.value.map((written: string) => ({ written, id: idOf(written) }));
    const lost = named.find(({ written, id }) => id === null && !isCategoryId(written));
    const value = named.map(({ written, id }) => id ?? written);
    const reason = lost && message('feeds.noSuchCategory', { shown: show(lost.written) });
    return { ...cell, value, ...(reason && { lost: reason }) };
  };
}

const canBePath = (names: readonly string[]) =>
  names.length < LEVELS_MAX && names.every((name) => name.length <= NAME.max);

/** The name that the mapping's `values` translate to this id. */
function typedName(values: Target['values'], categoryId: string): string | undefined {
  const entry = Object.entries(values ?? {}).find(([name, id]) => id === categoryId && !name.endsWith('*'));
  return isCategoryId(categoryId) ? entry?.[0] : undefined;
}

type Node = Pick<Category, 'categoryId' | 'categoryName' | 'parentId'>;

function treeOf(categories: readonly Category[]) {
  /** By name, the id; null for a name of several categories. */
  const names = new Map<string, string | null>();
  const children = new Map<string, string>();
  const nodes = new Map<string, Node>();
  const lastOf = new Map<string | null, number>();
  const keyOf = (parentId: string | null, name: string) => `${parentId ?? ''}\n${name}`;
  const add = (node: Node) => {
    const { categoryId, categoryName, parentId } = node;
    names.set(categoryName, names.has(categoryName) ? null : categoryId);
    nodes.set(categoryId, node);
    children.set(keyOf(parentId, categoryName), categoryId);
  };
  for (const category of categories) add(category);
  // The first of several categories with the same path counts.
  const paths = new Map(categories.toReversed().map((one) => [one.fullPath, one.categoryId]));
  return {
    add,
    exact: (text: string) => (nodes.has(text) ? text : paths.get(text)),
    named: (name: string) => names.get(name),
    childOf: (parentId: string | null, name: string) => children.get(keyOf(parentId, name)),
    rootNameOf(categoryId: string): string {
      let node = nodes.get(categoryId);
      for (let levels = 0; node?.parentId != null && levels < CATEGORY_LEVELS_MAX; levels++)
        node = nodes.get(node.parentId) ?? { ...node, parentId: null };
      return node?.categoryName ?? '';
    },
    /** The next free id: 001 for a root, 001001 below it. */
    nextId(parentId: string | null): string {
      for (let number = (lastOf.get(parentId) ?? 0) + 1; ; number++) {
        const id = `${parentId ?? ''}${String(number).padStart(3, '0')}`;
        lastOf.set(parentId, number);
        if (!nodes.has(id) && !paths.has(id)) return id;
      }
    },
  };
}
