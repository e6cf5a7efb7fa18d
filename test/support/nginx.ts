import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Cleanup, tempDir } from './temp-dir.ts';

const PROGRAM = '/usr/sbin/nginx';
/** Why tests with nginx are skipped, or false. CI refuses to skip. */
export const nginxMissing =
  existsSync(PROGRAM) || process.env.CI === 'true' ? false : 'SKIPPED: no nginx (Debian package nginx-light)';

const START_ATTEMPTS = 600;

/** Debian's nginx with a configuration file that the documentation gives. */
export interface Nginx {
  readonly httpsPort: number;
  readonly httpPort: number;
  /** Of a certificate that stands for 127.0.0.1 and api.example.com. */
  readonly certificate: string;
}

export interface NginxOptions {
  /** The file, as it stands in deploy/. */
  readonly file: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Further replacements of what only holds on the machine that the file is meant for. */
  readonly replace?: Readonly<Record<string, string>>;
}

/** Starts nginx on free ports with nothing changed in the file but ports and paths. It ends with the test. */
export async function startNginx(t: Cleanup, options: NginxOptions): Promise<Nginx> {
  const folder = tempDir(t);
  for (const name of ['logs', 'temp']) mkdirSync(join(folder, name));
  const { certificatePath, keyPath } = makeCertificate(folder);
  const changes = {
    'listen 80;': `listen 127.0.0.1:${options.httpPort};`,
    'listen 443 ssl;': `listen 127.0.0.1:${options.httpsPort} ssl;`,
    '/etc/ssl/seoga/fullchain.pem': certificatePath,
    '/etc/ssl/seoga/privkey.pem': keyPath,
    ...options.replace,
  };
  let site = readFileSync(options.file, 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!site.includes(from)) throw new Error(`${options.file} has no ${from}`);
    site = site.replaceAll(from, to);
  }
  writeFileSync(join(folder, 'site.conf'), site);
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, mainConfig(folder));
  const words = ['-p', folder, '-c', config];
  const check = spawnSync(PROGRAM, [...words, '-t'], { encoding: 'utf8' });
  if (check.status !== 0) throw new Error(check.stderr);
  await startProxy(t, options.httpsPort, spawn(PROGRAM, words, { stdio: 'ignore' }));
  return {
    httpPort: options.httpPort,
    httpsPort: options.httpsPort,
    certificate: readFileSync(certificatePath, 'utf8'),
  };
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

/** A certificate of its own authority for api.example.com and 127.0.0.1, made in a folder. */
export function makeCertificate(folder: string): { certificatePath: string; keyPath: string } {
  const [certificatePath, keyPath] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' '),
      ...['-subj', '/CN=api.example.com', '-addext', 'subjectAltName=DNS:api.example.com,IP:127.0.0.1'],
      ...['-keyout', keyPath, '-out', certificatePath],
    ],
    { stdio: 'ignore' },
  );
  return { certificatePath, keyPath };
}

/** Resolves once a program of this machine listens. It ends with the test. */
export async function startProxy(t: Cleanup, port: number, child: ChildProcess): Promise<void> {
  t.after(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  await untilListening(port);
}

/** Resolves once something listens on a port of this machine. */
export async function untilListening(port: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (attempt >= START_ATTEMPTS) throw error;
      await wait(50);
    } finally {
      socket.destroy();
    }
  }
}
