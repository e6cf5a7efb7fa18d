import type { Config } from '../../src/config.ts';
import { openPostgresCommandStore } from './postgres-command-store.ts';
import { openPostgresStore } from './postgres-store.ts';
import { openSqliteCommandStore } from './sqlite-command-store.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { StoreOptions } from './state-ports.ts';
import type { CommandStore, Store } from './store.ts';

/** Opens the configured store: the only place that chooses between sets of adapters. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { database } = options.config;
  return database === null ? openSqliteStore(options) : openPostgresStore(options, database);
}

/** Runs one command's work on the configured store. A running server keeps serving meanwhile. */
export async function withStore<T>(config: Config, work: (store: CommandStore) => Promise<T>): Promise<T> {
  const { database } = config;
  const store =
    database === null ? openSqliteCommandStore(config) : await openPostgresCommandStore(config, database);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
