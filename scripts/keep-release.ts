// node scripts/keep-release.ts NAME [--code FOLDER] - keeps a small data folder of this version, with what it answered,
// as test/releases/NAME.tar.gz. Later versions are tested to serve it (test/bin/upgrade.test.ts). Run it at each release;
// --code takes the checkout of an older version instead of this one.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { formatKstDay, formatKstInstant, kstDayOf, systemClock } from '../src/clock.ts';

/** No key of this prefix is a real one. */
const KEY_PREFIX = 'kept_release_';
/** Stands in the answers for the server's own address. */
const BASE_URL = 'https://books.example';
const LISTS_MAX_MS = 60_000;
const ITEMS = 40;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { code: { type: 'string', default: resolve(import.meta.dirname, '..') } },
});
const [name] = positionals;
if (name === undefined) throw new Error('usage: node scripts/keep-release.ts NAME [--code FOLDER]');

const nowMs = systemClock.nowMs();
const today = kstDayOf(nowMs);
const folder = mkdtempSync(join(tmpdir(), 'seoga-release-'));
try {
  await keep(name, join(folder, 'data'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function keep(release: string, dataDir: string): Promise<void> {
  mkdirSync(dataDir, { mode: 0o700 });
  seoga(
    dataDir,
    ['import', '-'],
    feed()
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  seoga(dataDir, ['rank']);
  seoga(dataDir, [
    'account',
    'create',
    '--email',
    'operator@books.example',
    '--name',
    'Operator',
    '--operator',
  ]);
  seoga(dataDir, ['account', 'create', '--email', 'developer@books.example', '--name', 'Developer']);
  const key = seoga(dataDir, ['key', 'issue', '--account', 'developer@books.example']).trim();
  const server = spawn(process.execPath, ['bin/seoga.ts', 'serve'], {
    cwd: values.code,
    env: environment(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const baseUrl = await new Promise<string>((found, failed) => {
    server.once('exit', () => failed(new Error('the server ended')));
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      const line = /^listening on (\S+)/m.exec(text);
      if (line?.[1] !== undefined) found(line[1]);
    });
  });
  const answers: Record<string, unknown> = {};
  for (const path of paths()) answers[path] = await answerOf(baseUrl, path, key);
  server.kill('SIGTERM');
  await ended;
  const kept = { release, at: formatKstInstant(systemClock.nowMs()), key, keyPrefix: KEY_PREFIX, answers };
  writeFileSync(join(folder, 'answers.json'), `${JSON.stringify(kept, null, 2)}\n`);
  const releases = resolve(import.meta.dirname, '..', 'test', 'releases');
  mkdirSync(releases, { recursive: true });
  const archive = join(releases, `${release}.tar.gz`);
  const packed = spawnSync('tar', ['-C', folder, '-czf', archive, 'data', 'answers.json'], {
    stdio: 'inherit',
  });
  if (packed.status !== 0) throw new Error('tar failed');
  console.log(`${archive}: ${Object.keys(answers).length} answers`);
}

function environment(dataDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PORT: '0',
    SEOGA_OPS_PORT: '0',
    SEOGA_DATA_DIR: dataDir,
    SEOGA_DEMO: '0',
    SEOGA_KEY_PREFIX: KEY_PREFIX,
  };
}

function seoga(dataDir: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/seoga.ts', ...args], {
    cwd: values.code,
    env: environment(dataDir),
    input,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`seoga ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** The JSON data of an answer; the lists and the search index of a new store may take a moment. */
async function answerOf(baseUrl: string, path: string, key: string): Promise<unknown> {
  const untilMs = systemClock.nowMs() + LISTS_MAX_MS;
  for (;;) {
    const response = await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': key } });
    const text = await response.text();
    if (response.status === 200) return withoutMeta(JSON.parse(text.replaceAll(baseUrl, BASE_URL)).data);
    if (systemClock.nowMs() > untilMs) throw new Error(`${path}: ${response.status} ${text}`);
    await wait(500);
  }
}

/** What changes from call to call is not compared. */
function withoutMeta({
  meta: _,
  ...data
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return data;
}

function paths(): string[] {
  const closed = formatKstDay(today - 70);
  const open = formatKstDay(today - 1);
  return [
    `/v1/category/bestsellerMonthly?categoryId=001&date=${closed}`,
    `/v1/category/bestsellerMonthly?categoryId=001001&date=${closed}&sex=F&age=30`,
    `/v1/category/bestsellerMonthly?categoryId=001&date=${open}&detail=Y`,
    `/v1/category/bestsellerWeekly?categoryId=001&date=${closed}`,
    `/v1/category/bestsellerDaily?categoryId=001&date=${open}`,
    '/v1/category/bestseller?categoryId=001',
    '/v1/category/bestsellerSteady?categoryId=001',
    '/v1/category/bestsellerDeal?categoryId=001',
    '/v1/category/bestsellerRealtime?categoryId=001',
    '/v1/category/newproduct?categoryId=001&sort=Name',
    '/v1/category/newproductAttention?categoryId=001',
    '/v1/category/list',
    '/v1/goods/itemDetail?searchType=ItemId&query=1001&detail=Y',
    '/v1/goods/author?searchType=ItemId&query=1001',
    '/v1/goods/content?searchType=ItemId&query=1001',
    `/v1/goods/itemList?query=${encodeURIComponent('바다')}`,
  ];
}

/** A shop of forty books whose orders reach back a year, so that every kind of list has entries. */
function feed(): object[] {
  const categories = [
    { kind: 'category', categoryId: '001', categoryName: '국내도서', parentId: null },
    { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' },
    { kind: 'category', categoryId: '001002', categoryName: '역사', parentId: '001' },
  ];
  const author = {
    kind: 'author',
    authorId: 7,
    author: '가상인',
    birthDate: '1969',
    deathDate: '',
    debutTitle: '바다의 책 1',
    details: '시험 자료의 지은이입니다.',
  };
  return [...categories, author, ...items(), ...sales()];
}

function items(): object[] {
  return Array.from({ length: ITEMS }, (_, at) => ({
    kind: 'item',
    itemId: 1001 + at,
    title: `${at % 2 === 0 ? '바다' : '산'}의 책 ${at + 1}`,
    authors: [{ authorId: 7, author: '가상인', authorType: '지음' }],
    publisher: '시험출판',
    publishDate: formatKstDay(today - (at < 10 ? 800 : 20 + at)),
    catalog: 'BOOK',
    categoryIds: [at % 3 === 0 ? '001002' : '001001'],
    shopPrice: 10_000 + at * 100,
    salePrice: 9_000 + at * 90,
    ...(at % 5 === 0
      ? { deal: { salePrice: 5_000 + at, from: formatKstDay(today - 5), until: formatKstDay(today + 90) } }
      : {}),
    ...(at % 7 === 0
      ? { attention: { from: formatKstDay(today - 5), until: formatKstDay(today + 90) } }
      : {}),
    registeredAt: formatKstInstant(nowMs - (at < 10 ? 700 : 10) * 86_400_000),
    contentDetail: {
      bookIntroduction: `소개 ${at + 1}`,
      bookSummary: null,
      tableOfContents: `1장\n2장 ${at + 1}`,
    },
  }));
}

function sales(): object[] {
  const lines: object[] = [];
  const sell = (itemId: number, soldAtMs: number) => {
    const at = lines.length;
    lines.push({
      kind: 'sale',
      orderId: `R-${at}`,
      lineNo: 1,
      itemId,
      quantity: 1,
      soldAt: formatKstInstant(soldAtMs),
      sex: at % 2 === 0 ? 'F' : 'M',
      age: 10 + ((at * 7) % 60),
      buyer: `buyer-${at % 97}`,
    });
  };
  const hourMs = 3_600_000;
  for (let week = 0; week < 56; week++) {
    for (let item = 0; item < 6; item++) sell(1001 + item, nowMs - (week * 168 + item + 30) * hourMs);
  }
  for (let at = 0; at < 400; at++) sell(1001 + ((at * at) % ITEMS), nowMs - (26 + at * 5) * hourMs);
  for (let at = 0; at < 30; at++) sell(1001 + ((at * 3) % ITEMS), nowMs - at * 0.5 * hourMs - 60_000);
  lines.push({ kind: 'cancel', orderId: 'R-400', lineNo: 1, cancelledAt: formatKstInstant(nowMs - hourMs) });
  return lines;
}
