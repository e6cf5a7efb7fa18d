import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../demo/random.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { load, quantile } from './http/load.ts';
import { cpuUs, cpuUsOfTree, type MeasuredServer, startInstance, startSeoga, stop } from './http/servers.ts';

/**
 * A list of 20 from `serve` on PostgreSQL beside `serve` on the embedded store: CPU of the server's process and of PostgreSQL an
 * answer, in interleaved rounds; then three instances on that PostgreSQL, which share 64 calls in flight.
 *
 * Usage: node bench/postgres-http.ts [answers a round] [rounds] [items]
 */
const requests = Number(process.argv[2] ?? 3_000);
const rounds = Number(process.argv[3] ?? 5);
const items = process.argv[4] ?? '5000';
const IN_FLIGHT = [64, 8];
const PAGES = 3;
const ATTEMPTS_MAX = 20;

const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'seoga-bench-'));
const feed = join(folder, 'feed.jsonl');
execFileSync(
  process.execPath,
  [join(import.meta.dirname, '../bin/seoga.ts'), 'demo', '--items', items, '--months', '2', '--print'],
  { stdio: ['ignore', openSync(feed, 'w'), 'inherit'] },
);
const settings = {
  SEOGA_DATABASE_URL: `postgres://${postgres.user}:${postgres.password}@127.0.0.1:${postgres.port}/postgres`,
  SEOGA_KEY_PEPPER: 'a pepper for measuring that is long enough',
  SEOGA_SESSION_SECRET: 'a secret for measuring that is long enough',
};
const folderOf = (name: string) => {
  mkdirSync(join(folder, name));
  return join(folder, name);
};
const start = (name: string, more: Readonly<Record<string, string>>) =>
  startSeoga(feed, folderOf(name), { SEOGA_DEMO: '0', ...more });
const servers = { embedded: await start('embedded', {}), postgres: await start('postgres', settings) };

type Asked = MeasuredServer & { readonly key: string };
const random = createRandom(1);
const ask = ({ port, key }: Asked, connections: number, calls = requests) =>
  load({
    port,
    next: () =>
      `GET /v1/category/bestseller?categoryId=001&page=${1 + random.below(PAGES)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Api-Key: ${key}\r\n\r\n`,
    connections,
    closes: false,
    status: 200,
    isBodiless: false,
    requests: calls,
  });

const cpuNow = (server: Asked) => [cpuUs(server), cpuUsOfTree(postgres.pid())] as const;

/** A round, again when a call failed: on a machine that is too busy a call may not reach its database within a second. */
async function measured(server: Asked, connections: number) {
  for (let attempt = 1; ; attempt++) {
    const before = cpuNow(server);
    try {
      return { before, ...(await ask(server, connections)) };
    } catch (error) {
      console.log(`a round at ${connections} in flight is repeated: ${String(error).split('\n')[0]}`);
      if (attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

console.log('CPU us an answer, the median of', rounds, 'rounds of', requests, 'answers');
console.log('in flight  embedded  on PostgreSQL  ratio  PostgreSQL itself  p50 ms embedded / on PostgreSQL');
for (const connections of IN_FLIGHT) {
  const figures = { embedded: [] as number[], postgres: [] as number[], database: [] as number[] };
  const p50 = { embedded: [] as number[], postgres: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    for (const name of ['embedded', 'postgres'] as const) {
      const { before, times } = await measured(servers[name], connections);
      const after = cpuNow(servers[name]);
      // The first round only warms up.
      if (round === 0) continue;
      figures[name].push((after[0] - before[0]) / requests);
      p50[name].push(quantile(times, 0.5));
      if (name === 'postgres') figures.database.push((after[1] - before[1]) / requests);
    }
  }
  const [embedded, onPostgres, database] = [figures.embedded, figures.postgres, figures.database].map(median);
  console.log(
    `${connections}  ${embedded?.toFixed(0)}  ${onPostgres?.toFixed(0)}  ${((onPostgres ?? 0) / (embedded ?? 1)).toFixed(2)}  ${database?.toFixed(0)}  ${median(p50.embedded).toFixed(1)} / ${median(p50.postgres).toFixed(1)}`,
  );
}

const { key } = servers.postgres;
const instances: Asked[] = [servers.postgres];
for (const name of ['second', 'third'])
  instances.push({ key, ...(await startInstance(folderOf(name), { SEOGA_DEMO: '0', ...settings })) });
console.log('three instances, 64 in flight: CPU us an answer of the instances and of PostgreSQL, p50 ms');
for (let round = 0; round <= rounds; round++) {
  const before = [cpuUsOfTree(postgres.pid()), ...instances.map(cpuUs)];
  const share = Math.ceil(64 / instances.length);
  const loads = await Promise.all(instances.map((instance) => ask(instance, share, requests)));
  const spent = [cpuUsOfTree(postgres.pid()), ...instances.map(cpuUs)].map(
    (us, at) => us - (before[at] ?? 0),
  );
  const [database = 0, ...own] = spent.map((us) => us / (requests * instances.length));
  const sum = own.reduce((a, b) => a + b);
  const p50 = quantile(Float64Array.from(loads.flatMap(({ times }) => [...times])).sort(), 0.5);
  if (round > 0) console.log(`${sum.toFixed(0)}  ${database.toFixed(0)}  ${p50.toFixed(1)}`);
}
for (const server of [servers.embedded, ...instances]) await stop(server);
rmSync(folder, { recursive: true });

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
