import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's PostgreSQL in a cluster of its own, asked through one psql process. */
export interface PostgresSession {
  /** Answers what the statement prints. One question at a time. */
  ask(sql: string): Promise<string>;
  write(input: string): void;
  /** Writes, and waits when psql is behind. */
  flow(input: string): Promise<void>;
  close(): void;
}

const VERSIONS = '/usr/lib/postgresql';

export function isPostgresInstalled(): boolean {
  return existsSync(VERSIONS);
}

/**
 * Starts a cluster in the folder and connects to it. Needs the user postgres, because the server refuses to run as root.
 */
export function openPostgresSession(folder: string, locale: 'C' | 'C.UTF-8'): PostgresSession {
  const bin = join(VERSIONS, readdirSync(VERSIONS)[0] ?? '15', 'bin');
  const data = join(folder, 'postgres');
  mkdirSync(data);
  chmodSync(folder, 0o755);
  execFileSync('chown', ['postgres', data]);
  const as = (...command: string[]) =>
    execFileSync('runuser', ['-u', 'postgres', '--', ...command], { stdio: 'ignore' });
  as(join(bin, 'initdb'), '-D', data, '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`);
  const settings =
    `-k ${data} -c listen_addresses= -c shared_buffers=2GB -c maintenance_work_mem=1GB -c work_mem=256MB
    -c fsync=off -c max_parallel_workers_per_gather=0 -c jit=off`.replace(/\s+/g, ' ');
  as(join(bin, 'pg_ctl'), '-D', data, '-w', '-o', settings, 'start');
  const psql = spawn('psql', ['-h', data, '-U', 'postgres', '-AtqX'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const close = () => {
    // A psql that is still connected keeps this process alive.
    psql.kill();
    as(join(bin, 'pg_ctl'), '-D', data, '-w', '-m', 'immediate', 'stop');
  };
  return { ...talk(psql), close };
}

/** The answer is what comes before a line of its own. */
function talk({ stdin, stdout }: ChildProcess): Omit<PostgresSession, 'close'> {
  if (stdin === null || stdout === null) throw new Error('psql has no pipes');
  let text = '';
  let wake = () => {};
  stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    wake();
  });
  return {
    write: (input) => stdin.write(input),
    async flow(input) {
      if (!stdin.write(input)) await new Promise((resolve) => stdin.once('drain', resolve));
    },
    async ask(sql) {
      text = '';
      stdin.write(`${sql};\n\\echo =done=\n`);
      while (!text.endsWith('=done=\n')) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return text.slice(0, -'=done=\n'.length).trim();
    },
  };
}
