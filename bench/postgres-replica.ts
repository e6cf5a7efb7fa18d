import { execFile, execFileSync } from 'node:child_process';
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemClock } from '../src/clock.ts';
import { parseDatabaseUrl } from '../src/config/database-url.ts';
import { INDEX_FILE } from '../src/search/runtime/index-file.ts';
import { createDatabase } from '../src/store/postgres/database.ts';
import { readHead } from '../src/store/postgres/log/head.ts';
import { readPosition } from '../src/store/postgres/log/log-position.ts';
import { replicaFolder } from '../src/store/postgres/log/replica.ts';
import { CATALOG_FILE, openDatabase } from '../src/store/sqlite/database.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { type ServerProcess, startServer } from '../test/support/server-process.ts';

/**
 * Replicas of a catalogue: how long a new instance takes to its first answer and to its first search, how long a restart takes, how
 * far a replica lags behind an import, and the ranking run beside that of the embedded store. Without rounds of ranking runs there is
 * no embedded store.
 *
 * Usage: node bench/postgres-replica.ts [items] [items imported in files of 1,000] [rounds of ranking runs]
 */
const items = Number(process.argv[2] ?? 1_000_000);
const imported = Number(process.argv[3] ?? 100_000);
const rounds = Number(process.argv[4] ?? 3);
const ITEMS_A_FILE = 1_000;
/** How often the heads are looked at. */
const LOOK_MS = 5;

const seoga = join(import.meta.dirname, '../bin/seoga.ts');
const folder = mkdtempSync(join(tmpdir(), 'seoga-bench-'));
const cleanUps: (() => void | Promise<void>)[] = [];
const owner = { after: (cleanUp: () => void | Promise<void>) => void cleanUps.push(cleanUp) };
const postgres = await startPostgres();
const url = `postgres://${postgres.user}:${postgres.password}@127.0.0.1:${postgres.port}/postgres`;
const shared = {
  SEOGA_DATABASE_URL: url,
  SEOGA_KEY_PEPPER: 'a pepper for measuring that is long enough',
  SEOGA_SESSION_SECRET: 'a secret for measuring that is long enough',
};

const feed = join(folder, 'feed.jsonl');
const demo = ['demo', '--items', String(items), '--months', '2', '--print'];
execFileSync(process.execPath, [seoga, ...demo], { stdio: ['ignore', openSync(feed, 'w'), 'inherit'] });
const writer = { ...shared, SEOGA_DATA_DIR: join(folder, 'writer') };
say('import, into PostgreSQL', await timed(() => command(writer, 'import', feed)));
if (rounds > 0) await compareNights();
else await command(writer, 'rank');

let instance: ServerProcess | undefined;
const dataDir = join(folder, 'instance');
const startInstance = async () => {
  instance = await startServer(owner, { dataDir, environment: shared });
};
say('a new instance, to its first answer', await timed(startInstance));
say('  and from then on to its first search', await timed(untilSearchable));
say('  and until it has the words to correct queries with', await timed(untilGathered));
await instance?.stop();
say('its restart, to its first answer', await timed(startInstance));
say('  and from then on to its first search', await timed(untilSearchable));

const files = writeChanges(await readItemIds());
const lags = await measureLag(() => command(writer, 'import', ...files));
const ascending = lags.toSorted((a, b) => a - b);
const at = (share: number) =>
  (ascending[Math.floor((ascending.length - 1) * share)] ?? Number.NaN).toFixed(0);
console.log(
  `lag behind ${lags.length} commits of ${ITEMS_A_FILE} items: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`,
);
await instance?.stop();
for (const cleanUp of cleanUps.toReversed()) await cleanUp();
rmSync(folder, { recursive: true });

async function compareNights(): Promise<void> {
  const embedded = { SEOGA_DATA_DIR: join(folder, 'embedded') };
  say('import, embedded', await timed(() => command(embedded, 'import', feed)));
  const nights = { embedded: [] as number[], postgres: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    for (const [name, settings] of [
      ['embedded', embedded],
      ['postgres', writer],
    ] as const) {
      const night = await timed(() => command(settings, 'rank'));
      say(`rank, ${name}, round ${round}`, night);
      nights[name].push(night.cpuMs);
    }
  }
  const ratio = middle(nights.postgres) / middle(nights.embedded);
  console.log(`rank, PostgreSQL / embedded by CPU: ${ratio.toFixed(2)}`);
}

function say(what: string, { ms, cpuMs }: { ms: number; cpuMs: number }): void {
  const cpu = cpuMs > 0 ? `, ${(cpuMs / 1000).toFixed(1)} s of CPU` : '';
  console.log(`${what}: ${(ms / 1000).toFixed(1)} s${cpu}`);
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Wall time of work, and CPU time of the commands that it ran. */
async function timed(work: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number }> {
  const startMs = systemClock.monotonicMs();
  const before = childrenCpuMs();
  await work();
  return { ms: systemClock.monotonicMs() - startMs, cpuMs: childrenCpuMs() - before };
}

/** CPU time of all processes that this one started and that have ended. */
function childrenCpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

async function command(settings: Readonly<Record<string, string>>, ...words: string[]): Promise<void> {
  const env = { PATH: process.env.PATH, SEOGA_DEMO: '0', ...settings };
  await promisify(execFile)(process.execPath, [seoga, ...words], { env, maxBuffer: 1 << 28 });
}

async function untilSearchable(): Promise<void> {
  const [, ops] = /health and metrics on (\S+?)["\s]/.exec(instance?.stderr() ?? '') ?? [];
  for (;;) {
    const answer = await fetch(`${ops}/health/ready`);
    const { checks } = (await answer.json()) as { readonly checks: { readonly search: string } };
    if (checks.search === 'ok') return;
    await wait(LOOK_MS);
  }
}

async function untilGathered(): Promise<void> {
  const file = join(replicaFolder(dataDir), INDEX_FILE);
  while (!existsSync(file)) await wait(LOOK_MS);
}

/** Numbers of items in the feed, as many as are to be changed. */
async function readItemIds(): Promise<number[]> {
  const itemIds: number[] = [];
  for await (const line of createInterface({ input: createReadStream(feed) })) {
    const { kind, itemId }: { kind?: string; itemId?: number } = JSON.parse(line);
    if (kind === 'item' && itemId !== undefined) itemIds.push(itemId);
    if (itemIds.length === imported) break;
  }
  return itemIds;
}

/** Files that change some items each. */
function writeChanges(itemIds: readonly number[]): string[] {
  return Array.from({ length: Math.ceil(imported / ITEMS_A_FILE) }, (_, file) => {
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
async function measureLag(work: () => Promise<void>): Promise<number[]> {
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
