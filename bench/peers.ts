/**
 * Seoga beside what others would run instead, on the same items and lists, in one run: the API that a developer writes in a day
 * on Fastify and on Express (key, limit a second, count a day committed to SQLite, JSON made from rows), and PostGraphile and
 * Parse Server on PostgreSQL, which have no such limits. CPU is that of the server's whole process tree, with PostgreSQL's where one works for it. Rounds
 * alternate, each server is warmed up in the first, and the figure is their median; a row whose rounds spread by more than
 * 15 % (between their quartiles) says that it is noisy.
 *
 * node bench/peers.ts [--items 20000] [--rounds 7] [--answers 3000]
 *
 * Installs the peers from npm below node_modules/.cache, whose packages are no part of the project.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createRandom } from '../demo/random.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { root } from '../test/support/program.ts';
import type { Cleanup } from '../test/support/temp-dir.ts';
import { head, inTurn, medianOf, quantile, readOptions, row, withFolder } from './figures.ts';
import { getRequest, measureLoad, timesOf } from './http/load.ts';
import { memoryMb, type Rows, readShop, startOther, startSeoga, writeDemo } from './http/servers.ts';

const options = readOptions({ items: 20_000, rounds: 7, answers: 3_000 });
const SPREAD_MAX = 0.15;
/** Where the peers run: beside what they are installed from, and outside the project's own packages. */
const PEERS = join(root, 'node_modules', '.cache', 'peers');

interface Subject {
  readonly pids: readonly number[];
  readonly port: number;
  /** One request for an item, and for a page of 20 of a list. */
  readonly request: Readonly<Record<'item' | 'list of 20', () => string>>;
}

await withFolder(async (folder, t) => {
  installPeers();
  const seoga = await startSeoga(t, writeDemo(folder, options.items), join(folder, 'data'));
  const { items, list } = await readShop(seoga);
  const draw = drawsOf(items, list);
  const shop = join(folder, 'shop.db');
  fillSqlite(shop, items, list, seoga.key);
  const postgres = await startPostgres();
  const address = postgres.urlOf('postgres');
  await fillPostgres(address, items, list);
  const subjects: Record<string, Subject> = {
    Seoga: { pids: [seoga.pid], port: seoga.port, request: restOf(draw, seoga.key) },
  };
  for (const name of ['fastify', 'express'])
    subjects[name] = { ...(await start(t, name, [shop])), request: restOf(draw, seoga.key) };
  for (const [name, requestOf] of Object.entries({ postgraphile: graphOf, parse: parseOf })) {
    const { pids, port } = await start(t, name, [address, seoga.key]);
    subjects[name] = { pids: [...pids, postgres.pid()], port, request: requestOf(draw, seoga.key) };
  }
  head('answer', 'program', 'CPU us', 'times Seoga', 'p50 ms', 'p99 ms', 'rounds');
  await measure('item', subjects);
  await measure('list of 20', subjects);
  console.log(`\n${options.items} items`);
  for (const [name, { pids }] of Object.entries(subjects))
    console.log(`${name}: ${memoryMb(pids[0] ?? 0).toFixed(0)} MB`);
});

