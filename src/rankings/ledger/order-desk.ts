import { runTask } from '../../base/run-task.ts';
import type { Clock, KstMonth } from '../../clock.ts';
import type { Reader, SqlDatabase } from '../../sql-database.ts';
import { type BuyerKey, keyedBuyer, markOf } from './buyer-reference.ts';
import { createOrderLines, type OrderSearch } from './order-lines.ts';
import {
  type Exclusion,
  listExclusions,
  type Restatement,
  restateMonth,
  undoExclusion,
} from './restatement.ts';

export type OrderDesk = ReturnType<typeof createOrderDesk>;

/** The thread's task `ledger`: which method of OrderLines to call, and its argument. */
export interface LedgerTask {
  readonly dataDir: string;
  readonly copiesPerBuyer: number;
  readonly name: keyof OrderLines;
  readonly about: unknown;
}

type OrderLines = ReturnType<typeof createOrderLines>;

interface OrderDeskOptions extends Pick<LedgerTask, 'dataDir' | 'copiesPerBuyer'> {
  readonly catalog: SqlDatabase;
  readonly clock: Clock;
  readonly buyerKey: BuyerKey;
  readonly entry: URL;
}

/**
 * Lets operators search order lines and restate months (docs/lists.md#restating-a-month) without seeing a buyer's reference. A
 * thread reads the lines, one query at a time, because a month may have millions. Methods that write throw CatalogBusyError.
 */
export function createOrderDesk(options: OrderDeskOptions) {
  const { catalog, clock, buyerKey, entry, dataDir, copiesPerBuyer } = options;
  let last: Promise<unknown> = Promise.resolve();
  const ask = <Name extends keyof OrderLines>(name: Name, about: Parameters<OrderLines[Name]>[0]) => {
    const data: LedgerTask = { dataDir, copiesPerBuyer, name, about };
    const task = { name: 'ledger', data };
    const asked = last.then(() => runTask<Awaited<ReturnType<OrderLines[Name]>>>(entry, task));
    last = asked.catch(() => {});
    return asked;
  };
  const restate = (restatement: Omit<Restatement, 'restatedAtMs'>) =>
    catalog.transaction((sql) => restateMonth(sql, { ...restatement, restatedAtMs: clock.nowMs() }));
  return {
    find(search: OrderSearch) {
      if (search.by !== 'buyer') return ask('find', search);
      // From here on, only the hash of the reference is used.
      const text = markOf(keyedBuyer(buyerKey, search.text)) ?? '';
      return ask('find', { ...search, by: 'mark', text });
    },
    preview: (exclusion: Exclusion) => ask('preview', exclusion),
    findLate: (month: KstMonth) => ask('findLate', month),
    /** Requests that a closed month is counted with its late lines. False if the month can't be restated. */
    restate: (month: KstMonth, by: string) =>
      restate({ month, leftOut: [], reason: '', withoutLate: false, by }),
    /** Requests that a month is counted without an item or a buyer. Late lines stay uncounted. */
    exclude: (exclusion: Exclusion, reason: string, by: string) =>
      restate({ month: exclusion.month, leftOut: [exclusion], reason, withoutLate: true, by }),
    async listExclusions(offset: number, limit: number) {
      const all = await listExclusions(catalog);
      return { exclusions: all.slice(offset, offset + limit), totalCount: all.length };
    },
    /** Ends an exclusion: the next tally counts its lines. False if it has ended already or the month can't be restated. */
    undo: (exclusionId: number, by: string) =>
      catalog.transaction((sql) => undoExclusion(sql, exclusionId, { by, atMs: clock.nowMs() })),
  };
}

export function runLedgerTask(
  catalog: SqlDatabase,
  lists: Reader,
  { copiesPerBuyer, name, about }: LedgerTask,
): Promise<unknown> {
  return catalog.snapshot<unknown>((snapshot) =>
    createOrderLines(snapshot, lists, copiesPerBuyer)[name](about as never),
  );
}
