import { execFile } from 'node:child_process';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemClock } from '../../src/clock.ts';
import { parseDatabaseUrl } from '../../src/config/database-url.ts';
import { createDatabase } from '../../src/store/postgres/database.ts';
import { readHead, readPosition } from '../../src/store/postgres/log/head.ts';
import { replicaFolder } from '../../src/store/postgres/log/replica.ts';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { type ServerProcess, startServer } from '../../test/support/server-process.ts';
import { median, quantile, ratio } from '../figures.ts';
import { SEOGA, writeDemo } from '../http/servers.ts';
import type { Cluster } from './cluster.ts';

const ITEMS_A_FILE = 1_000;
/** How often the heads are looked at. */
const LOOK_MS = 5;

type Settings = Readonly<Record<string, string>>;

/**
 * How long a new instance takes to its first answer and to its first search, how long a restart takes, how far a replica lags
 * behind an import, and the ranking run beside that of the embedded store.
 */
export async function measureReplica({ items, imported, rounds, folder, settings }: Cluster): Promise<void> {
  const feed = writeDemo(folder, items);
  const writer = { ...settings, SEOGA_DATA_DIR: join(folder, 'writer') };
  const embedded = { SEOGA_DEMO: '0', SEOGA_DATA_DIR: join(folder, 'embedded') };
  say('import, into PostgreSQL', await timed(() => command(writer, 'import', feed)));
  say('import, embedded', await timed(() => command(embedded, 'import', feed)));
  await compareNights({ embedded, PostgreSQL: writer }, rounds);

  const cleanUps: (() => void | Promise<void>)[] = [];
  const owner = { after: (cleanUp: () => void | Promise<void>) => void cleanUps.push(cleanUp) };
  const dataDir = join(folder, 'instance');
  const start = () => startServer(owner, { dataDir, environment: settings });
  let instance = await timed(start);
  say('a new instance, to its first answer', instance);
  say('  and from then on to its first search', await timed(() => untilSearchable(instance.done)));
  await instance.done.stop();
  instance = await timed(start);
  say('its restart, to its first answer', instance);
  say('  and from then on to its first search', await timed(() => untilSearchable(instance.done)));

  const files = writeChanges(folder, await readItemIds(feed, imported));
  const following = { url: settings.SEOGA_DATABASE_URL, dataDir };
  const lags = await measureLag(following, () => command(writer, 'import', ...files));
  const sorted = lags.toSorted((a, b) => a - b);
  const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => quantile(sorted, share).toFixed(0));
  console.log(
    `lag behind ${lags.length} commits of ${ITEMS_A_FILE} items: p50 ${p50} ms, p99 ${p99} ms, worst ${worst} ms`,
  );
  await instance.done.stop();
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
}

async function compareNights(
  stores: Readonly<Record<'embedded' | 'PostgreSQL', Settings>>,
  rounds: number,
): Promise<void> {
  const nights = { embedded: [] as number[], PostgreSQL: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    for (const name of ['embedded', 'PostgreSQL'] as const) {
      const night = await timed(() => command(stores[name], 'rank'));
      say(`rank, ${name}, round ${round}`, night);
      nights[name].push(night.cpuMs);
    }
  }
  const times = ratio(median(nights.PostgreSQL), median(nights.embedded));
  console.log(`rank, PostgreSQL / embedded by CPU: ${times}`);
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

async function command(settings: Settings, ...words: string[]): Promise<void> {
  const env = { PATH: process.env.PATH, ...settings };
  await promisify(execFile)(process.execPath, [SEOGA, ...words], { env, maxBuffer: 1 << 28 });
}

async function untilSearchable(instance: ServerProcess): Promise<void> {
  const [, ops] = /health and metrics on (\S+?)["\s]/.exec(instance.stderr()) ?? [];
  for (;;) {
    const answer = await fetch(`${ops}/health/ready`);
    const { checks } = (await answer.json()) as { readonly checks: { readonly search: string } };
    if (checks.search === 'ok') return;
    await wait(LOOK_MS);
  }
}

/** The first numbers of items in the feed. */
async function readItemIds(feed: string, count: number): Promise<number[]> {
  const itemIds: number[] = [];
  for await (const line of createInterface({ input: createReadStream(feed) })) {
    const { kind, itemId }: { kind?: string; itemId?: number } = JSON.parse(line);
    if (kind === 'item' && itemId !== undefined) itemIds.push(itemId);
    if (itemIds.length === count) break;
  }
  return itemIds;
}

/** Files that change some items each. */
function writeChanges(folder: string, itemIds: readonly number[]): string[] {
  return Array.from({ length: Math.ceil(itemIds.length / ITEMS_A_FILE) }, (_, file) => {
    const path = join(folder, `change-${file}.jsonl`);
    const lines = Array.from({ length: ITEMS_A_FILE }, (_, line) => {
      const itemId = itemIds[(file * ITEMS_A_FILE + line) % itemIds.length];
      return JSON.stringify({ kind: 'patch', itemId, servicePoint: 1 + file });
    });
    writeFileSync(path, `${lines.join('\n')}\n`);
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
