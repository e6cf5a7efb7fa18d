import { join } from 'node:path';
import { readPosition } from '../../src/store/postgres/log/head.ts';
import { replicaFolder } from '../../src/store/postgres/log/replica.ts';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { eventually } from './eventually.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { postgresDatabase, type TestDatabase } from './postgres-database.ts';
import {
  type AskedServer,
  type ServerProcess,
  type ServerProcessOptions,
  startServer,
} from './server-process.ts';
import type { Cleanup } from './temp-dir.ts';

/** Several instances on one database behind a balancer, which look like one server from outside. */
export interface Cluster extends AskedServer {
  readonly instances: readonly ServerProcess[];
  readonly database: TestDatabase;
}

export interface ClusterOptions extends Pick<ServerProcessOptions, 'environment'> {
  readonly count?: number;
  /** In place of the address of the database, such as that of a proxy in between. */
  readonly databaseUrl?: (database: TestDatabase) => string | Promise<string>;
}

/** Starts instances, each on a data folder of its own, behind a balancer that picks one at random for each connection. */
export async function startCluster(t: Cleanup, options: ClusterOptions = {}): Promise<Cluster> {
  const database = await postgresDatabase(t);
  const balancer = await startFaultProxy(t);
  const address = `http://127.0.0.1:${balancer.port}`;
  const environment = {
    SEOGA_BASE_URL: address,
    ...options.environment,
    SEOGA_DATABASE_URL: (await options.databaseUrl?.(database)) ?? database.url,
    SEOGA_KEY_PEPPER: 'a-pepper-that-only-tests-know-of',
    SEOGA_SESSION_SECRET: 'a-secret-that-only-tests-know-of',
  };
  const instances = await Promise.all(
    Array.from({ length: options.count ?? 3 }, () => startServer(t, { environment })),
  );
  balancer.leadTo(...instances.map((instance) => Number(new URL(instance.address).port)));
  const first = instances[0];
  if (first === undefined) throw new Error('a cluster has at least one instance');
  const control = database.open(1);
  let asked = 0;
  const untilAllFollowed = async () => {
    const [head] = await control.query<{ no: number }>(`SELECT no FROM catalog.head WHERE file = 'catalog'`);
    for (const { dataDir } of instances) await untilFollowed(dataDir, head?.no ?? 0);
  };
  return {
    instances,
    database,
    environment,
    address,
    baseUrl: environment.SEOGA_BASE_URL,
    dataDir: first.dataDir,
    // From any machine: each command from the next one. What it changed is shown by all within a second.
    async seoga(args, command) {
      const result = await (instances[asked++ % instances.length] ?? first).seoga(args, command);
      await untilAllFollowed();
      return result;
    },
    async seogaEach(commands) {
      const results = await (instances[asked++ % instances.length] ?? first).seogaEach(commands);
      await untilAllFollowed();
      return results;
    },
  };
}

/** Resolves when the replica in a data folder has a commit. */
async function untilFollowed(dataDir: string, no: number): Promise<void> {
  const db = openDatabase(join(replicaFolder(dataDir), CATALOG_FILE), {
    busyTimeoutMs: 1_000,
    readOnly: true,
  });
  try {
    await eventually(
      () => readPosition(db).no,
      (at) => at >= no,
    );
  } finally {
    db.close();
  }
}
