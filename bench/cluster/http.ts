import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../../demo/random.ts';
import { median, quantile, ratio, row } from '../figures.ts';
import { load } from '../http/load.ts';
import {
  cpuUs,
  cpuUsOfTree,
  type MeasuredServer,
  startInstance,
  startSeoga,
  stop,
  writeDemo,
} from '../http/servers.ts';
import type { Cluster } from './cluster.ts';

const IN_FLIGHT = [64, 8];
const PAGES = 3;

type Asked = MeasuredServer & { readonly key: string };

/**
 * A list of 20 from `serve` on PostgreSQL beside `serve` on the embedded store: CPU of the server's process and of PostgreSQL an
 * answer, in interleaved rounds; then three instances on that PostgreSQL, which share 64 calls in flight.
 */
export async function measureHttp({ items, calls, rounds, folder, pid, settings }: Cluster): Promise<void> {
  const feed = writeDemo(folder, items);
  const folderOf = (name: string) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  };
  const embedded = await startSeoga(feed, folderOf('embedded'), { SEOGA_DEMO: '0' });
  const postgres = await startSeoga(feed, folderOf('postgres'), settings);
  row('in flight', 'servers', 'CPU us an answer', 'ratio', 'PostgreSQL us', 'p50 ms');
  row(...Array(6).fill('---'));
  const one = { embedded: [embedded], PostgreSQL: [postgres] };
  for (const inFlight of IN_FLIGHT) await measureInTurn(one, { calls, rounds, pid, inFlight });
  const instances: Asked[] = [postgres];
  for (const name of ['second', 'third'])
    instances.push({ key: postgres.key, ...(await startInstance(folderOf(name), settings)) });
  const three = { embedded: [embedded], 'three on PostgreSQL': instances };
  await measureInTurn(three, { calls, rounds, pid, inFlight: 64 });
  for (const server of [embedded, ...instances]) await stop(server);
}

interface Round {
  readonly us: number;
  readonly databaseUs: number;
  readonly p50: number;
}

/** Prints a row for each group of servers, whose ratio is to the first. */
async function measureInTurn(
  groups: Readonly<Record<string, readonly Asked[]>>,
  { rounds, ...options }: RoundOptions & Pick<Cluster, 'rounds'>,
): Promise<void> {
  const measured = new Map<string, Round[]>(Object.keys(groups).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, servers] of Object.entries(groups)) {
      const one = await measureRound(servers, options);
      // The first round only warms up.
      if (round > 0) measured.get(name)?.push(one);
    }
  }
  const medianOf = (all: readonly Round[], field: keyof Round) => median(all.map((one) => one[field]));
  const [reference = []] = measured.values();
  for (const [name, all] of measured) {
    const us = medianOf(all, 'us');
    const times = ratio(us, medianOf(reference, 'us'));
    const database = medianOf(all, 'databaseUs').toFixed(0);
    row(options.inFlight, name, us.toFixed(0), times, database, medianOf(all, 'p50').toFixed(1));
  }
}

interface RoundOptions extends Pick<Cluster, 'calls' | 'pid'> {
  readonly inFlight: number;
}

async function measureRound(
  servers: readonly Asked[],
  { calls, pid, inFlight }: RoundOptions,
): Promise<Round> {
  const cpuNow = () => ({
    ours: servers.map(cpuUs).reduce((a, b) => a + b),
    database: cpuUsOfTree(pid),
  });
  const before = cpuNow();
  const connections = Math.ceil(inFlight / servers.length);
  const loads = await Promise.all(servers.map((server) => ask(server, connections, calls)));
  const after = cpuNow();
  const answers = calls * servers.length;
  return {
    us: (after.ours - before.ours) / answers,
    databaseUs: (after.database - before.database) / answers,
    p50: quantile(Float64Array.from(loads.flatMap(({ times }) => [...times])).sort(), 0.5),
  };
}

const random = createRandom(1);

function ask({ port, key }: Asked, connections: number, requests: number) {
  const next = () =>
    `GET /v1/category/bestseller?categoryId=001&page=${1 + random.below(PAGES)} HTTP/1.1\r\n` +
    `Host: 127.0.0.1:${port}\r\nX-Api-Key: ${key}\r\n\r\n`;
  return load({ port, next, connections, status: 200, requests });
}
