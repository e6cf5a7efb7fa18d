import { startFaultProxy } from './fault-proxy.ts';
import { postgresDatabase, SHARED_SECRETS, type TestDatabase } from './postgres-database.ts';
import { type AskedServer, startServer } from './server-process.ts';
import type { Cleanup } from './temp-dir.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Starts three instances behind a balancer, which picks one at random for each connection. They reach the database at
 * `addressOf`.
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
  let asked = 0;
  const next = () => instances[asked++ % instances.length] ?? instances[0];
  const asOne: AskedServer = {
    address,
    seoga: (...words) => next().seoga(...words),
    seogaEach: (commands) => next().seogaEach(commands),
  };
  return { ...asOne, instances, database, environment };
}
