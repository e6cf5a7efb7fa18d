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
export type PostgresServer = Awaited<ReturnType<typeof startServer>>;

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

/** Where initdb and postgres are, or null where PostgreSQL 15 or newer is not installed. */
export function postgresPrograms(): string | null {
  const versionOf = (folder: string) => Number(basename(dirname(folder)));
  const folders = globSync('/usr/lib/postgresql/*/bin').filter(
    (folder) => versionOf(folder) >= VERSION_MIN && existsSync(join(folder, 'initdb')),
  );
  return folders.toSorted((a, b) => versionOf(a) - versionOf(b)).at(-1) ?? null;
}

/** The words with which setpriv runs a program of PostgreSQL. */
function program(name: string, ...words: readonly string[]): string[] {
  return [...unprivileged('QUIT'), join(postgresPrograms() ?? '', name), ...words];
}

/** Added to SETTINGS where commits are to wait for the disk, as in production. */
const SYNCED = 'fsync = on\nfull_page_writes = on\n';

/** Makes a cluster and starts it. With `isSynced`, its commits wait for the disk. */
export async function startPostgres({ isSynced = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(isSynced ? tmpdir() : temporaryFolder, 'seoga-postgres-'));
  const account = { user: 'seoga', password: randomBytes(12).toString('hex'), port: await freePort() };
  const [data, secret] = [join(folder, 'data'), join(folder, 'password')];
  writeFileSync(secret, account.password);
  giveToUnprivileged(folder);
  const words = ['-D', data, '-U', account.user, '--no-sync', '-E', 'UTF8', '--locale=C'];
  const access = ['-A', 'scram-sha-256', '--pwfile', secret];
  execFileSync('setpriv', program('initdb', ...words, ...access), { stdio: ['ignore', 'ignore', 'inherit'] });
  return startServer(folder, account, `${SETTINGS}${isSynced ? SYNCED : ''}`);
}

/**
 * Copies a running server and follows it: from then on every commit on the primary waits until it is here, too. `SELECT pg_promote()`
 * makes it the primary.
 */
export async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  const { user, password } = primary;
  const folder = mkdtempSync(join(temporaryFolder, 'seoga-standby-'));
  giveToUnprivileged(folder);
  const copy = ['-D', join(folder, 'data'), '-d', primary.urlOf('postgres'), '-R', '-c', 'fast', '--no-sync'];
  // Not execFileSync: the caller may have calls under way.
  const copying = spawn('setpriv', program('pg_basebackup', ...copy), {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(copying, 'exit');
  const standby = await startServer(folder, { user, password, port: await freePort() }, OF_A_COPY);
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
  giveToUnprivileged(folder);
  return startServer(folder, { user, password, port: await freePort() }, OF_A_COPY);
}

const OF_A_COPY = "synchronous_standby_names = ''\n";

const UNTIL_SYNCHRONOUS = `
DO $$ BEGIN
  WHILE NOT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync') LOOP
    PERFORM pg_sleep(0.02);
    PERFORM pg_stat_clear_snapshot();
  END LOOP;
END $$`;

interface PostgresAccount {
  readonly user: string;
  readonly password: string;
  readonly port: number;
}

/** Starts a server on the data in a folder, with settings beside those that are there. */
async function startServer(folder: string, account: PostgresAccount, settings: string) {
  const data = join(folder, 'data');
  const place = `port = ${account.port}\nunix_socket_directories = '${folder}'\n`;
  appendFileSync(join(data, 'postgresql.auto.conf'), settings + place);
  const start = () => {
    const log = openSync(join(folder, 'log'), 'a');
    const started = spawn('setpriv', program('postgres', '-D', data), { stdio: ['ignore', log, log] });
    // The tests decide when this process is done.
    started.unref();
    return started;
  };
  let child = start();
  process.once('exit', () => {
    spawnSync('setpriv', program('pg_ctl', 'stop', '-D', data, '-m', 'immediate', '-w'), { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  /** Runs statements as superuser. */
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
    /** The address of a database, as SEOGA_DATABASE_URL names it. */
    urlOf: (database: string) =>
      `postgres://${account.user}:${account.password}@127.0.0.1:${account.port}/${database}`,
    run,
    /** The server's main process. */
    pid: () => child.pid ?? 0,
    /** Sends a signal to all processes of the server: SIGSTOP makes it hang as a stuck machine does. */
    signalAll(signal: NodeJS.Signals) {
      const main = child.pid ?? 0;
      // The main process first, so that it starts no others meanwhile.
      process.kill(main, signal);
      for (const pid of childrenOf(main)) sendUnlessEnded(pid, signal);
    },
    /** Ends the server at once, as a crash does. The folder stays. */
    async crash() {
      child.kill('SIGQUIT');
      if (child.exitCode === null) await once(child, 'exit');
    },
    /** Starts the server again on the same folder and port. */
    async restart() {
      child = start();
      await ready();
    },
  };
}

/** A backend may end by itself meanwhile. */
function sendUnlessEnded(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

const isRoot = process.getuid?.() === 0;

/** Words of setpriv: nobody's rights but an ordinary user's, and a signal when our process ends. */
export function unprivileged(signal: 'QUIT' | 'TERM'): string[] {
  const user = ['--reuid', UNPRIVILEGED, '--regid', UNPRIVILEGED, '--init-groups'];
  return ['--pdeathsig', signal, ...(isRoot ? user : [])];
}

/** Lets the programs that run without our rights use a folder. */
export function giveToUnprivileged(folder: string): void {
  if (isRoot) execFileSync('chown', ['-R', UNPRIVILEGED, folder]);
}
