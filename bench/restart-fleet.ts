import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { type Nginx, startNginx } from '../test/support/nginx.ts';
import { postgresDatabase } from '../test/support/postgres-database.ts';
import { freePort, type ServerProcess, startServer } from '../test/support/server-process.ts';
import { type Cleanup, tempDir } from '../test/support/temp-dir.ts';

const cluster = join(import.meta.dirname, '../deploy/cluster');

/** What came of the calls while every instance was restarted. */
export interface RollingRestart {
  readonly calls: number;
  /** What went wrong, by what the caller saw. Empty when nothing did. */
  readonly failures: Readonly<Record<string, number>>;
  /**
   * Calls that were sent again, because nginx had closed their idle connection when it took its new configuration. Every HTTP
   * client does that with a connection that it reuses: nothing had come back on it.
   */
  readonly sentAgain: number;
  /** How often an instance was restarted. */
  readonly restarts: number;
  /** What the service itself counted. */
  readonly counted: number;
  readonly seconds: number;
}

export interface RollingRestartOptions {
  /** At least so many; they go on until every instance was restarted. */
  readonly calls: number;
  readonly callersAtOnce: number;
  /** Called after each restart. */
  onRestart?(calls: number): void;
}

const INSTANCES = ['1', '2', '3'];
const UNLIMITED = { SEOGA_BURST_PER_SECOND: '100000', SEOGA_BURST: '100000', SEOGA_DAILY_QUOTA: '100000000' };

const FEED = [
  { kind: 'category', categoryId: '001', categoryName: '국내도서' },
  ...Array.from({ length: 50 }, (_, at) => ({
    kind: 'item',
    itemId: at + 1,
    title: `바다의 책 ${at + 1}`,
    catalog: 'BOOK',
    categoryIds: ['001'],
    shopPrice: 10_000,
  })),
  ...Array.from({ length: 50 }, (_, at) => ({
    kind: 'sale',
    orderId: `A-${at}`,
    lineNo: 1,
    itemId: at + 1,
    quantity: 1,
    soldAt: '2026-10-15T12:00:00+09:00',
  })),
];

/**
 * Three instances on one database behind nginx with the files of deploy/cluster, callers that never rest, and
 * rolling-restart.sh over and over until there were enough calls.
 */
export async function runRollingRestart(t: Cleanup, options: RollingRestartOptions): Promise<RollingRestart> {
  const database = await postgresDatabase(t);
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const environment = {
    ...UNLIMITED,
    SEOGA_BASE_URL: 'https://api.example.com',
    SEOGA_TRUSTED_PROXIES: '127.0.0.1',
    SEOGA_DATABASE_URL: database.url,
    SEOGA_KEY_PEPPER: 'a-pepper-that-only-tests-know-of',
    SEOGA_SESSION_SECRET: 'a-secret-that-only-tests-know-of',
  };
  const folder = tempDir(t);
  const servers = join(folder, 'servers');
  mkdirSync(servers);
  const fleet = await startFleet(t, servers, environment);
  const key = await prepareShop(fleet.first);
  const nginx = await startNginx(t, {
    file: join(cluster, 'nginx.conf'),
    httpPort,
    httpsPort,
    replace: { '/etc/nginx/seoga/': `${servers}/` },
  });
  const restartAll = await restarter(t, { folder, servers, restart: fleet.restart });

  const startMs = performance.now();
  const load = startLoad(nginx, key, options.callersAtOnce);
  let restarts = 0;
  do {
    await restartAll();
    restarts += INSTANCES.length;
    options.onRestart?.(load.calls());
  } while (load.calls() < options.calls);
  const { failures, sentAgain } = await load.stop();
  const calls = load.calls();
  const seconds = (performance.now() - startMs) / 1000;
  return { calls, failures, sentAgain, restarts, counted: await countedCalls(nginx, key), seconds };
}

/** The three instances, each with a file that names it to nginx, and the way to restart one. */
async function startFleet(t: Cleanup, servers: string, environment: Readonly<Record<string, string>>) {
  const settings = new Map<string, { dataDir: string; environment: Record<string, string> }>();
  const running = new Map<string, ServerProcess>();
  for (const instance of INSTANCES) {
    const [port, opsPort] = [await freePort(), await freePort()];
    writeFileSync(join(servers, `${instance}.conf`), `server 127.0.0.1:${port}; # ops ${opsPort}\n`);
    settings.set(instance, {
      dataDir: tempDir(t),
      environment: { ...environment, PORT: String(port), SEOGA_OPS_PORT: String(opsPort) },
    });
  }
  const start = async (instance: string) => {
    const server = await startServer(t, settings.get(instance) ?? {});
    running.set(instance, server);
    return server;
  };
  const [first] = await Promise.all(INSTANCES.map(start));
  if (first === undefined) throw new Error('there is a first instance');
  return {
    first,
    async restart(instance: string): Promise<void> {
      const code = await running.get(instance)?.stop();
      if (code !== 0) throw new Error(`instance ${instance} ended with ${code}`);
      await start(instance);
    },
  };
}

