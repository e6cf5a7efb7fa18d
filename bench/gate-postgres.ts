import { readFileSync } from 'node:fs';
import { systemClock } from '../src/clock.ts';
import { parseDatabaseUrl } from '../src/config/database-url.ts';
import { createDatabase } from '../src/store/postgres/database.ts';
import { migratePostgres } from '../src/store/postgres/migrate.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { makeKeys, openGate } from './gate/postgres-gate-subject.ts';

/**
 * One call through the gate on PostgreSQL (admit and settle), in batches of calls that arrive in one turn of the event loop, each of
 * another account or all of one. Reference in the same run: a bare UPDATE of one row and its commit, over the same
 * connections. The server does not sync to the disk, so the ratio leaves out what is equal in both; with `synced` it does, as in
 * production, in the system's folder for temporary files.
 *
 * Usage: node bench/gate-postgres.ts [calls a round] [rounds] [synced]
 */
const callsARound = Number(process.argv[2] ?? 2_048);
const rounds = Number(process.argv[3] ?? 7);
const ACCOUNTS = 1000;
const BATCHES = [1, 8, 64];
const REFERENCE = 'one-row commit';

interface Measured {
  /** Milliseconds from the first call of a batch to the last answer, the median of all batches. */
  readonly p50Ms: number;
  readonly clientUs: number;
  readonly serverUs: number;
}

type RunBatch = (from: number, size: number) => Promise<unknown>;

const server = await startPostgres({ isSynced: process.argv[4] === 'synced' });
const address = parseDatabaseUrl(
  `postgres://${server.user}:${server.password}@127.0.0.1:${server.port}/postgres`,
);
const database = createDatabase({ address, connectionsMax: 4, callTimeoutMs: 20_000 });
await migratePostgres(database);
const keys = await makeKeys(database, ACCOUNTS);
await database.queryWithin(10_000, 'ANALYZE');
const gate = openGate(database);

const callOf = async (key: string) => {
  const decision = await gate.admit(key);
  if (decision.outcome !== 'passed') throw new Error(decision.outcome);
  const { caller, quota } = decision;
  gate.settle({ ...caller, day: quota.day, endpoint: 'itemDetail', statusCode: 200 });
};
const keyAt = (at: number) => keys[at % keys.length] ?? '';
const subjects: Readonly<Record<string, RunBatch>> = {
  'gate, many accounts': (from, size) =>
    Promise.all(Array.from({ length: size }, (_, at) => callOf(keyAt(from + at)))),
  'gate, one account': (_from, size) => Promise.all(Array.from({ length: size }, () => callOf(keyAt(0)))),
  [REFERENCE]: (from) =>
    database.query('UPDATE meter SET look_full_at_us = look_full_at_us + 1 WHERE account_id = $1', [
      1 + (from % ACCOUNTS),
    ]),
};

console.log('us of CPU a call (a commit of the reference); the median of', rounds, 'interleaved rounds');
console.log('batch  subject                p50 ms of a batch   client us   server us   p50 / one-row commit');
for (const batch of BATCHES) {
  const results = new Map<string, Measured[]>(Object.keys(subjects).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, run] of Object.entries(subjects)) {
      const measured = await measure(run, batch);
      // The first round only warms up.
      if (round > 0) results.get(name)?.push(measured);
    }
  }
  const commitMs = median(results.get(REFERENCE)?.map(({ p50Ms }) => p50Ms) ?? []);
  for (const [name, measured] of results) {
    const cells = (['p50Ms', 'clientUs', 'serverUs'] as const).map((field) =>
      median(measured.map((one) => one[field])),
    );
    const [p50 = 0, client = 0, bare = 0] = cells;
    console.log(
      `${String(batch).padStart(5)}  ${name.padEnd(20)} ${p50.toFixed(2).padStart(19)} ${client.toFixed(0).padStart(11)} ${bare.toFixed(0).padStart(11)} ${(p50 / commitMs).toFixed(2).padStart(12)}`,
    );
  }
}
await gate.flush();
await database.close();

async function measure(run: RunBatch, batch: number): Promise<Measured> {
  const client = process.cpuUsage();
  const serverBefore = serverCpuUs();
  const took: number[] = [];
  for (let from = 0; from < callsARound; from += batch) {
    const startMs = systemClock.monotonicMs();
    await run(from, batch);
    took.push(systemClock.monotonicMs() - startMs);
  }
  const { user, system } = process.cpuUsage(client);
  return {
    p50Ms: median(took),
    clientUs: (user + system) / callsARound,
    serverUs: (serverCpuUs() - serverBefore) / callsARound,
  };
}

/** CPU of the server's processes so far. Ticks are 10 ms, so a round has to take many of them. */
function serverCpuUs(): number {
  const children = readFileSync(`/proc/${server.pid()}/task/${server.pid()}/children`, 'utf8')
    .trim()
    .split(' ');
  const ticks = children.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, one) => sum + one, 0) * 10_000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
