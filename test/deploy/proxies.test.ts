import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, get as getPlain, type IncomingHttpHeaders } from 'node:http';
import { get as getSecure } from 'node:https';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { makeCertificate, nginxMissing, startNginx, startProxy } from '../support/nginx.ts';
import { freePort, issueKey, startServer } from '../support/server-process.ts';
import { type Cleanup, suiteCleanup, tempDir } from '../support/temp-dir.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const CADDY = '/usr/bin/caddy';
const caddyMissing =
  existsSync(CADDY) || process.env.CI === 'true' ? false : 'SKIPPED: no caddy (Debian package caddy)';

/** A proxy that speaks TLS on loopback. */
interface Proxy {
  readonly httpsPort: number;
  readonly certificate: string;
}
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Each proxy with the file that docs/deploy.md gives, in front of a port of this machine. */
const PROXIES = [
  { name: 'nginx', skip: nginxMissing, start: startNginxBefore },
  { name: 'Caddy', skip: caddyMissing, start: startCaddyBefore },
] as const;

for (const { name, skip, start } of PROXIES) {
  describe(`${name} in front of the service`, { skip }, () => {
    const t = suiteCleanup();
    let proxy: Proxy;
    let key = '';
    before(async () => {
      const environment = { SEOGA_BASE_URL: 'https://api.example.com', SEOGA_TRUSTED_PROXIES: '127.0.0.1' };
      const server = await startServer(t, { environment });
      const run = async (...words: string[]) => {
        const { code, stdout, stderr } = await server.seoga(words);
        assert.equal(code, 0, stderr);
        return stdout.trim();
      };
      await run(
        'import',
        join(deploy, '../docs/samples/categories.csv'),
        join(deploy, '../docs/samples/books.csv'),
      );
      key = await issueKey(server);
      proxy = await start(t, Number(new URL(server.address).port));
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

    test('401 AUTH_001 comes through in the envelope', async () => {
      const { status, body } = await ask(proxy, '/v1/category/list');
      assert.equal(status, 401);
      assert.equal((JSON.parse(body.toString()) as { errorCode: string }).errorCode, 'AUTH_001');
    });

    test('the service compresses, and 304 comes through', async () => {
      const headers = { 'Accept-Encoding': 'br' };
      const { headers: sent, body } = await ask(proxy, '/v1/openapi.json', headers);
      assert.equal(sent['content-encoding'], 'br');
      assert.match(brotliDecompressSync(body).toString(), /"openapi":"3\.1/);
      const again = await ask(proxy, '/v1/openapi.json', { ...headers, 'If-None-Match': sent.etag ?? '' });
      assert.equal(again.status, 304);
    });
  });

  test(`${name} replaces the caller's address, whatever the caller says it is`, { skip }, async (t) => {
    const seen: IncomingHttpHeaders[] = [];
    const service = createServer((request, answer) => {
      seen.push(request.headers);
      answer.end('ok');
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    t.after(() => void service.close());
    const address = service.address();
    const proxy = await start(t, typeof address === 'object' ? (address?.port ?? 0) : 0);
    await ask(proxy, '/', { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'http' });
    assert.equal(seen[0]?.['x-forwarded-for'], '127.0.0.1');
    assert.equal(seen[0]?.['x-forwarded-proto'], 'https');
  });
}

test('nginx sends plain HTTP on to TLS', { skip: nginxMissing }, async (t) => {
  const { httpPort } = await startNginxBefore(t, await freePort());
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

async function startNginxBefore(t: Cleanup, port: number) {
  return startNginx(t, {
    file: join(deploy, 'nginx/seoga.conf'),
    httpPort: await freePort(),
    httpsPort: await freePort(),
    replace: { '127.0.0.1:8080': `127.0.0.1:${port}` },
  });
}

/** Nothing changes but ports, and the certificate that Caddy would get from an authority. */
async function startCaddyBefore(t: Cleanup, port: number): Promise<Proxy> {
  const folder = tempDir(t);
  const { certificatePath, keyPath } = makeCertificate(folder);
  const httpsPort = await freePort();
  const site = readFileSync(join(deploy, 'caddy/Caddyfile'), 'utf8');
  const local = site
    .replace(
      'api.example.com {',
      `https://api.example.com:${httpsPort} {\n\tbind 127.0.0.1\n\ttls ${certificatePath} ${keyPath}`,
    )
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`);
  assert.notEqual(local, site);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${local}`);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const words = ['run', '--config', file, '--adapter', 'caddyfile'];
  await startProxy(t, httpsPort, spawn(CADDY, words, { env, stdio: 'ignore' }));
  return { httpsPort, certificate: readFileSync(certificatePath, 'utf8') };
}

async function ask(
  { httpsPort, certificate }: Proxy,
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
