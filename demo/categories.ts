import type { CategoryNode } from '../src/catalog/category.ts';
import { CATALOGS, type Catalog, DEFAULT_GOODS_TYPES } from '../src/catalog/item.ts';
import { EDITIONS } from './editions.ts';

/** Second-level names in the order of the tree. */
const SECTION_ORDER = [
  '소설',
  '시·희곡',
  '에세이',
  '인문',
  '역사',
  '사회',
  '경제·경영',
  '과학',
  '어린이',
  '예술',
  '클래식',
  '공연',
];

const nodesByPath = new Map<string, CategoryNode>();
const childCounts = new Map<string | null, number>();

for (const catalog of CATALOGS) {
  const paths = new Set(EDITIONS.filter((one) => one.catalog === catalog).map(({ category }) => category));
  const sectionOf = (path: string) => SECTION_ORDER.indexOf(path.slice(0, path.indexOf('/')));
  for (const path of [...paths].sort((a, b) => sectionOf(a) - sectionOf(b))) nodeAt(pathIn(catalog, path));
}

/**
 * The demo's category tree: five roots in the order of CATALOGS, three levels, and no category without an edition. An id
 * is its parent's id and the three-digit place among its siblings, such as 001001003. Parents come first.
 */
export const CATEGORY_NODES: readonly CategoryNode[] = [...nodesByPath.values()];

/** The id of a category of an edition, such as 소설/한국소설 among Korean books. */
export function categoryIdOf(catalog: Catalog, category: string): string {
  return nodeAt(pathIn(catalog, category)).categoryId;
}

/** Names from the root on. The label of goods of a catalogue is the name of its root. */
function pathIn(catalog: Catalog, category: string): string {
  return `${DEFAULT_GOODS_TYPES[catalog]}/${category}`;
}

function nodeAt(path: string): CategoryNode {
  const known = nodesByPath.get(path);
  if (known !== undefined) return known;
  const cut = path.lastIndexOf('/');
  const parentId = cut === -1 ? null : nodeAt(path.slice(0, cut)).categoryId;
  const place = (childCounts.get(parentId) ?? 0) + 1;
  childCounts.set(parentId, place);
  const categoryId = `${parentId ?? ''}${String(place).padStart(3, '0')}`;
  const node = { categoryId, categoryName: path.slice(cut + 1), parentId };
  nodesByPath.set(path, node);
  return node;
}
