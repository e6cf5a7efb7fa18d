import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Server } from 'node:net';
import { join } from 'node:path';
import { freePort as freePortOf } from '../../bin/listen.ts';
import { callsLeft, send } from './answer.ts';
import { eventually } from './eventually.ts';
import { patientMs } from './patience.ts';
import { type Running, root, spawnProgram, within } from './program.ts';
import { type Cleanup, tempDir } from './temp-dir.ts';

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/** One server, or several that look like one. */
export type AskedServer = Pick<ServerProcess, 'address' | 'seoga' | 'seogaEach'>;

interface CommandOptions {
  readonly input?: string | Buffer;
  readonly environment?: Readonly<Record<string, string>>;
}

interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface ServerProcessOptions {
  readonly dataDir?: string;
  /** By default free ports on loopback, and no demo. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly tree?: string;
}

const START_MAX_MS = patientMs(240_000);
const LOG_MAX_MS = patientMs(120_000);
const COMMAND_MAX_MS = patientMs(240_000);

/** Halves the cost of a start. */
export const COMPILE_CACHE = join(root, 'node_modules', '.cache', 'seoga');

/** Resolves once the server listens. It ends with the test. */
export async function startServer(t: Cleanup, options: ServerProcessOptions = {}) {
  let server: Running | null = null;
  // Registered before the folder's clean-up, so nothing writes into the folder meanwhile.
  t.after(() => server?.end('SIGKILL').then(() => {}));
  const dataDir = options.dataDir ?? tempDir(t);
  const environment = environmentOf(dataDir, options.environment ?? {});
  // The server prints its port, unless it prints another name.
  if (environment.SEOGA_BASE_URL !== undefined && options.environment?.PORT === undefined)
    environment.PORT = String(await freePort());
  server = run([COMMAND_LINE, 'serve'], environment, options.tree);
  const { exit, stdout, stderr, written, end } = server;
  const listening = written('stdout', /^listening on (\S+)\n/m);
  const failed = exit.then((code): never => {
    throw new Error(`the server ended with code ${code} before it listened:\n${stderr()}`);
  });
  failed.catch(() => {});
  const baseUrl = await within(
    START_MAX_MS,
    () => `the start (${stderr()})`,
    Promise.race([listening, failed]),
  );
  return {
    /** The server's own address, also if SEOGA_BASE_URL gave it another name. */
    address: environment.PORT === '0' ? baseUrl : `http://127.0.0.1:${environment.PORT}`,
    dataDir,
    /** Shared with its commands. */
    environment,
    pid: server.child.pid ?? 0,
    stdout,
    stderr,
    /** Resolves once the log holds this text. */
    async logged(text: string) {
      const found = written('stderr', new RegExp(RegExp.escape(text)));
      await within(LOG_MAX_MS, () => `waiting for the log of ${text}`, found);
    },
    /** SIGTERM. Resolves to the exit code, null when a signal ended it. */
    stop: () => end('SIGTERM'),
    /** SIGKILL. Resolves when the process is gone. */
    kill: () => end('SIGKILL').then(() => {}),
    seoga: (args: readonly string[], { input, environment: others }: CommandOptions = {}) =>
      runSeoga(dataDir, args, { ...environment, ...others }, input),
    /** Runs commands one after the other in one process, which pays for one start. */
    seogaEach: (commands: readonly (readonly string[])[]) => runSeogaEach(dataDir, commands, environment),
  };
}

type Environment = Record<string, string>;

export const UNLIMITED = {
  SEOGA_BURST: '1000000',
  SEOGA_BURST_PER_SECOND: '1000000',
  SEOGA_DAILY_QUOTA: '1000000',
};

/** Calls the API of a server. `left` = calls left for the day. */
export async function callApi({ address }: Pick<ServerProcess, 'address'>, path: string, key: string) {
  const answer = await send(address + path, { key });
  return { ...answer, ...answer.json, left: callsLeft(answer) };
}

/** The address of health and metrics. */
export async function opsOf(server: Pick<ServerProcess, 'logged' | 'stderr'>): Promise<string> {
  await server.logged('health and metrics on');
  return /health and metrics on (http:\/\/[\d.:]+)/.exec(server.stderr())?.[1] ?? '';
}

/** Settings of the developer's shell must not reach the tests. */
export function environmentOf(dataDir: string, settings: Readonly<Environment> = {}): Environment {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR === '' ? {} : { TMPDIR }),
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    // The runner would merge megabytes of each process.
    NODE_V8_COVERAGE: '',
    HOST: '127.0.0.1',
    PORT: '0',
    SEOGA_OPS_PORT: '0',
    SEOGA_DATA_DIR: dataDir,
    SEOGA_DEMO: '0',
    ...settings,
  };
}

