/**
 * The service on PostgreSQL.
 *
 * node bench/cluster.ts gate [--calls 2048] [--rounds 7] [--synced yes]
 * node bench/cluster.ts http [--items 1000] [--calls 3000] [--rounds 5]
 * node bench/cluster.ts instance [--items 100000] [--rounds 3]
 *   --calls   calls a round
 *   --synced  whether PostgreSQL syncs commits to the disk, as in production
 */
import { SHARED_SECRETS } from '../test/support/postgres-database.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { measureGate } from './cluster/gate.ts';
import { measureHttp } from './cluster/http.ts';
import { measureInstance } from './cluster/instance.ts';
import { readOptions, withFolder } from './figures.ts';

const { words, synced, ...sizes } = readOptions({
  items: 1000,
  calls: 2048,
  rounds: 5,
  synced: 'no',
});
const measure = { gate: measureGate, http: measureHttp, instance: measureInstance }[words[0] ?? ''];
if (measure === undefined) throw new Error('say gate, http or instance');
const postgres = await startPostgres({ isSynced: synced === 'yes' });
const url = postgres.urlOf('postgres');
await withFolder((folder, t) =>
  measure({
    ...sizes,
    ...t,
    folder,
    pid: postgres.pid(),
    url,
    settings: { SEOGA_DATABASE_URL: url, ...SHARED_SECRETS },
  }),
);
