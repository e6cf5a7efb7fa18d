import { join } from 'node:path';
import { createRandom } from '../../demo/random.ts';
import { head, inTurn, medianOf, quantile, ratio, row } from '../figures.ts';
import { getRequest, load, timesOf } from '../http/load.ts';
import { cpuUs, type Seoga, startInstance, startSeoga, writeDemo } from '../http/servers.ts';
import type { Cluster } from './cluster.ts';

const IN_FLIGHT = [64, 8];
const PAGES = 3;

/**
 * A list of 20 from `serve` on PostgreSQL beside `serve` on the embedded store: CPU of the server's process and of PostgreSQL an
 * answer, in interleaved rounds; then three instances on that PostgreSQL, which share 64 calls in flight.
 */
export async function measureHttp(cluster: Cluster): Promise<void> {
  const { items, folder, settings } = cluster;
  const feed = writeDemo(folder, items);
  const embedded = await startSeoga(cluster, feed, join(folder, 'embedded'));
  const postgres = await startSeoga(cluster, feed, join(folder, 'postgres'), settings);
  head('in flight', 'servers', 'CPU us an answer', 'ratio', 'PostgreSQL us', 'p50 ms');
  const one = { embedded: [embedded], PostgreSQL: [postgres] };
  for (const inFlight of IN_FLIGHT) await measure(one, cluster, inFlight);
  const instances = [postgres];
  for (const name of ['second', 'third'])
    instances.push({ ...(await startInstance(cluster, join(folder, name), settings)), key: postgres.key });
  await measure({ embedded: [embedded], 'three on PostgreSQL': instances }, cluster, 64);
}

/** The ratio of each group of servers is to the first. */
async function measure(
  groups: Readonly<Record<string, readonly Seoga[]>>,
  cluster: Cluster,
  inFlight: number,
): Promise<void> {
  const measured = await inTurn(groups, cluster.rounds, (servers) =>
    measureRound(servers, cluster, inFlight),
  );
  const [reference = []] = measured.values();
  for (const [name, all] of measured) {
    const us = medianOf('us', all);
    const database = medianOf('databaseUs', all).toFixed(0);
    const times = ratio(us, medianOf('us', reference));
    row(inFlight, name, us.toFixed(0), times, database, medianOf('p50', all).toFixed(1));
  }
}

async function measureRound(servers: readonly Seoga[], { calls, pid }: Cluster, inFlight: number) {
  const usNow = () => [servers.reduce((sum, server) => sum + cpuUs(server.pid), 0), cpuUs(pid)] as const;
  const before = usNow();
  const connections = Math.ceil(inFlight / servers.length);
  const loads = await Promise.all(servers.map((server) => ask(server, connections, calls)));
  const after = usNow();
  const answers = calls * servers.length;
  return {
    us: (after[0] - before[0]) / answers,
    databaseUs: (after[1] - before[1]) / answers,
    p50: quantile(timesOf(loads), 0.5),
  };
}

const random = createRandom(1);

function ask({ port, key }: Seoga, connections: number, requests: number) {
  const path = () => `/v1/category/bestseller?categoryId=001&page=${1 + random.below(PAGES)}`;
  return load({ port, next: () => getRequest(path(), { 'X-Api-Key': key }), connections, requests });
}
