import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresServer } from './postgres-server.ts';
import { freePort, untilListening } from './server-process.ts';
import { type Cleanup, temporaryFolder } from './temp-dir.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
/** Why tests go to PostgreSQL directly, or false. CI refuses to do without. */
export const pgbouncerMissing =
  existsSync(PROGRAM) || process.env.CI === 'true'
    ? false
    : 'SKIPPED: no pgbouncer (Debian package pgbouncer), so instances connect directly';

/** Its user here: it refuses to run as root. */
const UNPRIVILEGED = 'postgres';
/** Connections to a database, fewer than the instances of a test hold together: so transactions do change connections. */
export const PGBOUNCER_CONNECTIONS = 8;

/** pgbouncer in transaction mode before one server. */
export interface Pgbouncer {
  readonly port: number;
  /** What it says about a database: clients connected to it, connections of its own, and the mode. */
  poolOf(database: string): Promise<{ clients: number; connections: number; mode: string }>;
}

/**
 * Starts pgbouncer in transaction mode before a server. Each transaction may get another connection, so whatever a
 * connection would keep beyond its transaction is lost or reaches somebody else. It ends with the test.
 */
export async function startPgbouncer(t: Cleanup, server: PostgresServer): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(temporaryFolder, 'seoga-pgbouncer-'));
  const port = await freePort();
  writeFileSync(join(folder, 'users'), `"${server.user}" "${server.password}"\n`);
  writeFileSync(join(folder, 'pgbouncer.ini'), settingsOf(folder, port, server));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chown', ['-R', UNPRIVILEGED, folder]);
  const user = ['--reuid', UNPRIVILEGED, '--regid', UNPRIVILEGED, '--init-groups'];
  const args = ['--pdeathsig', 'TERM', ...(isRoot ? user : []), PROGRAM, '-q', join(folder, 'pgbouncer.ini')];
  const child = spawn('setpriv', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  t.after(async () => {
    if (child.exitCode === null && child.kill('SIGINT')) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  await untilListening(port);
  return { port, poolOf: (database) => poolOf(port, server, database) };
}

function settingsOf(folder: string, port: number, server: PostgresServer): string {
  return `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
stats_users = ${server.user}
pool_mode = transaction
default_pool_size = ${PGBOUNCER_CONNECTIONS}
max_client_conn = 200
`;
}

async function poolOf(port: number, { user, password }: PostgresServer, database: string) {
  const client = new pg.Client({ host: '127.0.0.1', port, user, password, database: 'pgbouncer' });
  await client.connect();
  const { rows } = await client.query<Record<string, string>>('SHOW POOLS').finally(() => client.end());
  const pool = rows.find((row) => row.database === database) ?? {};
  const sum = (prefix: string) =>
    Object.entries(pool)
      .filter(([name]) => name.startsWith(prefix))
      .reduce((total, [, count]) => total + Number(count), 0);
  return { clients: sum('cl_'), connections: sum('sv_'), mode: pool.pool_mode ?? '' };
}
