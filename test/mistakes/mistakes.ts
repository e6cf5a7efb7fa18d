import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { makeAccount } from '../browser/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';
import { BOOKS, deskPath, type Mistake, type MistakenShop, shopBook } from './shop.ts';

const ON_LINUX = process.platform === 'linux' ? false : 'needs prlimit';

/** Every mistake that a shop has made, or will make. After each the shop must be as before. */
export const MISTAKES: readonly Mistake[] = [
  {
    title: 'a file that removes every book: stopped, with the number; an undo takes back what was forced',
    async make(shop) {
      const input = jsonLines(
        Array.from({ length: BOOKS }, (_, at) => ({ kind: 'remove', itemId: 1000 + at })),
      );
      const stopped = shop.seoga(['import', '-'], { input });
      assert.equal(stopped.code, 3);
      assert.match(stopped.seen, new RegExp(`${BOOKS}.*--force`, 's'));
      assert.equal((await shop.look()).books, BOOKS);

      const forced = shop.seoga(['import', '--force', '-'], { input });
      assert.equal(forced.code, 0);
      await eventually(async () => (await shop.look()).books === 0);
      const undone = shop.seoga(['imports', 'undo', newestImport(shop)]);
      assert.equal(undone.code, 0, undone.seen);
      await eventually(async () => (await shop.look()).books === BOOKS);
      return [stopped.seen, forced.seen, undone.seen].join('\n');
    },
  },
  {
    title: 'a picture in the place of the feed: nothing is taken in',
    async make(shop) {
      const path = deskPath(shop, 'cover.jsonl');
      const bytes = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
      writeFileSync(
        path,
        Buffer.concat(Array.from({ length: 40 }, () => Buffer.concat([bytes, Buffer.from('\n')]))),
      );
      const refused = shop.seoga(['import', path]);
      assert.equal(refused.code, 1);
      assert.match(refused.seen, /nothing of it was kept: this is a PNG picture, not a feed/);
      return refused.seen;
    },
  },
  {
    title: 'a feed in the wrong encoding: nothing is taken in, and the lines say why',
    async make(shop) {
      const path = deskPath(shop, 'cp949.jsonl');
      const books = Array.from({ length: 40 }, (_, at) => shopBook(at, { title: `바뀐 제목 ${at}` }));
      writeFileSync(path, iconv.encode(jsonLines(books), 'cp949'));
      const refused = shop.seoga(['import', '--encoding', 'utf-8', path]);
      assert.ok(refused.code === 1 || refused.code === 3, refused.seen);
      assert.match(refused.seen, /UTF-8/);
      return refused.seen;
    },
  },
  {
    title: 'prices in dollars: stopped, with the number of prices that would change',
    async make(shop) {
      const dollars = Array.from({ length: BOOKS }, (_, at) =>
        shopBook(at, { shopPrice: 11, salePrice: 10 }),
      );
      const stopped = shop.seoga(['import', '-'], { input: jsonLines(dollars) });
      assert.equal(stopped.code, 3, stopped.seen);
      assert.match(stopped.seen, new RegExp(`price.*${BOOKS}|${BOOKS}.*price`, 's'));
      return stopped.seen;
    },
  },
  {
    title: 'a deal of 100 won in the console: asked back with the share of the list price',
    async make(shop) {
      const email = 'desk@books.example';
      const desk = await makeAccount(shop.server, { email, name: 'Desk' });
      const role = await shop.server.seoga(['account', 'update', '--account', email, '--role', 'owner']);
      assert.equal(role.code, 0, role.stderr);
      const deal = { itemId: 1001, salePrice: 100, from: '2026-11-01', until: '2099-12-31' };
      const refused = await desk.post('/console/shop/deal', deal).catch(({ message }: Error) => message);
      assert.match(String(refused), /CONFIRM_NUMBER.*type 100/);
      return `a deal of 100 won   -> ${refused}`;
    },
  },
  {
    title: 'a program killed in the middle of an import: nothing of it is kept, and the log says so',
    async make(shop) {
      const child = shop.start(['import', '--force', '-']);
      const ended = once(child, 'exit');
      child.stdin?.on('error', () => {});
      child.stdin?.write(jsonLines(Array.from({ length: BOOKS }, (_, at) => shopBook(at, { salePrice: 1 }))));
      await eventually(async () => /under way|running/.test(shop.seoga(['imports', '--limit', '1']).seen));
      child.kill('SIGKILL');
      await ended;
      const again = shop.seoga(['import', '-'], { input: jsonLines([shopBook(0)]) });
      assert.equal(again.code, 0, again.seen);
      const log = shop.seoga(['imports', '--limit', '2']);
      assert.match(log.seen, /did not finish/);
      return log.seen;
    },
  },
  {
    title: 'a disk that becomes full during an import: one clear line, and the space is given back',
    skip: ON_LINUX,
    async make(shop) {
      const before = bytesOf(shop);
      const introduction = '긴 소개 '.repeat(500);
      const many = Array.from({ length: 3_000 }, (_, at) =>
        shopBook(BOOKS + at, { contentDetail: { bookIntroduction: `${introduction}${at}` } }),
      );
      const full = shop.seoga(['import', '-'], { input: jsonLines(many), fileBytesMax: 4 * 1024 * 1024 });
      assert.equal(full.code, 1, full.seen);
      assert.match(full.seen, /nothing of it was kept: the disk is full/);
      assert.doesNotMatch(full.seen, /\n\s+at /, 'no stack trace');
      const taken = bytesOf(shop) - before;
      assert.ok(taken < 1024 * 1024, `${taken} bytes were not given back`);
      return full.seen;
    },
  },
  {
    title: 'a second server on the same folder: refused, with the folder',
    async make(shop) {
      const second = shop.seoga(['serve']);
      assert.equal(second.code, 1);
      assert.ok(second.seen.includes(shop.server.dataDir), second.seen);
      return second.seen;
    },
  },
  {
    title: 'a cron job without SEOGA_DATA_DIR: no second store, and the folder that is served is named',
    async make(shop) {
      const opsPort =
        /health and metrics on http:\/\/127\.0\.0\.1:(\d+)/.exec(shop.server.stderr())?.[1] ?? '';
      const settings = { SEOGA_DATA_DIR: '', SEOGA_OPS_PORT: opsPort };
      const refused = shop.seoga(['import', '-'], {
        input: jsonLines([shopBook(0)]),
        settings,
        cwd: shop.desk,
      });
      assert.equal(refused.code, 1, refused.seen);
      assert.ok(refused.seen.includes(`serves ${shop.server.dataDir}`), refused.seen);
      assert.equal(readdirSync(shop.desk).includes('data'), false);
      return refused.seen;
    },
  },
];

/** The number of the import that was made last. */
function newestImport(shop: MistakenShop): string {
  const { seen } = shop.seoga(['imports', '--limit', '1']);
  const [, id = ''] = /^\s*#?(\d+)\s/m.exec(seen.split('\n').slice(1).join('\n')) ?? [];
  assert.notEqual(id, '', seen);
  return id;
}

/** What the data folder takes on the disk. */
function bytesOf({ server }: MistakenShop): number {
  return readdirSync(server.dataDir)
    .map((name) => statSync(join(server.dataDir, name)).size)
    .reduce((sum, bytes) => sum + bytes, 0);
}
