import type { CategoryNode } from '../../catalog/category.ts';
import { message } from '../../messages/messages.ts';
import type { Writer } from '../../sql-database.ts';
import type { ChangeKeeper } from '../../store/kept-changes.ts';
import { type BatchRow, createRowBatch, type KeyedTable, type RowBatch } from '../../store/row-batch.ts';
import type { FeedProblem, UnreadFields } from '../feed-record.ts';

type Outcome = 'added' | 'changed' | 'unchanged';

/** The categories of one import. Loops and unknown categories show only after the whole file: parents may come last. */
export async function createCategoryCheck(sql: Writer, kept: ChangeKeeper) {
  const rows = createRowBatch(sql, CATEGORIES, kept);
  await rows.load('all');
  const known = new Set(rows.all().map(([categoryId]) => String(categoryId)));
  /** Where each changed category came, what became of it, and its row before the import; null = there was none. */
  const written = new Map<string, { line: number; outcome: Outcome; before: BatchRow | null }>();
  /** Categories that items named before they were known: the line, and how many items. */
  const missing = new Map<string, { readonly line: number; items: number }>();
  return {
    put(category: CategoryNode, line: number, unread?: UnreadFields): Outcome {
      const { categoryId } = category;
      const { outcome, before } = putReadable(rows, CATEGORY_FIELDS, category, unread);
      const first = written.get(categoryId);
      if (outcome !== 'unchanged')
        written.set(categoryId, { line, outcome, before: first ? first.before : before });
      known.add(categoryId);
      return outcome;
    },

    recordUse(categoryIds: readonly string[], line: number): void {
      for (const categoryId of categoryIds) {
        if (known.has(categoryId)) continue;
        const seen = missing.get(categoryId);
        if (seen === undefined) missing.set(categoryId, { line, items: 1 });
        else seen.items++;
      }
    },

    /** Puts back categories that are their own ancestors, the last lines first, until none is left. Says how each was counted. */
    undoLoops() {
      const undone: { problem: FeedProblem; outcome: Outcome }[] = [];
      if (written.size === 0) return undone;
      const parents = new Map(
        rows.all().map((row) => [String(row[0]), row[PARENT] === null ? null : String(row[PARENT])]),
      );
      for (const [categoryId, { line, outcome, before }] of [...written].sort(
        ([, a], [, b]) => b.line - a.line,
      )) {
        if (!isOwnAncestor(categoryId, parents)) continue;
        if (before === null) rows.remove(categoryId);
        else rows.put(before);
        const parentId = before?.[PARENT];
        parents.set(categoryId, typeof parentId === 'string' ? parentId : null);
        const reason = message('feeds.categoryLoop', { categoryId });
        undone.push({ problem: { line, field: 'parentId', reason }, outcome });
      }
      return undone;
    },

    /** What people call a category; its id where that is all that is known. */
    nameOf: (categoryId: string) => String(rows.find(categoryId)?.[NAME] ?? categoryId),
    write: rows.write,

    /** One warning per category. */
    unknown(): FeedProblem[] {
      return [...missing]
        .filter(([categoryId]) => !known.has(categoryId))
        .map(([categoryId, { line, items }]) => {
          const shown = { categoryId, items: items.toLocaleString('en-US') };
          return { line, field: 'categoryIds', reason: message('feeds.unknownCategory', shown) };
        });
    },
  };
}

export type CategoryCheck = Awaited<ReturnType<typeof createCategoryCheck>>;

export const CATEGORIES: KeyedTable = {
  name: 'category',
  columns: 'category_id text, category_name text, parent_id text',
  keyWidth: 1,
};
/** In the order of the columns. */
const CATEGORY_FIELDS = ['categoryId', 'categoryName', 'parentId'] as const;
const NAME = 1;
const PARENT = 2;

/** Writes a record as a row, by its fields in the order of the columns. Those that can't be read stay as they are. */
export function putReadable<Name extends string>(
  rows: RowBatch,
  names: readonly [key: Name, ...Name[]],
  record: Readonly<Record<Name, string | number | null>>,
  unread?: UnreadFields,
) {
  const known = unread === undefined ? null : rows.find(record[names[0]] ?? '');
  return rows.put(
    names.map((name, at) => (known !== null && unread?.has(name) ? (known[at] ?? null) : record[name])),
  );
}

/** Loops that don't hold the category itself are left to the categories in them. */
function isOwnAncestor(categoryId: string, parents: ReadonlyMap<string, string | null>): boolean {
  const seen = new Set<string>();
  for (let at = parents.get(categoryId) ?? null; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    if (at === categoryId) return true;
    seen.add(at);
  }
  return false;
}
