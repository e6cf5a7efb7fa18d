import { systemClock } from '../src/clock.ts';
import { StoreUnavailableError } from '../src/gate/store-unavailable-error.ts';
import { createDatabase } from '../src/store/postgres/database.ts';
import { migratePostgres } from '../src/store/postgres/migrate.ts';
import { createPostgresSql } from '../src/store/postgres/sql-driver.ts';
import { accountRaces } from '../test/store/sql/account-races.ts';
import { startPostgres } from '../test/support/postgres-server.ts';

/**
 * Races of instances on one PostgreSQL database for what only one of them may get, counted as broken when the invariant
 * does not hold afterwards.
 *
 * Usage: node bench/account-races.ts [races an invariant] [invariant]
 */
const races = Number(process.argv[2] ?? 1_000);
const wanted = process.argv[3];
const INSTANCES = 3;
/** Races that run beside each other. */
const LANES = 8;

const server = await startPostgres();
const address = {
  hosts: [{ host: '127.0.0.1', port: server.port }],
  user: server.user,
  password: server.password,
  database: 'postgres',
  sslMode: 'disable',
} as const;
const open = () => createDatabase({ address, connectionsMax: LANES + 1, callTimeoutMs: 60_000 });
const pools = Array.from({ length: INSTANCES }, open);
const check = open();
await migratePostgres(check);

for (const { invariant, isAlone, run } of accountRaces(
  pools.map(createPostgresSql),
  createPostgresSql(check),
)) {
  if (wanted !== undefined && wanted !== invariant) continue;
  let started = 0;
  let broken = 0;
  let undecided = 0;
  const startMs = systemClock.monotonicMs();
  const lane = async () => {
    while (started < races) {
      started += 1;
      // A machine that is too busy to finish a race has shown nothing: another one is run in its place.
      const holds = await run().catch((error: unknown) => {
        if (error instanceof StoreUnavailableError) return null;
        throw error;
      });
      if (holds === false) broken += 1;
      if (holds !== null) continue;
      undecided += 1;
      started -= 1;
    }
  };
  await Promise.all(Array.from({ length: isAlone ? 1 : LANES }, lane));
  const seconds = (systemClock.monotonicMs() - startMs) / 1000;
  console.log(
    `${invariant}: ${races} races, ${broken} broken, ${undecided} undecided, ${seconds.toFixed(0)} s`,
  );
}
await Promise.all([check, ...pools].map((database) => database.close()));
