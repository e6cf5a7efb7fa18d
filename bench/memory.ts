/**
 * What `serve` holds on a large catalogue, at rest and after calls of all kinds at random, and the CPU time that they took
 * in all threads: first look-ups of items, searches of two common words, half of which find nothing, and a mixture.
 *
 * node bench/memory.ts [--items 1000000] [--calls 15000] [--folder DIR]
 *   --folder DIR  keeps the store there, and goes on with one that is there already
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRandom } from '../demo/random.ts';
import { LEXICON_FILE, SEARCH_FOLDER } from '../src/search/runtime/index-files.ts';
import { cpuUs, quiet, stop } from './http/servers.ts';
import { leafCategories } from './millions/feed.ts';
import { fillStore, startServe, statusMb } from './millions/store.ts';
import { makeVocabulary } from './search/catalogue.ts';

const { values: options } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '15000' },
    folder: { type: 'string' },
  },
});
const items = Number(options.items);
const IN_FLIGHT = 8;
const FIRST_CALLS = 3_000;
const COMMON_WORDS = 1_500;

const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'seoga-bench-'));
const store = await fillStore({ folder, items, partItems: items, importedMax: items });
// The first server builds what search needs.
await stop(await started());
const server = await started();
try {
  const { next } = createRandom(21);
  const { korean, english } = makeVocabulary();
  const number = (below: number) => Math.floor(next() * below);
  const pick = (from: readonly string[]) => from[number(from.length)] ?? '';
  const anItem = () => 1 + number(items);
  const words = () => {
    const common = (next() < 0.5 ? korean : english).slice(0, COMMON_WORDS);
    return encodeURIComponent(`${pick(common)} ${pick(common)}`);
  };
  const lookUp = () => `/v1/goods/itemDetail?searchType=ItemId&query=${anItem()}`;
  const search = () => `/v1/goods/itemList?query=${words()}&pageSize=${5 + number(96)}`;
  const kinds = [
    lookUp,
    () => `${lookUp()}&detail=Y`,
    () => `/v1/category/bestsellerMonthly?categoryId=${pick(leafCategories())}&pageSize=${5 + number(96)}`,
    search,
    () => `/v1/goods/suggest?query=${encodeURIComponent(pick(korean).slice(0, 2))}`,
    () => `/v1/goods/author?searchType=ItemId&query=${anItem()}`,
    () => `/goods/${anItem()}`,
  ];
  report('at rest');
  await measure('first look-ups of items', FIRST_CALLS, lookUp);
  await measure('searches, before they are compiled', FIRST_CALLS, search);
  await measure('searches', FIRST_CALLS, search);
  await measure('calls of all kinds', Number(options.calls), () => kinds[number(kinds.length)]?.() ?? '/');
  report('after all calls');
} finally {
  await stop(server);
  if (options.folder === undefined) rmSync(folder, { recursive: true });
}

async function started() {
  const running = await startServe(store);
  while (!existsSync(join(folder, 'data', SEARCH_FOLDER, LEXICON_FILE))) await wait(100);
  await quiet(running);
  return running;
}

/** Pages of files can be dropped by the system at any time. */
function report(when: string): void {
  const [own, shared, files] = ['RssAnon', 'RssShmem', 'RssFile'].map((name) => statusMb(server.child, name));
  console.log(`${when}: own memory ${(own ?? 0) + (shared ?? 0)} MB, pages of files ${files} MB`);
}

/** Answers of any status count: a search may find nothing. */
async function measure(name: string, calls: number, path: () => string): Promise<void> {
  const beforeUs = cpuUs(server);
  let left = calls;
  const statuses = new Map<number, number>();
  const drive = async () => {
    while (left-- > 0) {
      const url = `http://127.0.0.1:${server.port}${path()}`;
      const answer = await fetch(url, { headers: { 'X-Api-Key': store.key } });
      await answer.arrayBuffer();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, drive));
  const counts = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
  console.log(`${name}: ${Math.round((cpuUs(server) - beforeUs) / calls)} us a call; ${counts}`);
}
