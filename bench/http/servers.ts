/** The servers of bench/http.ts, bench/peers.ts and bench/cluster.ts, each a process of its own that is measured from outside. */
import { execFileSync } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { spawnProgram } from '../../test/support/program.ts';
import { runSeoga, runSeogaEach, startServer, UNLIMITED } from '../../test/support/server-process.ts';
import type { Cleanup } from '../../test/support/temp-dir.ts';

/** Limits that no round of a benchmark reaches, and what `npm start` says to Node. */
const SETTINGS = { ...UNLIMITED, NODE_OPTIONS: packageJson.scripts.start.match(/--\S+/g)?.join(' ') ?? '' };

type Settings = Readonly<Record<string, string>>;

export interface MeasuredServer {
  readonly pid: number;
  readonly port: number;
}

export interface Seoga extends MeasuredServer {
  readonly key: string;
}

/** The demo catalogue of so many items with the orders of two months, as a feed in the folder. */
export function writeDemo(folder: string, items: number): string {
  const feed = join(folder, 'feed.jsonl');
  const demo = ['bin/seoga.ts', 'demo', '--items', String(items), '--months', '2', '--print'];
  const cwd = join(import.meta.dirname, '../..');
  execFileSync(process.execPath, demo, { cwd, stdio: ['ignore', openSync(feed, 'w'), 'inherit'] });
  return feed;
}

/** Runs a command of the command line on a data folder. */
export async function command(dataDir: string, words: readonly string[], settings: Settings): Promise<void> {
  const { code, stderr } = await runSeoga(dataDir, words, settings);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with code ${code}: ${stderr}`);
}

/** Fills a data folder through the command line, as an operator would, then starts `serve`, both with further settings. */
export async function startSeoga(
  t: Cleanup,
  feed: string,
  dataDir: string,
  settings: Settings = {},
): Promise<Seoga> {
  await command(dataDir, ['import', feed], settings);
  const email = 'bench@books.example';
  const words = [
    ['rank'],
    ['account', 'create', '--email', email, '--name', 'Bench'],
    ['key', 'issue', '--account', email],
  ];
  const results = await runSeogaEach(dataDir, words, settings);
  return { ...(await startInstance(t, dataDir, settings)), key: results.at(-1)?.stdout.trim() ?? '' };
}

/** Starts `serve` on a data folder, and waits until it has done its work of a start, such as indices, for a minute at most. */
export async function startInstance(
  t: Cleanup,
  dataDir: string,
  settings: Settings,
): Promise<MeasuredServer> {
  const { address, pid } = await startServer(t, { dataDir, environment: { ...SETTINGS, ...settings } });
  for (let before = Number.NEGATIVE_INFINITY, looks = 0; looks < LOOKS_MAX; looks++) {
    const now = cpuUs(pid);
    if (now - before < QUIET_MS * 1_000 * QUIET_SHARE) break;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
  return { pid, port: Number(new URL(address).port) };
}

const QUIET_MS = 1_000;
const QUIET_SHARE = 0.02;
/** On a machine where waking up is dear, a server at rest never has so little to do. */
const LOOKS_MAX = 60;

/** Starts a server that stands beside ours, which says what port it listens at. */
export async function startOther(t: Cleanup, ...words: readonly string[]): Promise<MeasuredServer> {
  const { child, written, end } = spawnProgram(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', GRAPHILE_ENV: 'production' },
  });
  t.after(() => end('SIGTERM').then(() => {}));
  return { pid: child.pid ?? 0, port: Number(await written('stdout', /port (\d+)/)) };
}

export function ask({ port, key }: Seoga, path: string, headers: Record<string, string> = {}) {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'X-Api-Key': key, 'Accept-Encoding': 'identity', ...headers },
  });
}

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** What a service shows: its items and its monthly lists, rank by rank. */
export interface ServedShop {
  readonly items: Rows;
  readonly list: Rows;
}

export async function readShop(seoga: Seoga): Promise<ServedShop> {
  const read = async (path: string) => {
    const { data } = (await (await ask(seoga, path)).json()) as { data?: Record<string, unknown> };
    return data ?? {};
  };
  const list: Record<string, unknown>[] = [];
  const items = new Map<unknown, Record<string, unknown>>();
  const { data: categories } = (await read('/v1/category/list')) as { data: Rows };
  for (const { categoryId } of categories) {
    const path = `/v1/category/bestsellerMonthly?categoryId=${categoryId}&pageSize=100`;
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = await read(`${path}&page=${page}`);
      pages = Math.ceil(Number(found.totalCount ?? 0) / 100);
      for (const { sortOrder, upDown, ...item } of (found.items ?? []) as Record<string, unknown>[]) {
        list.push({ categoryId, sortOrder, upDown, itemId: item.itemId });
        items.set(item.itemId, { ...item, contentDetail: JSON.stringify(item.contentDetail) });
      }
    }
  }
  return { items: [...items.values()], list };
}

/** CPU time of a process and all that it started, in microseconds; all of their threads count. */
export function cpuUs(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}`);
  // Nanoseconds on the processor by thread, which is finer than the ticks of /proc/PID/stat.
  const own = tasks.map((task) => Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[0]) / 1000);
  const children = tasks.flatMap((task) =>
    readFileSync(`${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [...own, ...children.map(cpuUs)].reduce((sum, us) => sum + us, 0);
}

export function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000;
}
