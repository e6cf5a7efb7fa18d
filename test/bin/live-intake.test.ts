import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, watch, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { freePort, startServer } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';

const linesOf = (...lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const shop = linesOf(...Array.from({ length: 30 }, (_, at) => book(at + 1, `책 ${at + 1}`)));

describe('feeds of running shops', () => {
  test('a token brings feeds over HTTP, until it is revoked', async (t) => {
    const opsPort = await freePort();
    const server = await startServer(t, {
      environment: { SEOGA_OPS_PORT: String(opsPort), SEOGA_OPS_PUBLIC: '1' },
    });
    const issued = await server.seoga(['token', 'issue', '--name', 'erp']);
    assert.equal(issued.code, 0, issued.stderr);
    const token = issued.stdout.trim();
    assert.match(token, /^seoga_ops_[0-9A-Za-z]{38}$/);
    assert.equal((await server.seoga(['token', 'issue', '--name', 'erp'])).code, 1);

    const ops = `http://127.0.0.1:${opsPort}`;
    const send = async (
      body: string | Buffer,
      headers: Record<string, string> = {},
      base = ops,
      query = '',
    ) => {
      const response = await fetch(`${base}/ops/v1/feed${query}`, {
        method: 'POST',
        body: Buffer.from(body),
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
      return { status: response.status, text: await response.text() };
    };
    const first = await send(shop, { 'idempotency-key': 'night-1' });
    assert.equal(first.status, 200, first.text);
    assert.equal(JSON.parse(first.text).counts.item.added, 30);
    assert.deepEqual(await send(shop, { 'idempotency-key': 'night-1' }), first, 'the first answer again');
    const zipped = await send(
      gzipSync(linesOf(book(31, '책 31'))),
      { 'content-type': 'application/gzip' },
      server.address,
    );
    assert.equal(JSON.parse(zipped.text).counts.item.added, 1, 'on the port of the API, too');

    const removals = linesOf(...Array.from({ length: 20 }, (_, at) => ({ kind: 'remove', itemId: at + 1 })));
    const braked = await send(removals);
    assert.deepEqual([braked.status, JSON.parse(braked.text).imported], [409, false]);
    assert.match(JSON.parse(braked.text).message, /remove 20 of 31 items/);
    assert.equal((await send(removals, {}, ops, '?force=1')).status, 200);
    assert.equal((await send('')).status, 400);
    assert.equal((await send(shop, { authorization: 'Bearer wrong' })).status, 401);
    assert.equal((await fetch(`${ops}/ops/v1/feed`)).status, 405);
    assert.equal(await tooLarge(opsPort, token), 413);

    const imports = (await server.seoga(['imports'])).stdout;
    assert.match(imports, /live feed {2}by token:erp/);
    assert.equal((await server.seoga(['token', 'revoke', '--name', 'erp'])).code, 0);
    assert.equal((await send(shop)).status, 401);
    assert.match((await server.seoga(['token', 'list'])).stdout, /^erp {2}issued .* revoked /);
  });

  test('files of the feed folder are imported in name order and moved beside a report', async (t) => {
    const folder = tempDir(t);
    const put = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      const longAgo = new Date(2020, 0, 1);
      utimesSync(join(folder, name), longAgo, longAgo);
    };
    put('b.jsonl', linesOf({ ...book(1, '나중'), itemId: 1 }));
    put('a.jsonl', linesOf(book(1, '먼저')));
    put('c.jsonl', '');
    put('d.jsonl.part', linesOf(book(9, '덜 쓴 파일')));
    for (const name of ['done', 'failed']) mkdirSync(join(folder, name));
    const server = await startServer(t, { environment: { SEOGA_FEED_FOLDER: folder } });
    await appears(join(folder, 'failed'), 2);
    const done = readdirSync(join(folder, 'done')).sort();
    assert.deepEqual(
      done.map((name) => name.replace(/^.*Z-/, '')),
      ['a.jsonl', 'a.jsonl.report.json', 'b.jsonl', 'b.jsonl.report.json'],
    );
    const failed = readdirSync(join(folder, 'failed')).find((name) => name.endsWith('.json')) ?? '';
    assert.match(readFileSync(join(folder, 'failed', failed), 'utf8'), /the file holds no record/);
    assert.ok(existsSync(join(folder, 'd.jsonl.part')));
    assert.match(
      (await server.seoga(['imports'])).stdout,
      /^3 .*failed.*\n2 .* b\.jsonl .*\n1 .* a\.jsonl .*by folder/,
    );
  });
});

/** The status of a request that announces more than is taken. */
async function tooLarge(port: number, token: string): Promise<number | undefined> {
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/ops/v1/feed',
    headers: { authorization: `Bearer ${token}`, 'content-length': String(50 * 1024 * 1024 + 1) },
  });
  request.on('error', () => {});
  request.flushHeaders();
  const [response] = await once(request, 'response');
  request.destroy();
  return response.statusCode;
}

/** Waits until a folder holds so many files. */
async function appears(folder: string, count: number): Promise<void> {
  const watcher = watch(folder);
  try {
    while (readdirSync(folder).length < count) await once(watcher, 'change');
  } finally {
    watcher.close();
  }
}
