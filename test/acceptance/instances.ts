import { startCluster } from '../support/cluster.ts';
import { postgresSuite } from '../support/postgres-database.ts';
import { registerSuite } from './register.ts';
import { startService } from './service.ts';

/** Asks for the split at once (docs/rules/running.md#many-machines). */
const SPLIT_ROW = 'usage: the calls of today up to the last one';

/**
 * npm run test:instances - the same suite against three instances on one PostgreSQL database. A balancer gives each connection to one of them
 * at random.
 */
postgresSuite('the acceptance suite on several instances', () =>
  registerSuite(
    (t) => startService(t, startCluster),
    (title) => title.startsWith(SPLIT_ROW) && 'the split by endpoint and outcome may lag by a second',
  ),
);
