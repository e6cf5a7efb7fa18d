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

/** A PostgreSQL server in a temporary folder. It ends with this process. */
export type PostgresServer = Awaited<ReturnType<typeof startServer>>;

const VERSION_MIN = 15;
/** PostgreSQL refuses to run as root. */
const UNPRIVILEGED = 'postgres';
const START_ATTEMPTS = 600;
const START_PAUSE_MS = 50;

/** Nothing is synced to the disk, because only the server's process may die here. Commits are as synchronous as ever. */
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

/** Null if PostgreSQL 15 or newer isn't installed. */
export function postgresPrograms(): string | null {
  const versionOf = (folder: string) => Number(basename(dirname(folder)));
  const folders = globSync('/usr/lib/postgresql/*/bin').filter(
    (folder) => versionOf(folder) >= VERSION_MIN && existsSync(join(folder, 'initdb')),
  );
  return folders.toSorted((a, b) => versionOf(a) - versionOf(b)).at(-1) ?? null;
}

function program(name: string, ...words: readonly string[]): string[] {
  return [...unprivileged('QUIT'), join(postgresPrograms() ?? '', name), ...words];
}

const SYNCED = 'fsync = on\nfull_page_writes = on\n';

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
 * A copy of a running server that follows it: each commit on the primary waits for this one. `SELECT pg_promote()` makes it the
 * primary.
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

/** Starts a server on a copy of a base backup. */
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
    urlOf: (database: string) =>
      `postgres://${account.user}:${account.password}@127.0.0.1:${account.port}/${database}`,
    run,
    pid: () => child.pid ?? 0,
    /** SIGSTOP makes the server hang, as a stuck machine does. */
    signalAll(signal: NodeJS.Signals) {
      const main = child.pid ?? 0;
      // The main process first, so that it starts no others meanwhile.
      process.kill(main, signal);
      for (const pid of childrenOf(main)) sendUnlessEnded(pid, signal);
    },
    /** Ends the server at once; the folder stays. */
    async crash() {
      child.kill('SIGQUIT');
      if (child.exitCode === null) await once(child, 'exit');
    },
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

/** Words of setpriv: an ordinary user's rights, and a signal when our process ends. */
export function unprivileged(signal: 'QUIT' | 'TERM'): string[] {
  const user = ['--reuid', UNPRIVILEGED, '--regid', UNPRIVILEGED, '--init-groups'];
  return ['--pdeathsig', signal, ...(isRoot ? user : [])];
}

export function giveToUnprivileged(folder: string): void {
  if (isRoot) execFileSync('chown', ['-R', UNPRIVILEGED, folder]);
}
