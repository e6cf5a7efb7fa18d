export interface CategoryNode {
  readonly categoryId: string;
  readonly categoryName: string;
  readonly parentId: string | null;
}

/** For regular expressions, and for the attribute `pattern` of HTML controls. */
export const CATEGORY_ID_FORM = '[A-Za-z0-9._\\-]{1,40}';
const CATEGORY_ID = new RegExp(`^${CATEGORY_ID_FORM}$`);

export function isCategoryId(text: string): boolean {
  return CATEGORY_ID.test(text);
}

export const SELECT_CATEGORIES = `
  SELECT category_id AS "categoryId", category_name AS "categoryName", parent_id AS "parentId"
  FROM category
  ORDER BY category_id`;

/** A node with its path in the tree (docs/api.md#category). */
export interface Category extends CategoryNode {
  readonly fullPath: string;
  /** Ids from the root to the node itself. */
  readonly pathIds: readonly string[];
}

/** A deeper node becomes a root. */
export const CATEGORY_LEVELS_MAX = 100;

/**
 * Returns parents before children, siblings by id. A node becomes a root if its parent is missing or its parents form a cycle:
 * a broken tree must not hide products.
 */
export function layOutCategories(nodes: readonly CategoryNode[]): Category[] {
  const byId = new Map(nodes.map((node) => [node.categoryId, node]));
  const laidOut = new Map<string, Category>();
  // In id order, so that a cycle is always cut at the same node.
  for (const categoryId of [...byId.keys()].sort()) {
    const chain = new Map<string, CategoryNode>();
    let top = byId.get(categoryId);
    while (top !== undefined && !laidOut.has(top.categoryId) && !chain.has(top.categoryId)) {
      chain.set(top.categoryId, top);
      top = top.parentId === null ? undefined : byId.get(top.parentId);
    }
    let parent = top === undefined ? undefined : laidOut.get(top.categoryId);
    for (const node of [...chain.values()].reverse()) {
      parent = placeBelow(node, parent);
      laidOut.set(node.categoryId, parent);
    }
  }
  return [...laidOut.values()].sort((a, b) => comparePaths(a.pathIds, b.pathIds));
}

/** The path from the root to a category; empty if the category is unknown. */
export function categoryPath(
  categoryId: string,
  categories: readonly Category[],
): readonly { readonly categoryId: string; readonly name: string }[] {
  const byId = new Map(categories.map((category) => [category.categoryId, category]));
  const pathIds = byId.get(categoryId)?.pathIds ?? [];
  return pathIds.map((id) => ({ categoryId: id, name: byId.get(id)?.categoryName ?? id }));
}

/** The category of example calls: the first root, because a shop's tree may lack 001. */
export function exampleCategory(categories: readonly Category[]): string {
  return categories.find(({ parentId }) => parentId === null)?.categoryId ?? '001';
}

function placeBelow(node: CategoryNode, parent: Category | undefined): Category {
  const { categoryId, categoryName } = node;
  if (parent === undefined || parent.pathIds.length >= CATEGORY_LEVELS_MAX) {
    return { categoryId, categoryName, parentId: null, fullPath: categoryName, pathIds: [categoryId] };
  }
  return {
    categoryId,
    categoryName,
    parentId: parent.categoryId,
    fullPath: `${parent.fullPath} > ${categoryName}`,
    pathIds: [...parent.pathIds, categoryId],
  };
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let level = 0; level < a.length && level < b.length; level++) {
    const left = a[level] ?? '';
    const right = b[level] ?? '';
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}
