import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get as getPlain, type IncomingHttpHeaders } from 'node:http';
import { get as getSecure } from 'node:https';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { freePort, issueKey, listenOn, startServer } from '../support/server-process.ts';
import { suiteCleanup } from '../support/temp-dir.ts';
import { type Nginx, nginxMissing, startNginx } from './nginx.ts';

const samples = join(import.meta.dirname, '../../docs/samples');

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

describe('nginx in front of the service, with the file of docs/operate.md', { skip: nginxMissing }, () => {
  const t = suiteCleanup();
  let proxy: Nginx;
  let key = '';
  before(async () => {
    const environment = { SEOGA_BASE_URL: 'https://api.example.com', SEOGA_TRUSTED_PROXIES: '127.0.0.1' };
    const server = await startServer(t, { environment });
    const files = ['categories.csv', 'books.csv'].map((name) => join(samples, name));
    assert.equal((await server.seoga(['import', ...files])).code, 0);
    key = await issueKey(server);
    proxy = await startNginx(t, Number(new URL(server.address).port));
  });

  test('calls over TLS are answered, with the public address in every link', async () => {
    const { status, body } = await ask(proxy, '/v1/goods/itemDetail?searchType=ItemId&query=1001', {
      'X-Api-Key': key,
    });
    assert.equal(status, 200, body.toString());
    const { data } = JSON.parse(body.toString()) as {
      data: { meta: { apiLink: string }; items: { link: string }[] };
    };
    assert.equal(
      data.meta.apiLink,
      'https://api.example.com/v1/goods/itemDetail?searchType=ItemId&query=1001',
    );
    assert.equal(data.items[0]?.link, 'https://api.example.com/goods/1001');
  });
});

test(`the caller's address is replaced, whatever the caller says it is`, {
  skip: nginxMissing,
}, async (t) => {
  const seen: IncomingHttpHeaders[] = [];
  const service = createServer((request, answer) => {
    seen.push(request.headers);
    answer.end('ok');
  });
  t.after(() => void service.close());
  const proxy = await startNginx(t, await listenOn(service));
  await ask(proxy, '/', { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'http' });
  assert.equal(seen[0]?.['x-forwarded-for'], '127.0.0.1');
  assert.equal(seen[0]?.['x-forwarded-proto'], 'https');
});

test('nginx sends plain HTTP on to TLS', { skip: nginxMissing }, async (t) => {
  const { httpPort } = await startNginx(t, await freePort());
  const request = getPlain({
    host: '127.0.0.1',
    port: httpPort,
    path: '/v1/category/list',
    headers: { Host: 'api.example.com' },
  });
  const [answer] = (await once(request, 'response')) as [
    { statusCode: number; headers: IncomingHttpHeaders; resume(): void },
  ];
  answer.resume();
  assert.equal(answer.statusCode, 301);
  assert.equal(answer.headers.location, 'https://api.example.com/v1/category/list');
});

async function ask(
  { httpsPort, certificate }: Nginx,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const request = getSecure({
    host: '127.0.0.1',
    port: httpsPort,
    path,
    ca: certificate,
    servername: 'api.example.com',
    agent: false,
    headers: { Host: 'api.example.com', ...headers },
  });
  const [answer] = await once(request, 'response');
  const pieces: Buffer[] = await answer.toArray();
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces) };
}
