import { startCluster } from '../support/cluster.ts';
import { postgresSuite } from '../support/postgres-database.ts';
import { registerSuite } from './register.ts';
import { startService } from './service.ts';

/**
 * The acceptance suite, row for row, against three instances on one PostgreSQL database. A balancer gives each connection to one of
 * them at random.
 */
postgresSuite('the acceptance suite on several instances', () =>
  registerSuite((t) => startService(t, startCluster), false),
);
