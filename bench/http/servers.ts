/** The servers of bench/http.ts, each a process of its own that is measured from outside. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { freePort } from '../../test/support/server-process.ts';

export const SEOGA = join(import.meta.dirname, '../../bin/seoga.ts');

/** Those of `npm start`. */
const NODE_FLAGS = packageJson.scripts.start.match(/--\S+/g) ?? [];

export interface MeasuredServer {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Calls a second, at once and a day that no round of a benchmark reaches. */
const NO_LIMITS = {
  SEOGA_BURST: '1000000',
  SEOGA_BURST_PER_SECOND: '1000000',
  SEOGA_DAILY_QUOTA: '1000000000',
};

export interface Seoga extends MeasuredServer {
  readonly key: string;
}

/** The demo catalogue of so many items with the orders of two months, as a feed in the folder. */
export function writeDemo(folder: string, items: number): string {
  const feed = join(folder, 'feed.jsonl');
  const demo = ['demo', '--items', String(items), '--months', '2', '--print'];
  execFileSync(process.execPath, [SEOGA, ...demo], { stdio: ['ignore', openSync(feed, 'w'), 'inherit'] });
  return feed;
}

/** Fills a data folder through the command line, as an operator would, then starts `serve`, both with further settings. */
export async function startSeoga(
  feed: string,
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Seoga> {
  const env = await environment(folder, settings);
  const command = async (...words: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [SEOGA, ...words], {
      env,
    });
    return stdout.trim();
  };
  await command('import', feed);
  await command('rank');
  const keyOf = async (email: string) => {
    await command('account', 'create', '--email', email, '--name', 'Bench');
    return command('key', 'issue', '--account', email);
  };
  const key = await keyOf('bench@books.example');
  return { ...(await serve(folder, env)), key };
}

/** Starts another instance on the database of one that was started, with a data folder of its own. */
export async function startInstance(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<MeasuredServer> {
  return serve(folder, await environment(folder, settings));
}

async function environment(folder: string, settings: Readonly<Record<string, string>>) {
  const port = await freePort();
  return {
    PATH: process.env.PATH,
    ...NO_LIMITS,
    ...settings,
    SEOGA_DATA_DIR: join(folder, 'data'),
    SEOGA_BASE_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    SEOGA_OPS_PORT: String(await freePort()),
  };
}

async function serve(folder: string, env: Readonly<Record<string, string | undefined>>) {
  const child = spawn(process.execPath, [...NODE_FLAGS, SEOGA, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', openSync(join(folder, 'seoga.log'), 'w')],
  });
  await said(child, 'listening on');
  const server = { child, port: Number(env.PORT) };
  await quiet(server);
  return server;
}

/** Starts a program of this folder that prints its port on a line of its own. */
export async function startProgram(file: string, args: readonly string[]): Promise<MeasuredServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await said(child, 'port ');
  return { child, port: Number(/port (\d+)/.exec(line)?.[1]) };
}

export async function stop({ child }: MeasuredServer): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
}

/** CPU time of a server and all processes that it started, in microseconds; all of their threads count. */
export function cpuUs({ child }: MeasuredServer): number {
  return cpuUsOfTree(child.pid ?? 0);
}

/** The same, by the number of its first process. */
export function cpuUsOfTree(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + cpuUsOf(one), 0);
}

function treeOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(treeOf)];
}

/** Nanoseconds on the processor by thread, which is finer than the ticks of /proc/PID/stat. */
function cpuUsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1000)
    .reduce((sum, us) => sum + us, 0);
}

/** How long a server must have little to do until its work of a start, such as indices, counts as done. */
const QUIET_MS = 1_000;
const QUIET_SHARE = 0.02;

/** Waits until a server has done its work of a start. */
async function quiet(server: MeasuredServer): Promise<void> {
  for (let before = Number.NEGATIVE_INFINITY; ; ) {
    const now = cpuUs(server);
    if (now - before < QUIET_MS * 1_000 * QUIET_SHARE) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
}

/** Resident memory of a server in megabytes. */
export function memoryMb({ child }: MeasuredServer): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000;
}

/** The output of a process up to the line that holds a text. */
function said(child: ChildProcess, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes(text) && output.endsWith('\n')) resolve(output);
    });
    child.once('exit', (code) => reject(new Error(`a server ended with code ${code}: ${output}`)));
  });
}
