import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opsOf, startServer } from '../support/server-process.ts';

test('health and metrics stand on a port of their own, on the address that is set', async (t) => {
  const server = await startServer(t, { environment: { SEOGA_OPS_HOST: '127.0.0.2' } });
  const ops = await opsOf(server);
  assert.match(ops, /127\.0\.0\.2/);
  const get = async (path: string) => {
    const response = await fetch(`${ops}${path}`);
    return { status: response.status, text: await response.text() };
  };
  assert.deepEqual(await get('/health/live'), { status: 200, text: 'live\n' });
  assert.equal((await get('/health/ready?from=balancer')).status, 200);
  assert.equal((await fetch(`${ops}/ops/v1/feed`)).headers.get('allow'), 'POST');
  const ready = await get('/health/ready');
  assert.equal(ready.status, 200, ready.text);
  const checks = { calls: 'ok', lists: 'ok', search: 'ok', age: 'ok', mail: 'ok', clock: 'ok' };
  assert.deepEqual(JSON.parse(ready.text), { ready: true, checks });
  await (await fetch(`${server.address}/v1/category/list`)).text();
  await (await fetch(`${server.address}/robots.txt`)).text();
  const metrics = await get('/metrics');
  assert.match(metrics.text, /seoga_http_request_seconds_count\{endpoint="categoryList",status="401"\} 1/);
  const secondsOfPages = /seoga_http_request_seconds_sum\{endpoint="page",status="200"\} (\S+)/.exec(
    metrics.text,
  );
  assert.ok(Number(secondsOfPages?.[1]) > 0);
  assert.match(metrics.text, /nodejs_eventloop_lag_seconds/);
  assert.match(metrics.text, /seoga_ranking_errors_total 0/);
  assert.equal((await get('/nothing')).status, 404);
  assert.equal((await fetch(`${server.address}/metrics`)).status, 404);
  await server.stop();
});
