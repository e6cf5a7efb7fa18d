import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnProgram } from '../support/program.ts';
import { freePort, untilListening } from '../support/server-process.ts';
import { type Cleanup, tempDir } from '../support/temp-dir.ts';

const PROGRAM = '/usr/sbin/nginx';
/** Why tests with nginx are skipped, or false. CI refuses to skip. */
export const nginxMissing =
  existsSync(PROGRAM) || process.env.CI === 'true' ? false : 'SKIPPED: no nginx (Debian package nginx-light)';

/** Debian's nginx with the configuration file that the documentation gives. */
export interface Nginx {
  readonly httpsPort: number;
  readonly httpPort: number;
  /** Of a certificate that stands for 127.0.0.1 and api.example.com. */
  readonly certificate: string;
}

/** Starts nginx in front of a port, with nothing changed in the file but ports and paths. It ends with the test. */
export async function startNginx(t: Cleanup, servicePort: number): Promise<Nginx> {
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

/** What Debian's nginx.conf holds around the files of conf.d, within one folder. */
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

/** Makes a certificate of its own authority for api.example.com and 127.0.0.1. */
function makeCertificate(certificate: string, key: string): void {
  const words = [
    ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' '),
    ...['-subj', '/CN=api.example.com', '-addext', 'subjectAltName=DNS:api.example.com,IP:127.0.0.1'],
    ...['-keyout', key, '-out', certificate],
  ];
  execFileSync('openssl', words, { stdio: 'ignore' });
}
