import { join } from 'node:path';
import type { Exclusion, ExclusionEffect, FoundLines, OrderSearch } from '../../../rankings/order-desk.ts';
import type { RestateOutcome } from '../../../rankings/ranking-admin.ts';
import type { Restatement } from '../../../rankings/restatement.ts';
import { runTask } from '../../../run-task.ts';
import type { CatalogWrites } from '../catalog-writes.ts';
import { CATALOG_FILE, LISTS_FILE, openDatabase } from '../database.ts';
import { isBusy } from '../file-faults.ts';
import { openLists, readCopies } from './lists-file.ts';
import { type CountedLists, createOrderLines } from './order-lines.ts';
import { restateMonth, undoExclusion } from './restatement.ts';

/** What a thread of the ledger can be asked: a month may have millions of lines, which the thread that answers doesn't read. */
export interface LedgerTasks {
  find(search: OrderSearch): FoundLines;
  preview(exclusion: Exclusion): ExclusionEffect;
  restate(restatement: Restatement): RestateOutcome;
  undo(request: { readonly exclusionId: number; readonly restatedAtMs: number }): UndoneExclusion;
}

export type UndoneExclusion = RestateOutcome & { readonly exclusion?: Exclusion };

/** Asks a thread of its own. */
export type AskLedger = <Task extends keyof LedgerTasks>(
  task: Task,
  about: Parameters<LedgerTasks[Task]>[0],
) => Promise<ReturnType<LedgerTasks[Task]>>;

/** Data that the thread is started with. */
export interface LedgerThreadData extends Pick<CountedLists, 'copiesPerBuyer'> {
  /** Of the catalogue file and the lists file. */
  readonly folder: string;
  readonly task: { readonly [Task in keyof LedgerTasks]: Asked<Task> }[keyof LedgerTasks];
}

interface Asked<Task extends keyof LedgerTasks> {
  readonly name: Task;
  readonly about: Parameters<LedgerTasks[Task]>[0];
}

/** One question after the other, each as a task `ledger` of `entry`. */
export function createAskLedger(entry: URL, file: Omit<LedgerThreadData, 'task'>): AskLedger {
  let last: Promise<unknown> = Promise.resolve();
  return (name, about) => {
    const asked = last.then(() =>
      runTask<ReturnType<LedgerTasks[typeof name]>>(entry, {
        name: 'ledger',
        data: { ...file, task: { name, about } },
      }),
    );
    last = asked.catch(() => {});
    return asked;
  };
}

/** How long to wait for an import under way: shorter than a person would wait. */
const IMPORT_WAIT_MS = 5_000;

/** The work of that thread. */
export async function runLedgerTask(
  { folder, task, copiesPerBuyer }: LedgerThreadData,
  writes: CatalogWrites,
): Promise<ReturnType<LedgerTasks[keyof LedgerTasks]>> {
  using db = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: IMPORT_WAIT_MS });
  using lists = openLists(join(folder, LISTS_FILE));
  const lines = () =>
    createOrderLines(db, { copiesPerBuyer, readCopies: (month) => readCopies(lists, month) });
  try {
    if (task.name === 'find') return lines().find(task.about);
    if (task.name === 'preview') return lines().preview(task.about);
    if (task.name === 'restate') {
      const lines = await restateMonth(db, task.about, writes, IMPORT_WAIT_MS);
      return lines === null ? { kind: 'unknown' } : { kind: 'restated', ...lines };
    }
    const { exclusionId, restatedAtMs } = task.about;
    const exclusion = await undoExclusion(db, exclusionId, restatedAtMs, writes, IMPORT_WAIT_MS);
    if (exclusion === null) return { kind: 'unknown' };
    return { kind: 'restated', lateLines: 0, lateCancellations: 0, exclusion };
  } catch (error) {
    if (isBusy(error) && task.name !== 'find' && task.name !== 'preview') return { kind: 'busy' };
    throw error;
  }
}
