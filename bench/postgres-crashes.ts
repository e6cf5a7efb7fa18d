import { systemClock } from '../src/clock.ts';
import { parseDatabaseUrl } from '../src/config/database-url.ts';
import { createDatabase } from '../src/store/postgres/database.ts';
import { migratePostgres } from '../src/store/postgres/migrate.ts';
import { createPostgresSql } from '../src/store/postgres/sql-driver.ts';
import { createSqlAccountStore } from '../src/store/sql/accounts/account-store.ts';
import { type PostgresServer, startPostgres, startStandby } from '../test/support/postgres-server.ts';
import { type ServerProcess, startServer } from '../test/support/server-process.ts';
import { startLoad } from '../test/support/steady-load.ts';

/**
 * Kills instances, and primaries with a synchronous standby, while clients call. Every call that was answered must be in the counts
 * afterwards. An instance restarts on its data folder; for a primary its standby goes on, and gets a standby of its own.
 *
 * Usage: node bench/postgres-crashes.ts [crashes of instances] [crashes of the primary]
 */
const instanceCrashes = Number(process.argv[2] ?? 100);
const primaryCrashes = Number(process.argv[3] ?? 20);
/** Answers before each crash. */
const ANSWERS = 50;
const PEPPER = 'a pepper for crashes that is long enough';
const UNLIMITED = { burstPerSecond: 1_000_000, burst: 1_000_000, dailyQuota: 1_000_000_000 };

const cleanUps: (() => void | Promise<void>)[] = [];
const owner = { after: (cleanUp: () => void | Promise<void>) => void cleanUps.push(cleanUp) };
let primary = await startPostgres();
const key = await makeKey();
let standby = await startStandby(primary);
let answered = 0;
let unknown = 0;
const slowestMs: number[] = [];

let dataDir: string | undefined;
for (let crash = 0; crash < instanceCrashes; crash++) {
  const instance: ServerProcess = await startInstance([primary], dataDir);
  dataDir = instance.dataDir;
  await callsUntil(instance, () => instance.kill());
}
await report(`${instanceCrashes} crashes of an instance`);

const returnedMs: number[] = [];
for (let crash = 0; crash < primaryCrashes; crash++) {
  const instance = await startInstance([primary, standby], dataDir);
  await callsUntil(instance, async (load) => {
    await primary.crash();
    await standby.run('SELECT pg_promote()');
    returnedMs.push(await load.nextAnswer());
  });
  await instance.stop();
  primary = standby;
  standby = await startStandby(primary);
}
await report(`${primaryCrashes} crashes of the primary`);
const ascending = returnedMs.toSorted((a, b) => a - b);
const middle = ascending[Math.floor(ascending.length / 2)] ?? Number.NaN;
console.log(
  `first good answer after the promotion: p50 ${middle.toFixed(0)} ms, worst ${ascending.at(-1)?.toFixed(0)} ms`,
);
console.log(
  `slowest answer around each crash of the primary: ${slowestMs
    .slice(-primaryCrashes)
    .map((ms) => ms.toFixed(0))
    .join(', ')} ms`,
);
for (const cleanUp of cleanUps.toReversed()) await cleanUp();

function urlOf(servers: readonly PostgresServer[]): string {
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return `postgres://${primary.user}:${primary.password}@${hosts}/postgres`;
}

function startInstance(servers: readonly PostgresServer[], folder?: string): Promise<ServerProcess> {
  return startServer(owner, {
    ...(folder === undefined ? {} : { dataDir: folder }),
    environment: {
      SEOGA_DATABASE_URL: urlOf(servers),
      SEOGA_KEY_PEPPER: PEPPER,
      SEOGA_SESSION_SECRET: 'a secret for crashes that is long enough',
    },
  });
}

/** Lets clients call, and goes on to the crash when they have had their answers. */
async function callsUntil(
  { address }: ServerProcess,
  crash: (load: ReturnType<typeof startLoad>) => Promise<void>,
): Promise<void> {
  const load = startLoad({ url: `${address}/v1/category/list`, key });
  for (let count = 0; count < ANSWERS; ) count += (await load.look()).answered;
  await crash(load);
  const told = await load.stop();
  answered += told.answered;
  unknown += told.unavailable + told.others.length;
  slowestMs.push(told.slowestMs);
}

async function makeKey(): Promise<string> {
  const database = openPrimary();
  await migratePostgres(database);
  const options = {
    database: createPostgresSql(database),
    pepper: PEPPER,
    keyPrefix: 'seoga_live_',
    clock: systemClock,
  };
  const accounts = createSqlAccountStore(options);
  const person = { email: 'dev@books.example', name: 'Dev', tier: 'free', role: 'developer' } as const;
  const account = await accounts.createAccount(person);
  await accounts.updateAccount(account?.accountId ?? 0, { override: UNLIMITED });
  const issued = await accounts.issueKey(account?.accountId ?? 0);
  await database.close();
  return issued ?? '';
}

async function report(what: string): Promise<void> {
  const database = openPrimary();
  const [row] = await database.query<{ counted: number }>(
    `SELECT coalesce((SELECT sum(used) FROM meter), 0)::bigint
       + coalesce((SELECT sum(calls) FROM usage_total), 0)::bigint AS counted`,
  );
  await database.close();
  const counted = row?.counted ?? Number.NaN;
  console.log(
    `${what}: ${answered} calls answered so far, ${unknown} failed or were cut off, ${counted} counted, ${Math.max(0, answered - counted)} lost, ${Math.max(0, counted - answered - unknown)} too many`,
  );
}

function openPrimary() {
  const address = parseDatabaseUrl(urlOf([primary]));
  return createDatabase({ address, connectionsMax: 1, callTimeoutMs: 60_000 });
}
