/**
 * CPU per answer over HTTP, seen from outside: `seoga serve` with everything on, and next to it, in turn, Fastify that
 * answers the same bytes from Buffers. What counts is the CPU time of a server's whole process tree, all threads, divided
 * by its answers; items and pages are drawn at random. Times are those of 32 connections that are always busy.
 *
 * node bench/http.ts [--items 20000] [--rounds 5] [--answers 1500] [--only TEXT] [--feed FILE]
 *   --answers N  answers a round
 *   --only TEXT  only answers whose name holds it
 *   --feed FILE  a feed that `seoga demo --print` wrote, rather than a new one
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../demo/random.ts';
import { quantile } from './http/load.ts';
import { measureInTurn, type Target } from './http/rounds.ts';
import { readFeed, type Scenario, scenariosOf, searchPaths } from './http/scenarios.ts';
import { type MeasuredServer, memoryMb, type Seoga, startProgram, startSeoga, stop } from './http/servers.ts';

const { values: options } = parseArgs({
  options: {
    items: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
    answers: { type: 'string', default: '1500' },
    only: { type: 'string', default: '' },
    feed: { type: 'string' },
  },
});
/** Bodies of one kind that the reference answers in turn. */
const BODIES = 64;
/** Calls a round of a kind of answer that finds nothing ready. */
const COLD_CALLS = 400;

interface Servers {
  readonly seoga: Seoga;
  readonly reference: MeasuredServer;
}

const folder = mkdtempSync(join(tmpdir(), 'seoga-bench-'));
const running: MeasuredServer[] = [];
try {
  const feed = options.feed ?? writeFeed();
  const seoga = started(await startSeoga(feed, folder));
  const scenarios = (await readScenarios(feed, seoga)).filter(({ name }) => name.includes(options.only));
  for (const scenario of scenarios) await saveBodies(scenario, seoga);
  const reference = started(await startProgram('reference.ts', [join(folder, 'bodies')]));

  console.log(
    '| answer | bytes | Seoga us | Fastify + Buffer us | ratio | p50 ms | p99 | p99.9 |\n' +
      '|---|---|---|---|---|---|---|---|',
  );
  for (const scenario of scenarios) await measure(scenario, { seoga, reference });
  console.log(`\n${options.items} items; serve holds ${memoryMb(seoga).toFixed(0)} MB`);
} finally {
  for (const server of running) await stop(server);
  rmSync(folder, { recursive: true });
}

function started<T extends MeasuredServer>(server: T): T {
  running.push(server);
  return server;
}

/** The demo catalogue, and as many categories as make a file of 1,000 rows. */
function writeFeed(): string {
  const feed = join(folder, 'feed.jsonl');
  const seoga = join(import.meta.dirname, '../bin/seoga.ts');
  const demo = ['demo', '--items', options.items, '--months', '2', '--print'];
  execFileSync(process.execPath, [seoga, ...demo], { stdio: ['ignore', openSync(feed, 'w'), 'inherit'] });
  for (let at = 0; at < 708; at++) {
    const category = { kind: 'category', categoryId: `9${1000 + at}`, categoryName: `분류 ${at}` };
    appendFileSync(feed, `${JSON.stringify(category)}\n`);
  }
  return feed;
}

function ask(seoga: Seoga, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const url = `http://127.0.0.1:${seoga.port}${path}`;
  return fetch(url, {
    method,
    headers: { 'X-Api-Key': seoga.key, 'Accept-Encoding': 'identity', ...headers },
  });
}

