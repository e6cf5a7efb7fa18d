import { test } from 'node:test';
import { parseDatabaseUrl } from '../../src/config/readers.ts';
import { createDatabase, type Database } from '../../src/store/postgres/database.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { patientMs } from './patience.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from './postgres-server.ts';
import type { Cleanup } from './temp-dir.ts';

export type TestDatabase = Awaited<ReturnType<typeof newDatabase>>;

export const SHARED_SECRETS = {
  SEOGA_KEY_PEPPER: 'a-pepper-that-only-tests-know-of',
  SEOGA_SESSION_SECRET: 'a-secret-that-only-tests-know-of',
};

/** Without PostgreSQL, one skipped test says what is missing. */
export function postgresSuite(title: string, define: () => void): void {
  if (postgresPrograms() !== null) define();
  else test(title, { skip: 'PostgreSQL is not installed: apt-get install postgresql' }, () => {});
}

let shared: Promise<PostgresServer> | undefined;
let databases = 0;

/** The server that the tests of a file share, with a migrated database to clone. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= startPostgres().then(async (server) => {
    await server.run(`CREATE DATABASE ${TEMPLATE}`);
    const address = parseDatabaseUrl(server.urlOf(TEMPLATE));
    const database = createDatabase({ address, connectionsMax: 1, callTimeoutMs: patientMs(60_000) });
    await migratePostgres(database);
    await database.close();
    return server;
  });
  return shared;
}

const TEMPLATE = 'seoga_template';

export function postgresDatabase(t: Cleanup) {
  return newDatabase(t, `TEMPLATE ${TEMPLATE}`);
}

export function blankDatabase(t: Cleanup, options = '') {
  return newDatabase(t, `TEMPLATE template0 ${options}`);
}

async function newDatabase(t: Cleanup, options: string) {
  const server = await sharedPostgres();
  databases += 1;
  const name = `test_${databases}`;
  await server.run(`CREATE DATABASE ${name} ${options}`);
  const opened: Database[] = [];
  t.after(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await server.run(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  const url = server.urlOf(name);
  const address = parseDatabaseUrl(url);
  return {
    name,
    url,
    address,
    /** A pool of its own, as of another instance. */
    open(connectionsMax = 5, callTimeoutMs = patientMs(20_000)) {
      const database = createDatabase({ address, connectionsMax, callTimeoutMs });
      opened.push(database);
      return database;
    },
  };
}

/** A pool behind a proxy with faults. */
export async function databaseBehindProxy(
  t: Cleanup,
  { address }: Pick<TestDatabase, 'address'>,
  options: Partial<Parameters<typeof createDatabase>[0]> = {},
): Promise<{ proxy: FaultProxy; database: Database }> {
  const proxy = await startFaultProxy(t, (await sharedPostgres()).port);
  const database = createDatabase({
    connectionsMax: 4,
    ...options,
    address: { ...address, port: proxy.port },
  });
  t.after(() => database.close());
  return { proxy, database };
}
