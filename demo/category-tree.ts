import type { CategoryNode } from '../src/catalog/category.ts';
import type { Catalog } from '../src/catalog/item.ts';
import { CATALOGS } from '../src/catalog/item.ts';
import { CATEGORY_SECTIONS, ROOT_NAMES } from './category-names.ts';

/**
 * The demo's category tree: five roots in the order of CATALOGS, three levels. An id is its parent's id and
 * the three-digit place among its siblings, such as 001001003.
 */
export const CATEGORY_NODES: readonly CategoryNode[] = layOutTree();

/** Ids of the third level by catalogue, in tree order. */
export function leafIdsOf(catalog: Catalog): readonly string[] {
  return leavesByCatalog.get(catalog) ?? [];
}

/** The id of a path such as 소설/한국소설 below a catalogue's root. Throws when the tree has no such node. */
export function categoryIdOf(catalog: Catalog, path: string): string {
  const id = idsByPath.get(`${catalog}/${path}`);
  if (id === undefined) throw new Error(`the demo's category tree has no ${catalog}/${path}`);
  return id;
}

/** The eBook category that has the same path as a book category, or null when there is none. */
export function ebookCategoryOf(bookCategoryId: string): string | null {
  const path = pathsById.get(bookCategoryId)?.replace('BOOK/', 'EBOOK/') ?? '';
  return idsByPath.get(path) ?? null;
}

/** Path of a third-level node without its catalogue, such as 소설/한국소설. */
export function categoryPathOf(categoryId: string): string {
  const path = pathsById.get(categoryId) ?? '';
  return path.slice(path.indexOf('/') + 1);
}

function layOutTree(): CategoryNode[] {
  const nodes: CategoryNode[] = [];
  CATALOGS.forEach((catalog, rootPlace) => {
    const root = addNode(nodes, null, rootPlace, ROOT_NAMES[catalog]);
    CATEGORY_SECTIONS[catalog].forEach((line, place) => {
      const [name = '', leaves = ''] = line.split(': ');
      const section = addNode(nodes, root, place, name);
      leaves.split(', ').forEach((leaf, leafPlace) => {
        addNode(nodes, section, leafPlace, leaf);
      });
    });
  });
  return nodes;
}

function addNode(nodes: CategoryNode[], parentId: string | null, place: number, name: string): string {
  const categoryId = `${parentId ?? ''}${String(place + 1).padStart(3, '0')}`;
  nodes.push({ categoryId, categoryName: name, parentId });
  return categoryId;
}

const namesById = new Map(CATEGORY_NODES.map((node) => [node.categoryId, node.categoryName]));

/** Catalogue/second level/third level of every third-level node. */
const pathsById = new Map(
  CATEGORY_NODES.filter((node) => node.categoryId.length === 9).map((node) => {
    const catalog = CATALOGS[Number(node.categoryId.slice(0, 3)) - 1] ?? 'BOOK';
    return [node.categoryId, `${catalog}/${namesById.get(node.categoryId.slice(0, 6))}/${node.categoryName}`];
  }),
);

const idsByPath = new Map([...pathsById].map(([id, path]) => [path, id]));

const leavesByCatalog = new Map(
  CATALOGS.map((catalog) => [
    catalog,
    [...pathsById].filter(([, path]) => path.startsWith(`${catalog}/`)).map(([id]) => id),
  ]),
);
