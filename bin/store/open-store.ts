import type { Config } from '../../src/config.ts';
import { type CommandStore, openCommandStore } from './command-store.ts';
import { openPostgresStore } from './postgres-store.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { StoreOptions } from './state-ports.ts';
import type { Store } from './store.ts';

/** Opens the configured store of a server. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { database } = options.config;
  return database === null ? openSqliteStore(options) : openPostgresStore(options, database);
}

/** Runs one command's work on the configured store. A running server keeps serving meanwhile. */
export async function withStore<T>(config: Config, work: (store: CommandStore) => Promise<T>): Promise<T> {
  const store = await openCommandStore(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
