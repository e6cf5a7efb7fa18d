import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FIRST_ITEM_ID } from '../../demo/items.ts';
import { systemClock } from '../../src/clock.ts';
import { parseDatabaseUrl } from '../../src/config/database-url.ts';
import { createDatabase } from '../../src/store/postgres/database.ts';
import { readHead, readPosition } from '../../src/store/postgres/log/head.ts';
import { replicaFolder } from '../../src/store/postgres/log/replica.ts';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { jsonLines } from '../../test/support/json-lines.ts';
import { opsOf, type ServerProcess, startServer } from '../../test/support/server-process.ts';
import { inTurn, median, quantile, ratio } from '../figures.ts';
import { command, writeDemo } from '../http/servers.ts';
import type { Cluster } from './cluster.ts';

const ITEMS_A_FILE = 1_000;
/** How often the heads are looked at. */
const LOOK_MS = 5;

/**
 * How long a new instance takes to its first answer and to its first search, how long a restart takes, how far a replica lags
 * behind an import, and the ranking run beside that of the embedded store.
 */
export async function measureReplica(cluster: Cluster): Promise<void> {
  const { items, imported, rounds, folder, settings, url } = cluster;
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
  const files = writeChanges(folder, imported);
  const lags = await measureLag({ url, dataDir }, () => stores.PostgreSQL('import', ...files));
  const sorted = Float64Array.from(lags).sort();
  const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => quantile(sorted, share).toFixed(0));
  console.log(
    `lag behind ${lags.length} commits of ${ITEMS_A_FILE} items: p50 ${p50} ms, p99 ${p99} ms, worst ${worst} ms`,
  );
}

/** Runs a command on a store. */
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

/** CPU time of all processes that this one started and that have ended. */
function childrenCpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

async function untilSearchable(instance: ServerProcess): Promise<void> {
  const ops = await opsOf(instance);
  for (;;) {
    const answer = await fetch(`${ops}/health/ready`);
    const { checks } = (await answer.json()) as { readonly checks: { readonly search: string } };
    if (checks.search === 'ok') return;
    await wait(LOOK_MS);
  }
}

/** Files that change some items of the demo each. */
function writeChanges(folder: string, count: number): string[] {
  return Array.from({ length: Math.ceil(count / ITEMS_A_FILE) }, (_, file) => {
    const path = join(folder, `change-${file}.jsonl`);
    const lines = Array.from({ length: ITEMS_A_FILE }, (_, line) => {
      const itemId = FIRST_ITEM_ID + ((file * ITEMS_A_FILE + line) % count);
      return { kind: 'patch', itemId, servicePoint: 1 + file };
    });
    writeFileSync(path, jsonLines(lines));
    return path;
  });
}

/** Time from each commit in PostgreSQL to its rows in the replica, in ms, while the work runs. */
async function measureLag(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  work: () => Promise<void>,
): Promise<number[]> {
  const database = createDatabase({
    address: parseDatabaseUrl(url),
    connectionsMax: 1,
    callTimeoutMs: 20_000,
  });
  const db = openDatabase(join(replicaFolder(dataDir), CATALOG_FILE), { busyTimeoutMs: 0, readOnly: true });
  const waiting: { no: number; sinceMs: number }[] = [];
  const lags: number[] = [];
  let isOver = false;
  let known = readPosition(db).no;
  const working = work().finally(() => {
    isOver = true;
  });
  while (!isOver || waiting.length > 0) {
    const head = await readHead(database, 'catalog');
    const nowMs = systemClock.monotonicMs();
    for (; known < head.no; known++) waiting.push({ no: known + 1, sinceMs: nowMs });
    const { no } = readPosition(db);
    while (waiting[0] !== undefined && waiting[0].no <= no)
      lags.push(nowMs - (waiting.shift()?.sinceMs ?? 0));
    await wait(LOOK_MS);
  }
  await working;
  db.close();
  await database.close();
  return lags;
}