async function readScenarios(feed: string, seoga: Seoga): Promise<Scenario[]> {
  const facts = await readFeed(feed);
  const totals = new Map<string, number>();
  for (const categoryId of facts.categoryIds) {
    const answer = await ask(seoga, `/v1/category/bestsellerMonthly?categoryId=${categoryId}&pageSize=1`);
    if (answer.status !== 200) continue;
    const { data } = (await answer.json()) as { data: { totalCount: number } };
    totals.set(categoryId, data.totalCount);
  }
  const searches = await searchPaths(facts.words, async (path) => {
    const { status, headers } = await ask(seoga, path);
    return status === 200 && !headers.has('seoga-query-used');
  });
  const page = await (await ask(seoga, '/')).text();
  const assets = [...page.matchAll(/\/assets\/web\/[^"]+\.js/g)].map(([path]) => path);
  return scenariosOf({ ...facts, totals, searches, assets });
}

function keyOf({ key = 'valid' }: Scenario, seoga: Seoga): string {
  return { valid: seoga.key, junk: 'junk', none: '' }[key];
}

function folderOf({ name }: Scenario): string {
  return join(folder, 'bodies', slug(name));
}

function slug(name: string): string {
  return name.replaceAll(/[^a-z0-9]+/gi, '-');
}

/** Keeps what Seoga answers, for the servers that have nothing to work out. */
async function saveBodies(scenario: Scenario, seoga: Seoga): Promise<void> {
  mkdirSync(folderOf(scenario), { recursive: true });
  const { next } = createRandom(5);
  const headers = { ...scenario.headers, 'X-Api-Key': keyOf(scenario, seoga) };
  let head = {};
  for (let at = 0; at < BODIES; at++) {
    // From the end: a call that has to be the first of its kind must find nothing ready.
    const back = 1 + Math.floor(next() * Math.min(scenario.paths.length, 200));
    const answer = await ask(seoga, scenario.paths[scenario.paths.length - back] ?? '', headers);
    const type = answer.headers.get('content-type');
    head = { status: answer.status, headers: type === null ? {} : { 'Content-Type': type } };
    const body = Buffer.from(await answer.arrayBuffer());
    if (body.length > 0) writeFileSync(join(folderOf(scenario), `${at}.body`), body);
  }
  writeFileSync(join(folderOf(scenario), 'head.json'), JSON.stringify(head));
}

/** Prints one row of the table. */
async function measure(scenario: Scenario, { seoga, reference }: Servers): Promise<void> {
  const { name, status = 200, method = 'GET', closes = false, headers = {}, isCold = false } = scenario;
  const draw = drawer(scenario);
  const request = (path: string, key: string) => {
    const all = { Host: '127.0.0.1', ...(key === '' ? {} : { 'X-Api-Key': key }), ...headers };
    const lines = Object.entries(closes ? { ...all, Connection: 'close' } : all);
    return `${method} ${path} HTTP/1.1\r\n${lines.map(([of, value]) => `${of}: ${value}\r\n`).join('')}\r\n`;
  };
  const ready = request(`/ready/${slug(name)}`, 'bench');
  const targets: Record<string, Target> = {
    ours: {
      server: seoga,
      next: () => request(draw(), keyOf(scenario, seoga)),
      ownRequests: isCold ? COLD_CALLS : undefined,
    },
    floor: { server: reference, next: () => ready },
  };
  const measured = await measureInTurn(Object.values(targets), {
    rounds: Number(options.rounds),
    requests: Number(options.answers),
    status,
    closes,
    isBodiless: method === 'HEAD' || status === 304,
  });
  const by = Object.fromEntries(Object.keys(targets).map((key, index) => [key, measured[index]]));
  const [ours, floor] = [by.ours?.us ?? 0, by.floor?.us ?? 0];
  const shown = (value: number | undefined, digits = 1) => (value ? value.toFixed(digits) : '');
  const times = by.ours?.times ?? new Float64Array();
  const cells = [
    ...[name, shown(by.ours?.bytes, 0), shown(ours), shown(floor), shown(ours / floor, 2)],
    ...[0.5, 0.99, 0.999].map((share) => shown(quantile(times, share))),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

/** What comes next: any path, or each of them once. */
function drawer({ paths, isCold }: Scenario): () => string {
  const { next } = createRandom(6);
  if (!isCold) return () => paths[Math.floor(next() * paths.length)] ?? '';
  let at = 0;
  return () => paths[at++ % paths.length] ?? '';
}
