import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import { eventually } from '../../test/support/eventually.ts';
import { opsOf, type ServerProcess, startServer } from '../../test/support/server-process.ts';
import { inTurn, median, ratio } from '../figures.ts';
import { command, writeDemo } from '../http/servers.ts';
import type { Cluster } from './cluster.ts';

/**
 * Imports and ranking runs beside those of the embedded store, and how long a new instance, and its restart, takes to its first answer
 * and to its first search.
 */
export async function measureInstance(cluster: Cluster): Promise<void> {
  const { items, rounds, folder, settings } = cluster;
  const feed = writeDemo(folder, items);
  const stores: Stores = {
    PostgreSQL: (...words) => command(join(folder, 'writer'), words, settings),
    embedded: (...words) => command(join(folder, 'embedded'), words, {}),
  };
  say('import, into PostgreSQL', await timed(() => stores.PostgreSQL('import', feed)));
  say('import, embedded', await timed(() => stores.embedded('import', feed)));
  await compareNights(stores, rounds);

  const dataDir = join(folder, 'instance');
  for (const what of ['a new instance', 'its restart']) {
    const instance = await timed(() => startServer(cluster, { dataDir, environment: settings }));
    say(`${what}, to its first answer`, instance);
    say('  and from then on to its first search', await timed(() => untilSearchable(instance.done)));
    if (what === 'a new instance') await instance.done.stop();
  }
}

type Stores = Readonly<Record<'embedded' | 'PostgreSQL', (...words: string[]) => Promise<void>>>;

async function compareNights(stores: Stores, rounds: number): Promise<void> {
  const rank = async (name: keyof Stores) => {
    const night = await timed(() => stores[name]('rank'));
    say(`rank, ${name}`, night);
    return night.cpuMs;
  };
  const nights = await inTurn({ embedded: 'embedded', PostgreSQL: 'PostgreSQL' }, rounds, rank);
  const [embedded = [], postgres = []] = nights.values();
  console.log(`rank, PostgreSQL / embedded by CPU: ${ratio(median(postgres), median(embedded))}`);
}

function say(what: string, { ms, cpuMs }: { ms: number; cpuMs: number }): void {
  const cpu = cpuMs > 0 ? `, ${(cpuMs / 1000).toFixed(1)} s of CPU` : '';
  console.log(`${what}: ${(ms / 1000).toFixed(1)} s${cpu}`);
}

/** Wall time of work, and CPU time of the commands that it ran. */
async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; cpuMs: number; done: T }> {
  const startMs = systemClock.monotonicMs();
  const before = childrenCpuMs();
  const done = await work();
  return { ms: systemClock.monotonicMs() - startMs, cpuMs: childrenCpuMs() - before, done };
}

function childrenCpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

async function untilSearchable(instance: ServerProcess): Promise<void> {
  const ops = await opsOf(instance);
  await eventually(async () => {
    const answer = await fetch(`${ops}/health/ready`);
    const { checks } = (await answer.json()) as { readonly checks: { readonly search: string } };
    return checks.search === 'ok';
  });
}
