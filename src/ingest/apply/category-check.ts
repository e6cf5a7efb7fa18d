import type { CategoryNode } from '../../catalog/category.ts';
import { message } from '../../messages/messages.ts';
import { columnNames, type Writer } from '../../sql-database.ts';
import { type BatchRow, createRowBatch, type KeyedTable, type RowBatch } from '../../store/row-batch.ts';
import type { UndoRecorder } from '../../store/undo-log.ts';
import type { FeedProblem, UnreadFields } from '../feed-record.ts';

type Outcome = 'added' | 'changed' | 'unchanged';

/** Checks the categories of one import, which needs the whole file: parents may come last. */
export async function createCategoryCheck(sql: Writer, undo: UndoRecorder) {
  const rows = createRowBatch(sql, CATEGORIES, undo);
  const fields = fieldsOf(CATEGORIES);
  await rows.load('all');
  const known = new Set(rows.all().map(([categoryId]) => String(categoryId)));
  /** Changed categories. `before` = the row before the import, null for a new category. */
  const written = new Map<string, { line: number; outcome: Outcome; before: BatchRow | null }>();
  /** Unknown categories: the first line and the number of items that name them. */
  const missing = new Map<string, { readonly line: number; items: number }>();
  return {
    put(category: CategoryNode, line: number, unread?: UnreadFields): Outcome {
      const { categoryId } = category;
      const { outcome, before } = putReadable(rows, fields, category, unread);
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

    /** Restores categories that are their own ancestors, the last lines first. Returns problems and the undone outcomes. */
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

    nameOf: (categoryId: string) => String(rows.find(categoryId)?.[NAME] ?? categoryId),
    write: rows.write,

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
const NAME = 1;
const PARENT = 2;

export const AUTHORS: KeyedTable = {
  name: 'author',
  columns: 'author_id bigint, author text, birth_date text, death_date text, debut_title text, details text',
  keyWidth: 1,
};

/** Names of a table's fields in records, such as `categoryId` for column category_id. */
export const fieldsOf = ({ columns }: KeyedTable): readonly string[] =>
  columnNames(columns).map((name) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()));

/** Writes a record as a row. Unreadable fields keep their stored values. */
export function putReadable(
  rows: RowBatch,
  fields: readonly string[],
  record: object,
  unread?: UnreadFields,
) {
  const values: Readonly<Record<string, string | number | null>> = { ...record };
  const known = unread === undefined ? null : rows.find(values[fields[0] ?? ''] ?? '');
  return rows.put(fields.map((name, at) => (known && unread?.has(name) ? known[at] : values[name]) ?? null));
}

/** `seen` ends the search at a loop that doesn't contain the category. */
function isOwnAncestor(categoryId: string, parents: ReadonlyMap<string, string | null>): boolean {
  const seen = new Set<string>();
  for (let at = parents.get(categoryId) ?? null; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    if (at === categoryId) return true;
    seen.add(at);
  }
  return false;
}
