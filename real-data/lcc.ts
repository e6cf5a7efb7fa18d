import type { CategoryLine } from './feed-line.ts';

export const LCC_FILE = 'category-lcc/results.json.gz';

/** A node of the Library of Congress Classification outline. */
export interface LccNode {
  readonly id: string;
  /** From broad to narrow. */
  readonly parents: readonly string[];
  readonly subject: string;
}

/** All nodes, in the order of the file: parents do not always come before their children. */
export function parseLcc(json: string): LccNode[] {
  return Object.values(JSON.parse(json) as Record<string, LccNode[]>).flat();
}

/**
 * The outline as categories. A node hangs under the narrowest of its parents; nodes without any are roots. Ids
 * are the class numbers themselves, which fit the form of category ids.
 */
export function convertLcc(nodes: readonly LccNode[]): CategoryLine[] {
  return nodes.map(({ id, parents, subject }) => ({
    kind: 'category',
    categoryId: id,
    categoryName: subject.replace(/\s+/g, ' ').trim(),
    parentId: parents.at(-1) ?? null,
  }));
}
