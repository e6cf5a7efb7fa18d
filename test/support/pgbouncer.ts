import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveToUnprivileged, type PostgresServer, unprivileged } from './postgres-server.ts';
import { freePort, untilListening } from './server-process.ts';
import { type Cleanup, temporaryFolder } from './temp-dir.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
/** CI refuses to do without the Debian package. */
export const hasPgbouncer = existsSync(PROGRAM) || process.env.CI === 'true';

/**
 * Starts pgbouncer in transaction mode, with fewer connections than the instances of a test hold: each transaction may get
 * another one, and state of a session is lost or reaches others.
 */
export async function startPgbouncer(t: Cleanup, server: PostgresServer): Promise<number> {
  const folder = mkdtempSync(join(temporaryFolder, 'seoga-pgbouncer-'));
  const port = await freePort();
  writeFileSync(join(folder, 'users'), `"${server.user}" "${server.password}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
`,
  );
  giveToUnprivileged(folder);
  const args = [...unprivileged('TERM'), PROGRAM, '-q', join(folder, 'pgbouncer.ini')];
  const child = spawn('setpriv', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  t.after(async () => {
    if (child.exitCode === null && child.kill('SIGINT')) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  await untilListening(port);
  return port;
}
