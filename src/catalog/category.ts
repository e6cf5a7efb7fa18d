/** A node of the category tree as the feed gives it. */
export interface CategoryNode {
  readonly categoryId: string;
  readonly categoryName: string;
  /** Null for a root. */
  readonly parentId: string | null;
}

/** A node with its place in the tree (spec 2.8; the URL is added where the base URL is known). */
export interface Category extends CategoryNode {
  /** Names from the root to the node, joined by " > ". */
  readonly fullPath: string;
  /** Ids from the root to the node, the node last. */
  readonly pathIds: readonly string[];
}

/**
 * Lays out a tree: every node with its path, parents before children, siblings by id.
 * A parent that is missing, or a chain of parents that closes on itself, makes the node a root: a shop's
 * broken tree must not hide products. The importer reports both.
 */
export function layOutCategories(nodes: readonly CategoryNode[]): Category[] {
  const byId = new Map(nodes.map((node) => [node.categoryId, node]));
  const laidOut = new Map<string, Category>();
  const visit = (node: CategoryNode, below: ReadonlySet<string>): Category => {
    const known = laidOut.get(node.categoryId);
    if (known !== undefined) return known;
    const parentNode = node.parentId === null ? undefined : byId.get(node.parentId);
    const isRoot = parentNode === undefined || below.has(parentNode.categoryId);
    const parent = isRoot ? null : visit(parentNode, new Set(below).add(node.categoryId));
    const category: Category = {
      ...node,
      parentId: parent?.categoryId ?? null,
      fullPath: parent === null ? node.categoryName : `${parent.fullPath} > ${node.categoryName}`,
      pathIds: parent === null ? [node.categoryId] : [...parent.pathIds, node.categoryId],
    };
    laidOut.set(node.categoryId, category);
    return category;
  };
  for (const node of nodes) visit(node, new Set([node.categoryId]));
  return [...laidOut.values()].sort((a, b) => comparePaths(a.pathIds, b.pathIds));
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let level = 0; level < a.length && level < b.length; level++) {
    const left = a[level] ?? '';
    const right = b[level] ?? '';
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}
