/**
 * A catalogue of millions of items in the embedded store, beside a small one, measured from outside through the command
 * line and over HTTP: import against bare inserts, size of the files, start, memory of `serve`, CPU of an answer of both
 * in turn, and how soon a new item is found.
 *
 * node bench/millions.ts [--items 10000000] [--small 100000] [--part 1000000] [--imported N] [--folder DIR] [--rounds 5]
 *   [--answers 1000]
 *   --part N      items a file; each file is one import
 *   --imported N  imports only so many items; the others are their rows copied by SQL, which takes a fifth of the time
 *   --folder DIR  keeps the stores there, and goes on with those that are there already
 *   --answers N   answers a round
 *
 * Ten million items take about 20 GB of disk and, on a quiet machine with 2 cores, half an hour.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../demo/random.ts';
import { systemClock } from '../src/clock.ts';
import { LEXICON_FILE, SEARCH_FOLDER, SEGMENT_FILE } from '../src/search/runtime/index-files.ts';
import { SEARCH_SORTS } from '../src/search/search-index.ts';
import { quantile } from './http/load.ts';
import { measureInTurn } from './http/rounds.ts';
import { type MeasuredServer, quiet, stop } from './http/servers.ts';
import { leafCategories } from './millions/feed.ts';
import {
  bareInsertUs,
  cpuSeconds,
  type FilledStore,
  fileMb,
  fillStore,
  type LargeServer,
  readThrough,
  startServe,
  statusMb,
} from './millions/store.ts';
import { makeVocabulary } from './search/catalogue.ts';

const { values: options } = parseArgs({
  options: {
    items: { type: 'string', default: '10000000' },
    small: { type: 'string', default: '100000' },
    part: { type: 'string', default: '1000000' },
    imported: { type: 'string', default: '1e9' },
    folder: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    answers: { type: 'string', default: '1000' },
  },
});
/** As many rows as are compared with bare inserts. */
const BARE_ITEMS = 1_000_000;
/** Ranks of the words that are searched for: all of them are in a catalogue of 100,000 items. */
const WORD_RANKS = 1_500;
/** How often a search is repeated until it is answered. */
const AGAIN_MS = 10;
const NEW_ITEMS = 5;
/** Pages that are in the cache of answers after the calls before the first round. */
const PAGES_ASKED_AGAIN = 200;
/** Pages of as many sizes: more of them than answers are measured. The smaller catalogue fills them, too. */
const SIZE_MAX = 15;
const vocabulary = makeVocabulary();
/** A word that a catalogue of any size has. */
const FIRST_WORD = vocabulary.korean[10] ?? '';

const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'seoga-bench-'));
mkdirSync(folder, { recursive: true });
const running: MeasuredServer[] = [];
try {
  const [small, large] = [await filled(options.small), await filled(options.items)];
  const bareUs = bareInsertUs(large, BARE_ITEMS);
  console.log(`bare inserts: ${Math.round(1e6 / bareUs).toLocaleString('en-US')} items/s by CPU`);
  const servers = { small: await startedAgain(small), large: await startedAgain(large) };
  // A machine whose memory doesn't hold the file measures its disk instead.
  for (const { folder } of [small, large]) readThrough(folder);
  await measureAnswers(servers);
  for (const server of Object.values(servers)) reportMemory(server, 'after these answers');
  for (const server of Object.values(servers)) await measureNewItems(server);
} finally {
  for (const server of running) await stop(server);
  if (options.folder === undefined) rmSync(folder, { recursive: true });
}

function filled(items: string): Promise<FilledStore> {
  return fillStore({
    folder: join(folder, items),
    items: Number(items),
    partItems: Number(options.part),
    importedMax: Number(options.imported),
  });
}

/** Starts a server that builds what search needs, if that isn't saved, and another one that finds it. */
async function startedAgain(store: FilledStore): Promise<LargeServer> {
  const first = await startServe(store);
  running.push(first);
  reportStart(first, 'first start');
  await untilSearched(first);
  await quiet(first);
  reportMemory(first, 'when all is built');
  console.log(`  CPU until then ${cpuSeconds(first.child).toFixed(1)} s`);
  running.splice(running.indexOf(first), 1);
  await stop(first);
  const file = (name: string) => fileMb(store.folder, join(SEARCH_FOLDER, name));
  console.log(
    `  files: catalog.db ${fileMb(store.folder)} MB, index ${file(SEGMENT_FILE)} MB, lexicon ${file(LEXICON_FILE)} MB`,
  );
  const again = await startServe(store);
  running.push(again);
  reportStart(again, 'next start');
  await untilSearched(again);
  await quiet(again);
  reportMemory(again, 'before any further answer');
  return again;
}

function reportStart({ store, readyS, readyCpuS }: LargeServer, which: string): void {
  console.log(
    `${store.items} items, ${which}: ready after ${readyS.toFixed(2)} s, ${readyCpuS.toFixed(2)} s CPU`,
  );
}

async function untilSearched(server: LargeServer): Promise<void> {
  const startMs = systemClock.monotonicMs();
  await until(async () => (await get(server, searchPath(FIRST_WORD))).status === 200);
  const seconds = (systemClock.monotonicMs() - startMs) / 1000;
  console.log(`  first search answered ${seconds.toFixed(2)} s later`);
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
}

