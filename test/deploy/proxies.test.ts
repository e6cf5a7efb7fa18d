import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { get } from 'node:https';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { send } from '../support/answer.ts';
import { spawnProgram } from '../support/program.ts';
import { freePort, listenOn, untilListening } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

const PROGRAM = '/usr/sbin/nginx';
const nginxMissing =
  existsSync(PROGRAM) || process.env.CI === 'true' ? false : 'SKIPPED: no nginx (Debian package nginx-light)';

test("nginx with the file of docs/operate.md passes calls over TLS on, with the caller's own address, and sends plain HTTP to TLS", {
  skip: nginxMissing,
}, async (t) => {
  const seen: IncomingHttpHeaders[] = [];
  const service = createServer((request, answer) => {
    seen.push(request.headers);
    answer.end('ok');
  });
  t.after(() => void service.close());
  const { httpPort, httpsPort, certificate } = await startNginx(t, await listenOn(service));
  const host = 'api.example.com';
  const lies = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'http' };
  const request = get({
    ...{ host: '127.0.0.1', port: httpsPort, ca: certificate, servername: host, agent: false },
    headers: { Host: host, 'X-Api-Key': 'key', ...lies },
  });
  const [answer] = await once(request, 'response');
  assert.deepEqual([answer.statusCode, String(Buffer.concat(await answer.toArray()))], [200, 'ok']);
  const { host: named, 'x-api-key': key, 'x-forwarded-for': from, 'x-forwarded-proto': by } = seen[0] ?? {};
  assert.deepEqual([named, key, from, by], [host, 'key', '127.0.0.1', 'https']);
  const plain = await send(`http://127.0.0.1:${httpPort}/v1/category/list`, { headers: { Host: host } });
  assert.deepEqual([plain.status, plain.headers.location], [301, `https://${host}/v1/category/list`]);
});

/** Nothing in the file is changed but ports and paths. */
async function startNginx(t: TestContext, servicePort: number) {
  const folder = tempDir(t);
  for (const name of ['logs', 'temp']) mkdirSync(join(folder, name));
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  makeCertificate(certificate, key);
  const changes = {
    'listen 80;': `listen 127.0.0.1:${httpPort};`,
    'listen 443 ssl;': `listen 127.0.0.1:${httpsPort} ssl;`,
    '/etc/ssl/seoga/fullchain.pem': certificate,
    '/etc/ssl/seoga/privkey.pem': key,
    '127.0.0.1:8080': `127.0.0.1:${servicePort}`,
  };
  let site = readFileSync(join(import.meta.dirname, '../../deploy/nginx/seoga.conf'), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!site.includes(from)) throw new Error(`the file has no ${from}`);
    site = site.replaceAll(from, to);
  }
  writeFileSync(join(folder, 'site.conf'), site);
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, mainConfig(folder));
  const words = ['-p', folder, '-c', config];
  const check = spawnSync(PROGRAM, [...words, '-t'], { encoding: 'utf8' });
  if (check.status !== 0) throw new Error(check.stderr);
  const { end } = spawnProgram(PROGRAM, words, { stdio: 'ignore' });
  t.after(() => end('SIGTERM').then(() => {}));
  await untilListening(httpsPort);
  return { httpPort, httpsPort, certificate: readFileSync(certificate, 'utf8') };
}

/** Debian's nginx.conf around the files of conf.d. */
function mainConfig(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(folder, 'temp', name)};`)
    .join('\n');
  // The folder is private to whoever runs the test.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  return `${user}daemon off;
worker_processes 2;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'logs', 'error.log')};
events { worker_connections 512; }
http {
  access_log off;
${temporary}
  include ${join(folder, 'site.conf')};
}
`;
}

function makeCertificate(certificate: string, key: string): void {
  const words = [
    ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' '),
    ...['-subj', '/CN=api.example.com', '-addext', 'subjectAltName=DNS:api.example.com,IP:127.0.0.1'],
    ...['-keyout', key, '-out', certificate],
  ];
  execFileSync('openssl', words, { stdio: 'ignore' });
}
