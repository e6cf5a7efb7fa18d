import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';
import { issueKey, type ServerProcess, startServer } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';
import { type Cleanup, tempDir } from '../support/temp-dir.ts';

/** Books of the shop. */
export const BOOKS = 60;
export const PRICE = 13_500;

const root = resolve(import.meta.dirname, '../..');
const program = join(root, 'bin/seoga.ts');

/** A shop that is open, and what its operator can do. */
export interface MistakenShop {
  readonly server: ServerProcess;
  /** A folder for the operator's files. */
  readonly desk: string;
  /** Runs a command as the operator does. */
  seoga(args: readonly string[], more?: CommandMore): Command;
  /** Starts a command that reads standard input and goes on meanwhile. */
  start(args: readonly string[]): ChildProcess;
  /** What customers see of the shop: its books, and the price of one. */
  look(): Promise<{ readonly books: number; readonly price: number }>;
}

export interface CommandMore {
  readonly input?: string | Buffer;
  readonly settings?: Readonly<Record<string, string>>;
  /** The folder in which the command is run. */
  readonly cwd?: string;
  /** No file may grow beyond so many bytes: as on a disk that becomes full. */
  readonly fileBytesMax?: number;
}

export interface Command {
  readonly code: number | null;
  /** What the operator sees: the command, its exit code and what it said. */
  readonly seen: string;
}

/** One mistake, in a row of the list. */
export interface Mistake {
  /** What was done, and what must not come of it. */
  readonly title: string;
  readonly skip?: string | false;
  /** Makes it. Resolves to what the operator sees. Throws when that doesn't help. */
  make(shop: MistakenShop): Promise<string>;
}

/** A book of the shop as its feed names it. */
export function shopBook(number: number, more: object = {}): object {
  return book(1000 + number, `서가 ${number}`, {
    categoryIds: ['001'],
    shopPrice: 15_000,
    salePrice: PRICE,
    ...more,
  });
}

/** A real shop on a data folder of its own. It ends with the test. */
export async function openShop(t: Cleanup): Promise<MistakenShop> {
  const server = await startServer(t);
  const settings = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'seoga'),
    NODE_V8_COVERAGE: '',
    SEOGA_DATA_DIR: server.dataDir,
    SEOGA_DEMO: '0',
  };
  const seoga: MistakenShop['seoga'] = (args, { input = '', settings: more, cwd, fileBytesMax } = {}) => {
    const limit = fileBytesMax === undefined ? [] : ['prlimit', `--fsize=${fileBytesMax}`];
    const [name = '', ...words] = [...limit, process.execPath, program, ...args];
    const env = { ...settings, PORT: '0', SEOGA_OPS_PORT: '0', ...more };
    const { status, stdout, stderr } = spawnSync(name, words, { env, cwd, input, encoding: 'utf8' });
    const lines = (stdout + stderr).trimEnd().split('\n');
    const shown = lines.length > LINES_MAX ? [...lines.slice(0, LINES_MAX), '…'] : lines;
    return { code: status, seen: [`$ seoga ${args.join(' ')}   -> exit ${status}`, ...shown].join('\n    ') };
  };
  const books = Array.from({ length: BOOKS }, (_, at) => shopBook(at));
  const feed = jsonLines([{ kind: 'category', categoryId: '001', categoryName: '국내도서' }, ...books]);
  assert.equal(seoga(['import', '-'], { input: feed }).code, 0);
  const headers = { 'x-api-key': await issueKey(server) };
  await eventually(async () => (await look(server, headers)).books === BOOKS);
  return {
    server,
    desk: tempDir(t),
    seoga,
    start: (args) =>
      spawn(process.execPath, [program, ...args], { env: settings, stdio: ['pipe', 'ignore', 'ignore'] }),
    look: () => look(server, headers),
  };
}

/** A report of wrong lines is long, and its beginning says it all. */
const LINES_MAX = 8;

async function look({ address }: ServerProcess, headers: Record<string, string>) {
  const response = await fetch(`${address}/v1/goods/itemList?query=${encodeURIComponent('서가')}`, {
    headers,
  });
  const { data } = (await response.json()) as {
    data: { totalCount?: number; items?: { salePrice: number }[] };
  };
  return { books: data.totalCount ?? 0, price: data.items?.[0]?.salePrice ?? 0 };
}

/** Puts a file on the operator's desk and returns its path. */
export function deskPath({ desk }: MistakenShop, name: string): string {
  return join(desk, name);
}
