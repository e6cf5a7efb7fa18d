import { join } from 'node:path';
import type { KstMonth } from '../../clock.ts';
import { runTask } from '../../run-task.ts';
import { localWrites, type WriterOptions, writeForPerson } from '../../store/sqlite/catalog-writes.ts';
import { CATALOG_FILE, LISTS_FILE, openDatabase } from '../../store/sqlite/database.ts';
import { openLists } from '../lists/lists-file.ts';
import { type BuyerKey, buyerOf, keyedBuyer, markOf } from './buyer-reference.ts';
import { createOrderLines, type ExclusionEffect, type FoundLines, type OrderSearch } from './order-lines.ts';
import {
  countLate,
  type Exclusion,
  type LateLines,
  listExclusions,
  restateMonth,
  undoExclusion,
} from './restatement.ts';

export type OrderDesk = ReturnType<typeof createOrderDesk>;

/**
 * Order lines as operators look into them, and leave out of a month what was bought up (docs/lists.md#restating-a-month). Nothing
 * here reveals a buyer's reference. What changes something throws CatalogBusyError.
 */
export function createOrderDesk(
  options: WriterOptions & { readonly buyerKey: BuyerKey; readonly thread: LedgerThread },
) {
  const { db, clock, buyerKey, thread, writes = localWrites } = options;
  return {
    find(search: OrderSearch): Promise<FoundLines> {
      if (search.by !== 'buyer') return thread.find(search);
      // Only here, so that the reference goes no further.
      const text = markOf(keyedBuyer(buyerKey, search.text)) ?? '';
      return thread.find({ ...search, by: 'mark', text });
    },
    preview: thread.preview,
    /**
     * The next tally counts the month without them, and without what came late. False, with nothing changed, when the month can't
     * be restated.
     */
    exclude({ month, itemId, mark }: Exclusion, reason: string): Promise<boolean> {
      const buyer = buyerOf(mark);
      const restatement = {
        month,
        excludedItemIds: itemId === null ? [] : [itemId],
        excludedBuyers: buyer === null ? [] : [buyer],
        reason,
        restatedAtMs: clock.nowMs(),
        withoutLate: true,
      };
      return writeForPerson(writes, db, (own) => restateMonth(own, restatement));
    },
    /** Newest first. `totalCount` counts them all. */
    listExclusions(offset: number, limit: number) {
      const all = listExclusions(db);
      return { exclusions: all.slice(offset, offset + limit), totalCount: all.length };
    },
    /** Ends an exclusion: the next tally counts the lines again. Returns it; null as above, or if it has ended. */
    undo: (exclusionId: number) => writeForPerson(writes, db, (own) => undoExclusion(own, exclusionId)),
  };
}

export type LedgerThread = ReturnType<typeof createLedgerThread>;

/** Data of the task `ledger`. */
export interface LedgerTask {
  /** Of the catalogue file and the lists file. */
  readonly folder: string;
  readonly copiesPerBuyer: number;
  readonly question:
    | { readonly name: 'find'; readonly about: OrderSearch }
    | { readonly name: 'preview'; readonly about: Exclusion }
    | { readonly name: 'findLate'; readonly about: KstMonth };
}

/**
 * Asks a thread, one question after the other, each as a task of `entry`: a month may have millions of lines, which the thread
 * that answers doesn't read.
 */
export function createLedgerThread(entry: URL, file: Omit<LedgerTask, 'question'>) {
  let last: Promise<unknown> = Promise.resolve();
  const ask = <Answer>(question: LedgerTask['question']): Promise<Answer> => {
    const asked = last.then(() => runTask<Answer>(entry, { name: 'ledger', data: { ...file, question } }));
    last = asked.catch(() => {});
    return asked;
  };
  return {
    find: (about: OrderSearch) => ask<FoundLines>({ name: 'find', about }),
    preview: (about: Exclusion) => ask<ExclusionEffect>({ name: 'preview', about }),
    /** What came late for a month; null when it can't be restated: it has no list, or its lines were deleted. */
    findLate: (about: KstMonth) => ask<LateLines | null>({ name: 'findLate', about }),
  };
}

/** The work of that thread. */
export async function runLedgerTask({ folder, copiesPerBuyer, question }: LedgerTask) {
  using db = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: 0, readOnly: true });
  if (question.name === 'findLate') return countLate(db, question.about);
  using lists = openLists(join(folder, LISTS_FILE));
  const lines = createOrderLines(db, lists, copiesPerBuyer);
  return question.name === 'find' ? lines.find(question.about) : lines.preview(question.about);
}
