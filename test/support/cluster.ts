import { join } from 'node:path';
import { readPosition } from '../../src/store/postgres/log/head.ts';
import { replicaFolder } from '../../src/store/postgres/log/replica.ts';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { eventually } from './eventually.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { postgresDatabase, SHARED_SECRETS, type TestDatabase } from './postgres-database.ts';
import { type AskedServer, startServer } from './server-process.ts';
import type { Cleanup } from './temp-dir.ts';

/** Several instances on one database behind a balancer, which look like one server from outside. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Starts three instances, each on a data folder of its own, behind a balancer that picks one at random for each connection. They
 * reach the database at `addressOf`, such as that of a proxy in between.
 */
export async function startCluster(
  t: Cleanup,
  addressOf: (database: TestDatabase) => string | Promise<string> = ({ url }) => url,
) {
  const database = await postgresDatabase(t);
  const balancer = await startFaultProxy(t);
  const address = `http://127.0.0.1:${balancer.port}`;
  const databaseUrl = await addressOf(database);
  const environment = { SEOGA_BASE_URL: address, SEOGA_DATABASE_URL: databaseUrl, ...SHARED_SECRETS };
  const start = () => startServer(t, { environment });
  const instances = await Promise.all([start(), start(), start()]);
  balancer.leadTo(...instances.map((instance) => Number(new URL(instance.address).port)));
  const control = database.open(1);
  let asked = 0;
  /** From any machine: each command from the next one. What it changed is shown by all within a second. */
  const fromNext = async <T>(work: (instance: AskedServer) => Promise<T>): Promise<T> => {
    const result = await work(instances[asked++ % instances.length] ?? instances[0]);
    const [head] = await control.query<{ no: number }>(`SELECT no FROM catalog.head WHERE file = 'catalog'`);
    for (const { dataDir } of instances) await untilFollowed(dataDir, head?.no ?? 0);
    return result;
  };
  const asOne: AskedServer = {
    address,
    seoga: (...words) => fromNext((instance) => instance.seoga(...words)),
    seogaEach: (commands) => fromNext((instance) => instance.seogaEach(commands)),
  };
  return { ...asOne, instances, database, environment };
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
