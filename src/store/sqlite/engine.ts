import { join } from 'node:path';
import { lazily } from '../../base/lazily.ts';
import type { Engine, EngineOptions } from '../engine.ts';
import { IMPORT_WAIT_MS } from '../wait-for-lock.ts';
import { createSqliteGateRows } from './accounts/gate-rows.ts';
import { ACCOUNTS_FILE, CATALOG_FILE, LISTS_FILE, openDatabase } from './database.ts';
import { createAccountsDatabase, openCatalogDatabase, openListsDatabase, openReader } from './databases.ts';
import { createFileRevision, createTickReader } from './tick-reader.ts';

/** How long commands and threads wait for a writer of accounts, or for a file's recovery. */
const BUSY_MS = 10_000;

/** Opens the files of a data folder. The caller has ensured that no other server uses them. */
export function openSqliteEngine(options: EngineOptions): Engine {
  const { dataDir, role, clock, syncsCommits, tierLimits, onCountsNotWritten } = options;
  const opened = new DisposableStack();
  const busyTimeoutMs = role === 'serve' ? 0 : BUSY_MS;
  const waits = { busyTimeoutMs, waitMs: role === 'serve' ? undefined : IMPORT_WAIT_MS };
  const openAccounts = () =>
    opened.use(openDatabase(join(dataDir, ACCOUNTS_FILE), { busyTimeoutMs, syncsCommits }));
  const files = lazily({
    accounts: openAccounts,
    gate: openAccounts,
    // Not the connection of `catalog`, on which operators see a thread's commit at once, even within a tick.
    shown: () => opened.use(openReader(join(dataDir, CATALOG_FILE), busyTimeoutMs)),
  });
  const shown = lazily({ catalog: () => createTickReader(files.shown) });
  const lists = lazily({
    file: () => opened.use(openListsDatabase(join(dataDir, LISTS_FILE), shown.catalog)),
  });
  return lazily({
    accounts: () => createAccountsDatabase(files.accounts),
    calls: () => createAccountsDatabase(files.gate),
    gateRows: () =>
      createSqliteGateRows({ db: files.gate, clock, tierLimits, onCountError: onCountsNotWritten }),
    catalog: () => opened.use(openCatalogDatabase(join(dataDir, CATALOG_FILE), waits)),
    lists: () => lists.file,
    shown: () => ({ catalog: shown.catalog, lists: lists.file }),
    revision: () =>
      createFileRevision(files.shown, shown.catalog, role === 'serve' ? lists.file.publications : undefined),
    attempts: () => null,
    jobs: () => ({ fence: () => 0, clockProblem: () => null }),
    whileAlone:
      () =>
      <T>(work: () => Promise<T>) =>
        work(),
    problem: () => async () => null,
    figures: () => () => null,
    [Symbol.asyncDispose]: () => async () => opened.dispose(),
  });
}
