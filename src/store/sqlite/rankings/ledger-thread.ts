import { join } from 'node:path';
import type { KstMonth } from '../../../clock.ts';
import type { Exclusion, ExclusionEffect, FoundLines, OrderSearch } from '../../../rankings/order-desk.ts';
import type { LateLines } from '../../../rankings/restatement.ts';
import { runTask } from '../../../run-task.ts';
import { CATALOG_FILE, LISTS_FILE, openDatabase } from '../database.ts';
import { openLists, readCopies } from './lists-file.ts';
import { type CountedLists, createOrderLines } from './order-lines.ts';
import { countLate } from './restatement.ts';

/** What a thread of the ledger can be asked: a month may have millions of lines, which the thread that answers doesn't read. */
export interface LedgerTasks {
  find(search: OrderSearch): FoundLines;
  preview(exclusion: Exclusion): ExclusionEffect;
  findLate(month: KstMonth): LateLines | null;
}

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

/** The work of that thread. */
export async function runLedgerTask({
  folder,
  task,
  copiesPerBuyer,
}: LedgerThreadData): Promise<ReturnType<LedgerTasks[keyof LedgerTasks]>> {
  using db = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: 0, readOnly: true });
  if (task.name === 'findLate') return countLate(db, task.about);
  using lists = openLists(join(folder, LISTS_FILE));
  const lines = createOrderLines(db, { copiesPerBuyer, readCopies: (month) => readCopies(lists, month) });
  return task.name === 'find' ? lines.find(task.about) : lines.preview(task.about);
}