export function freePort(): Promise<number> {
  return freePortOf('PORT', '127.0.0.1', 0);
}

/** Returns the port, a free one by default. */
export async function listenOn(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Resolves once something listens on a port of this machine. */
export async function untilListening(port: number): Promise<void> {
  await eventually(async () => {
    const socket = connect(port, '127.0.0.1');
    return once(socket, 'connect')
      .then(() => true)
      .catch(() => false)
      .finally(() => socket.destroy());
  });
}

const COMMAND_LINE = 'bin/seoga.ts';

function run(args: readonly string[], env: Environment, tree = root): Running {
  return spawnProgram(process.execPath, [join(tree, 'scripts', 'run.mjs'), ...args], { env });
}

export function runSeoga(
  dataDir: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  input: string | Buffer = '',
): Promise<CommandResult> {
  return runProgram([COMMAND_LINE, ...args], environmentOf(dataDir, settings), input);
}

export function outputOf(result: CommandResult | undefined): string {
  assert.equal(result?.code, 0, `${result?.stdout}${result?.stderr}`);
  return result?.stdout ?? '';
}

export function refusedWith(result: CommandResult | undefined, code: 1 | 2, said: RegExp): void {
  assert.equal(result?.code, code, `${result?.stdout}${result?.stderr}`);
  assert.match(result?.stderr ?? '', said);
}

export const ACCOUNT = 'a@books.example';
export const CREATE_ACCOUNT = ['account', 'create', '--email', ACCOUNT, '--name', 'A'];

/** Makes an account and gives its key. */
export async function issueKey(
  server: Pick<ServerProcess, 'seogaEach'>,
  ...options: readonly string[]
): Promise<string> {
  const issue = ['key', 'issue', '--account', ACCOUNT];
  const [, issued] = await server.seogaEach([[...CREATE_ACCOUNT, ...options], issue]);
  return outputOf(issued).trim();
}

type CommandOfMany =
  | readonly string[]
  | { readonly words: readonly string[]; readonly settings: Readonly<Record<string, string>> };

/** Runs commands one after the other in one process. */
export async function runSeogaEach(
  dataDir: string,
  commands: readonly CommandOfMany[],
  settings: Readonly<Record<string, string>> = {},
): Promise<readonly CommandResult[]> {
  const words = ['test/support/commands-child.ts'];
  const { code, stdout, stderr } = await runProgram(
    words,
    environmentOf(dataDir, settings),
    JSON.stringify(commands),
  );
  if (code !== 0) throw new Error(`the process of several commands ended with code ${code}:\n${stderr}`);
  return JSON.parse(stdout);
}

async function runProgram(
  args: readonly string[],
  environment: Environment,
  input: string | Buffer,
): Promise<CommandResult> {
  const { child, exit, stdout, stderr } = run(args, environment);
  child.stdin?.end(input);
  try {
    const code = await within(COMMAND_MAX_MS, () => `${args.join(' ')} (${stderr()})`, exit);
    return { code, stdout: stdout(), stderr: stderr() };
  } finally {
    child.kill('SIGKILL');
  }
}
