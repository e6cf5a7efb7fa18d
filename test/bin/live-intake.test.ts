import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { feedLines } from '../feeds/feed-senders.ts';
import { eventually } from '../support/eventually.ts';
import { freePort, startServer } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a token of the command line brings feeds to both ports until it is revoked, and metrics count them', async (t) => {
  const opsPort = await freePort();
  const server = await startServer(t, {
    environment: { SEOGA_OPS_PORT: String(opsPort), SEOGA_OPS_PUBLIC: '1' },
  });
  const issued = await server.seoga(['token', 'issue', '--name', 'erp']);
  const token = issued.stdout.trim();
  assert.match(token, /^seoga_ops_[0-9A-Za-z]{38}$/, issued.stderr);
  assert.equal((await server.seoga(['token', 'issue', '--name', 'erp'])).code, 1);

  const ops = `http://127.0.0.1:${opsPort}`;
  const send = async (body: Buffer, base = ops) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${base}/ops/v1/feed`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers,
    });
    return response.status;
  };
  assert.equal(await send(feedLines([book(1, '하나')])), 200);
  assert.equal(await send(gzipSync(feedLines([book(2, '둘')])), server.address), 200);
  assert.equal((await fetch(`${ops}/ops/v1/feed`)).status, 405);
  assert.equal(await tooLarge(opsPort, token), 413);

  const path = join(tempDir(t), 'shop.jsonl');
  writeFileSync(path, feedLines([book(3, '셋')]));
  assert.equal((await server.seoga(['import', path])).code, 0);
  const metrics = await eventually(
    async () => (await fetch(`${ops}/metrics`)).text(),
    (text) => text.includes('seoga_imports_total{by="command",outcome="imported"} 1'),
  );
  assert.match(metrics, /seoga_imports_total\{by="token",outcome="imported"\} 2/);

  assert.equal((await server.seoga(['token', 'revoke', '--name', 'erp'])).code, 0);
  assert.equal(await send(feedLines([book(4, '넷')])), 401);
  assert.match((await server.seoga(['token', 'list'])).stdout, /^erp {2}issued .* revoked /);
});

/** The status of a request that announces more than is taken. */
async function tooLarge(port: number, token: string): Promise<number | undefined> {
  const request = httpRequest({
    ...{ port, host: '127.0.0.1', method: 'POST', path: '/ops/v1/feed' },
    headers: { authorization: `Bearer ${token}`, 'content-length': String(50 * 1024 * 1024 + 1) },
  });
  request.on('error', () => {});
  request.flushHeaders();
  const [response] = await once(request, 'response');
  request.destroy();
  return response.statusCode;
}
