import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './server-process.ts';
import { temporaryFolder } from './temp-dir.ts';

/** A PostgreSQL server for tests, in a temporary folder. It ends with this process, however that ends. */
export interface PostgresServer {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Data, socket and log. */
  readonly folder: string;
  /** The server's main process, to be stopped or continued. */
  pid(): number;
  /** Sends a signal to all processes of the server: SIGSTOP makes it hang as a stuck machine does. */
  signalAll(signal: NodeJS.Signals): void;
  /** Runs statements as superuser, in the database `postgres` where none is named. */
  run(sql: string, database?: string): Promise<void>;
  /** Ends the server at once, as a crash does. The folder stays. */
  crash(): Promise<void>;
  /** Starts the server again on the same folder and port. */
  restart(): Promise<void>;
}

const VERSION_MIN = 15;
/** The user as whom Debian's own cluster runs. PostgreSQL refuses to run as root. */
const UNPRIVILEGED = 'postgres';
const START_ATTEMPTS = 600;
const START_PAUSE_MS = 50;

/**
 * No write has to outlive the machine here, only the server's process: so nothing is synced to the disk. Commits are
 * as synchronous as ever, and a killed server recovers from its log.
 */
const SETTINGS = `
listen_addresses = '127.0.0.1'
max_connections = 100
shared_buffers = 64MB
fsync = off
full_page_writes = off
jit = off
max_wal_size = 256MB
log_min_messages = warning
`;

/** Where initdb and postgres are, or null where PostgreSQL is not installed. */
export function postgresPrograms(): string | null {
  const folders = globSync('/usr/lib/postgresql/*/bin').filter((folder) =>
    existsSync(join(folder, 'initdb')),
  );
  const newest = folders.toSorted((a, b) => versionOf(a) - versionOf(b)).at(-1);
  return newest !== undefined && versionOf(newest) >= VERSION_MIN ? newest : null;
}

function versionOf(folder: string): number {
  return Number(basename(dirname(folder)));
}

/** The path of a program of PostgreSQL. */
function program(name: string): string {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('PostgreSQL 15 or newer is not installed');
  return join(programs, name);
}

/** Added to SETTINGS where commits are to wait for the disk, as in production. */
const SYNCED = 'fsync = on\nfull_page_writes = on\n';

/** Makes a cluster and starts it. With `isSynced`, its commits wait for the disk. */
export async function startPostgres({ isSynced = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(isSynced ? tmpdir() : temporaryFolder, 'seoga-postgres-'));
  const account = { user: 'seoga', password: randomBytes(12).toString('hex'), port: await freePort() };
  writeFileSync(join(folder, 'password'), account.password);
  if (isRoot()) execFileSync('chown', ['-R', UNPRIVILEGED, folder]);
  const data = join(folder, 'data');
  const words = ['-D', data, '-U', account.user, '--no-sync', '-E', 'UTF8', '--locale=C'];
  const access = ['-A', 'scram-sha-256', '--pwfile', join(folder, 'password')];
  execFileSync('setpriv', [...unprivileged(), program('initdb'), ...words, ...access], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const settings = `${SETTINGS}${isSynced ? SYNCED : ''}port = ${account.port}\nunix_socket_directories = '${folder}'\n`;
  writeFileSync(join(data, 'postgresql.auto.conf'), settings);
  return startServer(folder, account);
}

/**
 * Copies a running server and follows it: from then on every commit on the primary waits until it is here, too. `SELECT pg_promote()`
 * makes it the primary.
 */
export async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  const { user, password } = primary;
  const folder = mkdtempSync(join(temporaryFolder, 'seoga-standby-'));
  if (isRoot()) execFileSync('chown', [UNPRIVILEGED, folder]);
  const data = join(folder, 'data');
  const from = `postgres://${user}:${password}@127.0.0.1:${primary.port}/postgres`;
  const copy = ['-D', data, '-d', from, '-R', '-c', 'fast', '--no-sync'];
  // Not execFileSync: the caller may have calls under way.
  const copying = spawn('setpriv', [...unprivileged(), program('pg_basebackup'), ...copy], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(copying, 'exit');
  const standby = await startOnCopy(folder, { user, password, port: await freePort() });
  await primary.run(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await primary.run('SELECT pg_reload_conf()');
  await primary.run(UNTIL_SYNCHRONOUS);
  return standby;
}

/** Starts a server on what pg_basebackup made of another one: a folder, which is copied. */
export async function startRestored(
  backup: string,
  { user, password }: PostgresServer,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(temporaryFolder, 'seoga-restored-'));
  cpSync(backup, join(folder, 'data'), { recursive: true });
  chmodSync(join(folder, 'data'), 0o700);
  if (isRoot()) execFileSync('chown', ['-R', UNPRIVILEGED, folder]);
  return startOnCopy(folder, { user, password, port: await freePort() });
}

function startOnCopy(folder: string, account: PostgresAccount): Promise<PostgresServer> {
  appendFileSync(
    join(folder, 'data', 'postgresql.auto.conf'),
    `port = ${account.port}\nunix_socket_directories = '${folder}'\nsynchronous_standby_names = ''\n`,
  );
  return startServer(folder, account);
}

type PostgresAccount = Pick<PostgresServer, 'user' | 'password' | 'port'>;

const UNTIL_SYNCHRONOUS = `
DO $$ BEGIN
  WHILE NOT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync') LOOP
    PERFORM pg_sleep(0.02);
    PERFORM pg_stat_clear_snapshot();
  END LOOP;
END $$`;

async function startServer(folder: string, account: PostgresAccount): Promise<PostgresServer> {
  let child = spawnServer(folder);
  process.once('exit', () => {
    const stop = ['stop', '-D', join(folder, 'data'), '-m', 'immediate', '-w'];
    spawnSync('setpriv', [...unprivileged(), program('pg_ctl'), ...stop], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  const run = async (sql: string, database = 'postgres') => {
    const client = new pg.Client({ ...account, host: '127.0.0.1', database });
    client.on('error', () => {});
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  const ready = async () => {
    for (let attempt = 0; attempt < START_ATTEMPTS && child.exitCode === null; attempt++) {
      const error = await run('SELECT 1').catch((reason: unknown) => reason);
      if (error === undefined) return;
      await wait(START_PAUSE_MS);
    }
    throw new Error(`PostgreSQL did not start: ${readFileSync(join(folder, 'log'), 'utf8').slice(-2000)}`);
  };
  await ready();
  return {
    ...account,
    folder,
    pid: () => child.pid ?? 0,
    signalAll(signal) {
      const main = child.pid ?? 0;
      // The main process first, so that it starts no others meanwhile.
      for (const pid of [main, ...childrenOf(main)]) process.kill(pid, signal);
    },
    run,
    async crash() {
      child.kill('SIGQUIT');
      if (child.exitCode === null) await once(child, 'exit');
    },
    async restart() {
      child = spawnServer(folder);
      await ready();
    },
  };
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

function spawnServer(folder: string) {
  const log = openSync(join(folder, 'log'), 'a');
  const args = [...unprivileged(), program('postgres'), '-D', join(folder, 'data')];
  const child = spawn('setpriv', args, { stdio: ['ignore', log, log] });
  // The tests decide when this process is done.
  child.unref();
  return child;
}

/** Arguments of setpriv: nobody's rights but an ordinary user's, and an end when our process ends. */
function unprivileged(): string[] {
  const user = ['--reuid', UNPRIVILEGED, '--regid', UNPRIVILEGED, '--init-groups'];
  return ['--pdeathsig', 'QUIT', ...(isRoot() ? user : [])];
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
