// npm start, then: SEOGA_API_KEY=... node scripts/run.mjs scripts/write-samples.ts http://127.0.0.1:8080 [ENDPOINT]
// Calls every endpoint of the demo catalogue once, or only the named one, and keeps the answers that the documentation shows.
// Run npm run format after it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Well formed, and of no book. */
const UNKNOWN_ISBN13 = '9791199999992';
const SHOWN_BASE = 'https://books.example';
const [base = 'http://127.0.0.1:8080', only] = process.argv.slice(2);
const headers = { 'X-Api-Key': process.env.SEOGA_API_KEY ?? '' };
const folder = join(import.meta.dirname, '..', 'web', 'src', 'docs', 'samples');

interface OpenApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, { readonly get: { readonly operationId: string } }>>;
}

const document = (await (await fetch(`${base}/v1/openapi.json`)).json()) as OpenApi;
const isbn13 = await showableIsbn();
mkdirSync(folder, { recursive: true });
for (const [path, { get }] of Object.entries(document.paths)) {
  if (only !== undefined && get.operationId !== only) continue;
  const query = queryOf(path);
  const response = await ask(`${path}${query}`);
  const text = (await response.text()).replaceAll(document.servers[0]?.url ?? base, SHOWN_BASE);
  if (!response.ok) throw new Error(`${path}${query}: ${response.status} ${text}`);
  const rows = text.replace('\uFEFF', '').trimEnd().split(/\r?\n/).slice(0, 4);
  const body = path.endsWith('/export') ? rows : shorten(JSON.parse(text));
  writeFileSync(join(folder, `${get.operationId}.json`), `${JSON.stringify({ query, body }, null, 2)}\n`);
}

/** Calls, and waits as long as the service asks for when the calls come too fast for it. */
async function ask(pathAndQuery: string): Promise<Response> {
  for (;;) {
    const response = await fetch(`${base}${pathAndQuery}`, { headers });
    if (response.status !== 429) return response;
    await setTimeout(Number(response.headers.get('retry-after')) * 1000);
  }
}

/** A call that shows what the endpoint gives, in few lines. */
function queryOf(path: string): string {
  if (path.endsWith('/list')) return '';
  if (path === '/v1/usage') return '?days=7';
  if (path.endsWith('/list/export')) return '?format=csv';
  if (path.includes('/goods/itemList')) return `?query=${encodeURIComponent('여행')}&pageSize=1`;
  if (path.includes('/goods/suggest')) return `?query=${encodeURIComponent('ㅎㄱㄷ')}`;
  if (path.endsWith('/goods/items')) return `?searchType=ISBN13&query=${isbn13},${UNKNOWN_ISBN13}`;
  if (path.includes('/goods/')) return `?searchType=ISBN13&query=${isbn13}`;
  if (path.includes('Realtime/export')) return '?categoryId=001&format=csv';
  return `?categoryId=001&pageSize=${path.endsWith('/export') ? '3&format=csv' : '1'}`;
}

/** The first bestseller that has an author and a table of contents to show. */
async function showableIsbn(): Promise<string> {
  const response = await ask('/v1/category/bestsellerMonthly?categoryId=001&pageSize=100');
  const { data } = (await response.json()) as { data: { items: { isbn13: string }[] } };
  for (const { isbn13 } of data.items) {
    const asked = ['author', 'content'].map((name) => `/v1/goods/${name}?searchType=ISBN13&query=${isbn13}`);
    const answers = await Promise.all(asked.map(ask));
    if (answers.every((answer) => answer.ok)) return isbn13;
  }
  throw new Error('no bestseller has an author and a table of contents');
}

/** Long lists are cut to their first entries: a page shows what an entry looks like. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shorten(part)]));
}