/** Anonymous and shared memory is the program's own; pages of files can be dropped by the system at any time. */
function reportMemory({ child, store }: LargeServer, when: string): void {
  const mb = (name: string) => statusMb(child, name);
  console.log(
    `${store.items} items, memory ${when}: ${mb('VmRSS')} MB, of which own ${mb('RssAnon') + mb('RssShmem')} MB ` +
      `and pages of files ${mb('RssFile')} MB; peak ${mb('VmHWM')} MB`,
  );
}

function get({ port, store }: LargeServer, path: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'X-Api-Key': store.key } });
}

function searchPath(query: string, further = ''): string {
  return `/v1/goods/itemList?query=${encodeURIComponent(query)}${further}`;
}

interface Servers {
  readonly small: LargeServer;
  readonly large: LargeServer;
}

async function measureAnswers({ small, large }: Servers): Promise<void> {
  console.log('| answer | items | CPU us | ratio | p50 ms | p99 ms |\n|---|---|---|---|---|---|');
  const { next } = createRandom(8);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(next() * from.length)];
  await compare('item', [small, large], ({ store: { items } }) => {
    return () => `/v1/goods/itemDetail?searchType=ItemId&query=${1 + Math.floor(next() * items)}`;
  });
  const listed = new Map([
    [small, await listedCategories(small)],
    [large, await listedCategories(large)],
  ]);
  await compare('list of 20, asked before', [small, large], (server) => {
    const some = listed.get(server)?.slice(0, PAGES_ASKED_AGAIN) ?? [];
    return () => listPath(pick(some), 20);
  });
  await compare('short list, first asked', [small, large], (server) => {
    const categories = listed.get(server) ?? [];
    let at = 0;
    return () => {
      const size = SIZE_MAX - (Math.floor(at / categories.length) % SIZE_MAX);
      return listPath(categories[at++ % categories.length], size);
    };
  });
  const searches = searchesInAnyOrder(next);
  await compare('new search', [small, large], () => {
    let at = 0;
    return () => searches[at++ % searches.length] ?? '';
  });
}

/** Categories that have a list. */
async function listedCategories(server: LargeServer): Promise<string[]> {
  const listed: string[] = [];
  for (const categoryId of leafCategories()) {
    if ((await get(server, listPath(categoryId, 1))).status === 200) listed.push(categoryId);
  }
  return listed;
}

function listPath(categoryId: string | undefined, pageSize: number): string {
  return `/v1/category/bestsellerMonthly?categoryId=${categoryId}&pageSize=${pageSize}`;
}

/** Single words by all orders: more searches than a measurement makes, so that none is answered twice. */
function searchesInAnyOrder(random: () => number): string[] {
  const { korean, english } = vocabulary;
  const words = [...korean.slice(0, WORD_RANKS), ...english.slice(0, WORD_RANKS)];
  const all = words.flatMap((word) =>
    SEARCH_SORTS.map((sort) => ({ path: searchPath(word, `&sort=${sort}`), at: random() })),
  );
  return all.sort((a, b) => a.at - b.at).map(({ path }) => path);
}

async function compare(
  name: string,
  servers: readonly LargeServer[],
  draw: (server: LargeServer) => () => string,
): Promise<void> {
  const targets = servers.map((server) => {
    const path = draw(server);
    const head = `Host: 127.0.0.1\r\nX-Api-Key: ${server.store.key}\r\n`;
    return { server, next: () => `GET ${path()} HTTP/1.1\r\n${head}\r\n` };
  });
  const measured = await measureInTurn(targets, {
    rounds: Number(options.rounds),
    requests: Number(options.answers),
    status: 200,
    closes: false,
    isBodiless: false,
  });
  const floor = measured[0]?.us ?? 0;
  for (const [at, { us, times }] of measured.entries()) {
    const share = [0.5, 0.99].map((part) => quantile(times, part).toFixed(1));
    const cells = [name, servers[at]?.store.items, us.toFixed(1), (us / floor).toFixed(2), ...share];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

/** Items with words of their own, one by one: how long after the commit was answered a search finds each. */
async function measureNewItems(server: LargeServer): Promise<void> {
  const waits: number[] = [];
  for (let at = 0; at < NEW_ITEMS; at++) {
    const word = `zyxwv${at}${systemClock.nowMs()}`;
    const itemId = server.store.items + 1 + at;
    const item = { kind: 'item', itemId, title: word, catalog: 'BOOK', categoryIds: ['001'] };
    const answer = await fetch(`http://127.0.0.1:${server.opsPort}/ops/v1/feed`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.store.feedToken}` },
      body: `${JSON.stringify(item)}\n`,
    });
    if (!answer.ok) throw new Error(`the feed was answered with ${answer.status}: ${await answer.text()}`);
    const startMs = systemClock.monotonicMs();
    await until(async () => (await get(server, searchPath(word, '&correct=N'))).status === 200);
    waits.push(systemClock.monotonicMs() - startMs);
  }
  const shown = waits.map((ms) => ms.toFixed(0)).join(', ');
  console.log(`${server.store.items} items: new items found ${shown} ms after their commit was answered`);
}