/** A small shop with one list, and a key to call with. */
async function prepareShop(server: ServerProcess): Promise<string> {
  const run = async (words: readonly string[], input = '') => {
    const { code, stdout, stderr } = await server.seoga(words, { input });
    if (code !== 0) throw new Error(`seoga ${words.join(' ')}: ${stderr}`);
    return stdout.trim();
  };
  await run(['import', '-'], FEED.map((line) => JSON.stringify(line)).join('\n'));
  await run(['rank']);
  await run(['account', 'create', '--email', 'dev@books.example', '--name', 'Dev']);
  return run(['key', 'issue', '--account', 'dev@books.example']);
}

interface RestarterOptions {
  readonly folder: string;
  readonly servers: string;
  restart(instance: string): Promise<void>;
}

/** Runs rolling-restart.sh; what it calls in place of systemctl asks this process to restart an instance. */
async function restarter(t: Cleanup, { folder, servers, restart }: RestarterOptions) {
  const control = createServer((message, answer) => {
    restart((message.url ?? '').slice(1)).then(
      () => answer.end('done'),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    );
  });
  control.requestTimeout = 0;
  control.listen(0, '127.0.0.1');
  await once(control, 'listening');
  t.after(() => void control.close());
  const address = control.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const program = join(folder, 'restart');
  writeFileSync(program, `#!/bin/sh\nexec curl -fsS -o /dev/null "http://127.0.0.1:${port}/$1"\n`);
  chmodSync(program, 0o755);
  const env = {
    PATH: process.env.PATH,
    SEOGA_NGINX_SERVERS: servers,
    SEOGA_RESTART: `${program} `,
  };
  return async () => {
    const child = spawn(join(cluster, 'rolling-restart.sh'), INSTANCES, { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`rolling-restart.sh ended with ${code}:\n${output}`);
    for (const instance of INSTANCES) {
      const isOut = existsSync(join(servers, `${instance}.out`));
      if (isOut) throw new Error(`instance ${instance} was not put back`);
    }
  };
}

const PATHS = [
  '/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-31',
  '/v1/goods/itemDetail?searchType=ItemId&query=7',
  '/v1/goods/itemDetail?searchType=ItemId&query=7&detail=Y',
  `/v1/goods/itemList?query=${encodeURIComponent('바다의')}`,
  '/v1/category/list',
];

/** Callers that send the next call as soon as the last one is answered. */
function startLoad(nginx: Nginx, key: string, callersAtOnce: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: callersAtOnce });
  const failures: Record<string, number> = {};
  let [calls, sentAgain, isOver] = [0, 0, false];
  const fail = (what: string) => {
    failures[what] = (failures[what] ?? 0) + 1;
  };
  const call = async (path: string) => {
    for (;;) {
      const { status, body, reason, isStale } = await get(nginx, key, path, agent);
      if (isStale) {
        sentAgain++;
        continue;
      }
      calls++;
      if (status !== 200) fail(reason ?? `${status} ${body.slice(0, 200)}`);
      return;
    }
  };
  const callers = Array.from({ length: callersAtOnce }, async (_, caller) => {
    for (let at = caller; !isOver; at++) await call(PATHS[at % PATHS.length] ?? '');
  });
  return {
    calls: () => calls,
    async stop() {
      isOver = true;
      await Promise.all(callers);
      agent.destroy();
      return { failures, sentAgain };
    },
  };
}

interface Outcome {
  readonly status: number;
  readonly body: string;
  readonly reason?: string;
  /** The connection had been used before and was closed before anything came back on it. */
  readonly isStale: boolean;
}

function get({ httpsPort, certificate }: Nginx, key: string, path: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port: httpsPort,
        path,
        ca: certificate,
        headers: { Host: 'api.example.com', 'X-Api-Key': key },
      },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8');
        answer.on('data', (text) => {
          body += text;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, isStale: false }));
        answer.on('error', (error) =>
          resolve({ status: 0, body, reason: `broken answer: ${error.message}`, isStale: false }),
        );
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      resolve({ status: 0, body: '', reason: error.message, isStale });
    });
    sent.end();
  });
}

/** The calls of today as the account sees them. */
async function countedCalls(nginx: Nginx, key: string): Promise<number> {
  const agent = new Agent();
  const { status, body, reason } = await get(nginx, key, '/v1/usage', agent);
  agent.destroy();
  if (status !== 200) throw new Error(`/v1/usage answers ${status}: ${reason ?? body}`);
  const answer: { data: { data: { today: { used: number } } } } = JSON.parse(body);
  return answer.data.data.today.used;
}
