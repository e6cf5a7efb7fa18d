import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { feedLines } from '../feeds/feed-senders.ts';
import { send } from '../support/answer.ts';
import { eventually } from '../support/eventually.ts';
import { opsOf, outputOf, refusedWith, startServer } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';

test('health and metrics stand on a port of their own; a token of the command line brings feeds to it and to the other', async (t) => {
  const environment = { SEOGA_OPS_HOST: '127.0.0.2', SEOGA_OPS_PUBLIC: '1' };
  const server = await startServer(t, { environment });
  const ops = await opsOf(server);
  assert.match(ops, /127\.0\.0\.2/);
  const get = async (address: string) => {
    const { status, text } = await send(address);
    return [status, text];
  };
  assert.deepEqual(await get(`${ops}/health/live`), [200, 'live\n']);
  const checks = { calls: 'ok', lists: 'ok', search: 'ok', age: 'ok', mail: 'ok', clock: 'ok' };
  const ready = () => get(`${ops}/health/ready?from=balancer`);
  const [, told] = await eventually(ready, ([status]) => status === 200);
  assert.deepEqual(JSON.parse(String(told)), { ready: true, checks });
  for (const [path, status] of [
    ['/v1/category/list', 401],
    ['/robots.txt', 200],
    ['/metrics', 404],
  ] as const)
    assert.equal((await get(server.address + path))[0], status);
  const metrics = String((await get(`${ops}/metrics`))[1]);
  for (const figure of [
    /seoga_http_request_seconds_count\{endpoint="categoryList",status="401"\} 1/,
    /seoga_http_request_seconds_sum\{endpoint="page",status="200"\} (?!0\n)/,
    /nodejs_eventloop_lag_seconds/,
    /seoga_ranking_errors_total 0/,
  ])
    assert.match(metrics, figure);
  assert.equal((await get(`${ops}/nothing`))[0], 404);
  const issue = ['token', 'issue', '--name', 'erp'];
  const [issued, twice] = await server.seogaEach([issue, issue]);
  const token = outputOf(issued).trim();
  assert.match(token, /^seoga_ops_[0-9A-Za-z]{38}$/);
  refusedWith(twice, 1, /./);

  const bring = async (body: Buffer, base = ops) => {
    const headers = { authorization: `Bearer ${token}` };
    const post = { method: 'POST', body: new Uint8Array(body), headers };
    return (await fetch(`${base}/ops/v1/feed`, post)).status;
  };
  assert.equal(await bring(feedLines([book(1, '하나')])), 200);
  assert.equal(await bring(gzipSync(feedLines([book(2, '둘')])), server.address), 200);
  const { status, headers } = await send(`${ops}/ops/v1/feed`);
  assert.deepEqual([status, headers.allow], [405, 'POST']);
  outputOf(await server.seoga(['import', '-'], { input: feedLines([book(3, '셋')]) }));
  const counted = await eventually(
    async () => (await fetch(`${ops}/metrics`)).text(),
    (text) => text.includes('seoga_imports_total{by="command",outcome="imported"} 1'),
  );
  assert.match(counted, /seoga_imports_total\{by="token",outcome="imported"\} 2/);

  outputOf(await server.seoga(['token', 'revoke', '--name', 'erp']));
  assert.equal(await bring(feedLines([book(4, '넷')])), 401);
  assert.match(outputOf(await server.seoga(['token', 'list'])), /^erp {2}issued .* revoked /);
  assert.equal(await server.stop(), 0);
});

const BOOKS = 6_000;
const KEPT_MAX_BYTES = 16 * 1024 * 1024;

test('the write-ahead log of a large import does not stay on the disk while the server goes on', async (t) => {
  const server = await startServer(t);
  const contentDetail = { bookIntroduction: '긴 소개 '.repeat(800) };
  const input = feedLines(
    Array.from({ length: BOOKS }, (_, at) => book(at + 1, `책 ${at}`, { contentDetail })),
  );
  assert.ok(input.length > 2 * KEPT_MAX_BYTES, `${input.length} bytes`);
  outputOf(await server.seoga(['import', '-'], { input }));
  const log = join(server.dataDir, 'catalog.db-wal');
  await eventually(async () => {
    if (statSync(log).size <= KEPT_MAX_BYTES) return true;
    // Whoever reads during a commit keeps the log from being truncated; the next commit truncates it.
    outputOf(await server.seoga(['import', '-'], { input: feedLines([book(1, '책')]) }));
    return false;
  });
  assert.equal(await server.stop(), 0);
});
