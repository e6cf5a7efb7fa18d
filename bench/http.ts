/**
 * CPU per answer over HTTP, seen from outside: `seoga serve` with everything on, and next to it, in turn, Fastify that
 * answers the same bytes from Buffers. What counts is the CPU time of a server's whole process tree, all threads, divided
 * by its answers; items and pages are drawn at random. Times are those of 32 connections that are always busy.
 *
 * node bench/http.ts [--items 20000] [--rounds 5] [--answers 1500] [--only TEXT]
 *   --answers N  answers a round
 *   --only TEXT  only answers whose name holds it
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../demo/random.ts';
import { quantile, ratio, readOptions, row, withFolder } from './figures.ts';
import { measureInTurn, type Target } from './http/rounds.ts';
import { readFeed, type Scenario, scenariosOf, searchPaths } from './http/scenarios.ts';
import {
  type MeasuredServer,
  memoryMb,
  type Seoga,
  startProgram,
  startSeoga,
  stop,
  writeDemo,
} from './http/servers.ts';

const options = readOptions({ items: 20_000, rounds: 5, answers: 1500, only: '' });
/** Bodies of one kind that the reference answers in turn. */
const BODIES = 64;
/** Calls a round of a kind of answer that finds nothing ready. */
const COLD_CALLS = 400;

interface Servers {
  readonly seoga: Seoga;
  readonly reference: MeasuredServer;
}

await withFolder(async (folder) => {
  const running: MeasuredServer[] = [];
  try {
    const feed = writeDemo(folder, options.items);
    addCategories(feed);
    const seoga = await startSeoga(feed, folder);
    running.push(seoga);
    const scenarios = (await readScenarios(feed, seoga)).filter(({ name }) => name.includes(options.only));
    const bodies = join(folder, 'bodies');
    for (const scenario of scenarios) await saveBodies(scenario, seoga, join(bodies, slug(scenario.name)));
    const reference = await startProgram('reference.ts', [bodies]);
    running.push(reference);
    row('answer', 'bytes', 'Seoga us', 'Fastify + Buffer us', 'ratio', 'p50 ms', 'p99', 'p99.9');
    row(...Array(8).fill('---'));
    for (const scenario of scenarios) await measure(scenario, { seoga, reference });
    console.log(`\n${options.items} items; serve holds ${memoryMb(seoga).toFixed(0)} MB`);
  } finally {
    for (const server of running) await stop(server);
  }
});

/** As many categories as make a file of 1,000 rows. */
function addCategories(feed: string): void {
  for (let at = 0; at < 708; at++) {
    const category = { kind: 'category', categoryId: `9${1000 + at}`, categoryName: `분류 ${at}` };
    appendFileSync(feed, `${JSON.stringify(category)}\n`);
  }
}

function ask(seoga: Seoga, path: string, headers: Record<string, string> = {}) {
  const url = `http://127.0.0.1:${seoga.port}${path}`;
  return fetch(url, {
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
  return scenariosOf({ ...facts, totals, searches });
}

function keyOf({ hasJunkKey = false }: Scenario, seoga: Seoga): string {
  return hasJunkKey ? 'junk' : seoga.key;
}

function slug(name: string): string {
  return name.replaceAll(/[^a-z0-9]+/gi, '-');
}

/** Keeps what Seoga answers, for the servers that have nothing to work out. */
async function saveBodies(scenario: Scenario, seoga: Seoga, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
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
    writeFileSync(join(folder, `${at}.body`), body);
  }
  writeFileSync(join(folder, 'head.json'), JSON.stringify(head));
}

/** Prints one row of the table. */
async function measure(scenario: Scenario, { seoga, reference }: Servers): Promise<void> {
  const { name, status = 200, headers = {}, isCold = false } = scenario;
  const draw = drawer(scenario);
  const request = (path: string, key: string) => {
    const lines = Object.entries({ Host: '127.0.0.1', 'X-Api-Key': key, ...headers });
    return `GET ${path} HTTP/1.1\r\n${lines.map(([of, value]) => `${of}: ${value}\r\n`).join('')}\r\n`;
  };
  const ready = request(`/ready/${slug(name)}`, 'bench');
  const targets: Target[] = [
    {
      server: seoga,
      next: () => request(draw(), keyOf(scenario, seoga)),
      ownRequests: isCold ? COLD_CALLS : undefined,
    },
    { server: reference, next: () => ready },
  ];
  const [ours, floor] = await measureInTurn(targets, {
    rounds: options.rounds,
    requests: options.answers,
    status,
  });
  if (ours === undefined || floor === undefined) return;
  const times = [0.5, 0.99, 0.999].map((share) => quantile(ours.times, share).toFixed(1));
  const us = [ours.us.toFixed(1), floor.us.toFixed(1), ratio(ours.us, floor.us)];
  row(name, ours.bytes.toFixed(0), ...us, ...times);
}

/** What comes next: any path, or each of them once. */
function drawer({ paths, isCold }: Scenario): () => string {
  const { next } = createRandom(6);
  if (!isCold) return () => paths[Math.floor(next() * paths.length)] ?? '';
  let at = 0;
  return () => paths[at++ % paths.length] ?? '';
}