function installPeers(): void {
  cpSync(join(import.meta.dirname, 'peers'), PEERS, { recursive: true });
  const words = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const { status } = spawnSync('npm', words, { cwd: PEERS, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm could not install the peers');
}

function drawsOf(items: Rows, list: Rows) {
  const { below } = createRandom(6);
  return {
    item: () => items[below(items.length)]?.itemId,
    page() {
      const { categoryId, sortOrder } = list[below(list.length)] ?? {};
      return { categoryId, page: Math.ceil(Number(sortOrder) / 20) };
    },
  };
}
type Draws = ReturnType<typeof drawsOf>;

function restOf({ item, page }: Draws, key: string): Subject['request'] {
  const get = (path: string) => getRequest(path, { 'X-Api-Key': key });
  return {
    item: () => get(`/v1/goods/itemDetail?searchType=ItemId&query=${item()}`),
    'list of 20'() {
      const { categoryId, page: at } = page();
      return get(`/v1/category/bestsellerMonthly?categoryId=${categoryId}&page=${at}&pageSize=20`);
    },
  };
}

function graphOf({ item, page }: Draws, key: string): Subject['request'] {
  const fields =
    'itemId title author publisher isbn13 shopPrice salePrice publishDate cover link contentDetail';
  const post = (query: string, variables: object) => {
    const body = JSON.stringify({ query, variables });
    const heads = `Host: 127.0.0.1\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\nAccept: application/json\r\n`;
    return `POST /graphql HTTP/1.1\r\n${heads}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
  const ITEM = `query($id: Int!) { itemByItemId(itemId: $id) { ${fields} } }`;
  const LIST = `query($id: String!, $after: Int!) {
    allLists(condition: {categoryId: $id}, orderBy: SORT_ORDER_ASC, first: 20, offset: $after) {
      totalCount nodes { sortOrder upDown itemByItemId { ${fields} } }
    }
  }`;
  return {
    item: () => post(ITEM, { id: item() }),
    'list of 20'() {
      const { categoryId, page: at } = page();
      return post(LIST, { id: categoryId, after: (at - 1) * 20 });
    },
  };
}

function parseOf({ item, page }: Draws, key: string): Subject['request'] {
  const get = (path: string) =>
    getRequest(`/parse/classes/${path}`, { 'X-Parse-Application-Id': 'bench', 'X-Parse-REST-API-Key': key });
  return {
    item: () => get(`Item/${item()}`),
    'list of 20'() {
      const { categoryId, page: at } = page();
      const where = encodeURIComponent(JSON.stringify({ categoryId }));
      return get(`List?where=${where}&order=sortOrder&limit=20&skip=${(at - 1) * 20}&include=item&count=1`);
    },
  };
}

/** Both tables, with columns as the rows have them: numbers, and text for all else. */
function tablesOf(items: Rows, list: Rows): string {
  const columnsOf = ([first = {}]: Rows) =>
    Object.entries(first).map(([column, value]) => {
      const isNumber = typeof value === 'number' || column === 'upDown';
      return `"${column}" ${isNumber ? 'integer' : 'text'}`;
    });
  return `CREATE TABLE item (${columnsOf(items)}, PRIMARY KEY ("itemId"));
    CREATE TABLE list (${columnsOf(list)}, PRIMARY KEY ("categoryId", "sortOrder"));`;
}

function fillSqlite(path: string, items: Rows, list: Rows, key: string): void {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL;
    ${tablesOf(items, list)}
    CREATE TABLE api_key (hash TEXT PRIMARY KEY, account INTEGER, quota INTEGER);
    CREATE TABLE usage (account INTEGER, day TEXT, calls INTEGER, PRIMARY KEY (account, day));
    BEGIN`);
  for (const [name, rows] of Object.entries({ item: items, list })) {
    const places = Object.keys(rows[0] ?? {}).map(() => '?');
    const insert = db.prepare(`INSERT INTO ${name} VALUES (${places})`);
    for (const one of rows) insert.run(...(Object.values(one) as string[]));
  }
  const hash = createHash('sha256').update(key).digest('hex');
  db.prepare('INSERT INTO api_key VALUES (?, 1, 1000000000)').run(hash);
  db.exec('COMMIT');
  db.close();
}

async function fillPostgres(address: string, items: Rows, list: Rows): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  await client.query(`${tablesOf(items, list)}
    ALTER TABLE list ADD FOREIGN KEY ("itemId") REFERENCES item; CREATE INDEX ON list ("itemId")`);
  for (const [name, rows] of Object.entries({ item: items, list })) {
    for (let at = 0; at < rows.length; at += 1_000) {
      const insert = `INSERT INTO ${name} SELECT * FROM jsonb_populate_recordset(NULL::${name}, $1)`;
      await client.query(insert, [JSON.stringify(rows.slice(at, at + 1_000))]);
    }
  }
  await client.query('ANALYZE');
  await client.end();
}

async function start(t: Cleanup, name: string, words: readonly string[]) {
  const { pid, port } = await startOther(t, join(PEERS, `${name}.mjs`), ...words);
  return { pids: [pid], port };
}

async function measure(name: keyof Subject['request'], subjects: Readonly<Record<string, Subject>>) {
  const measured = await inTurn(subjects, options.rounds, ({ pids, port, request }) =>
    measureLoad(pids, { port, next: request[name], requests: options.answers }),
  );
  const ours = medianOf('us', measured.get('Seoga'));
  for (const [program, all] of measured) {
    const costs = Float64Array.from(all, ({ us }) => us).sort();
    const us = quantile(costs, 0.5);
    const spread = (quantile(costs, 0.75) - quantile(costs, 0.25)) / us;
    const shares = [0.5, 0.99].map((share) => quantile(timesOf(all), share).toFixed(1));
    const noise = `±${(spread * 50).toFixed(0)} %${spread > SPREAD_MAX ? ', noisy' : ''}`;
    row(name, program, us.toFixed(0), (us / ours).toFixed(1), ...shares, noise);
  }
}
