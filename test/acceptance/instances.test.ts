import { startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { postgresSuite } from '../support/postgres-database.ts';
import { registerSuite } from './register.ts';
import { createClient, startService } from './service.ts';

/**
 * The acceptance suite, row for row, against three instances on one PostgreSQL database. A balancer gives each connection to one of
 * them at random.
 */
postgresSuite('the acceptance suite on several instances', () =>
  registerSuite((t) => startService(t, startCluster, clientThatRetries), false),
);

/**
 * A machine that is busy with other tests may keep a call from its database for longer than a second. The call then fails with 503 and is
 * made again, as the interface asks of clients.
 */
function clientThatRetries(...of: Parameters<typeof createClient>): ReturnType<typeof createClient> {
  const client = createClient(...of);
  return {
    ...client,
    call: (...words) =>
      eventually(
        () => client.call(...words),
        ({ status }) => status !== 503,
      ),
  };
}
