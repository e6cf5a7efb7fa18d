/** The stores of bench/millions.ts: filled through the command line, kept in a folder, and continued where one is left. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { systemClock } from '../../src/clock.ts';
import { CATALOG_FILE, migrate, openDatabase } from '../../src/store/sqlite/database.ts';
import { freePort, type MeasuredServer, NO_LIMITS, NODE_FLAGS, said } from '../http/servers.ts';
import { feedParts } from './feed.ts';

const ROOT = join(import.meta.dirname, '../..');
/** How often the CPU time of a command is read: it is gone with the process. */
const CPU_READ_MS = 50;

/** A filled data folder, with what is known of it between two runs. */
export interface FilledStore {
  readonly folder: string;
  readonly items: number;
  readonly key: string;
  readonly feedToken: string;
}

export interface FillOptions {
  readonly folder: string;
  readonly items: number;
  /** Items a file: each file is one import and one commit. */
  readonly partItems: number;
  /** Items that are imported. All further ones are their rows once more, under other numbers. */
  readonly importedMax: number;
}

interface Progress {
  items: number;
  key: string | null;
  feedToken: string | null;
}

/** Imports what is missing file by file, counts the lists and issues a key. Prints what each file took. */
export async function fillStore(options: FillOptions): Promise<FilledStore> {
  const { folder, items, partItems } = options;
  const imported = Math.min(items, options.importedMax);
  mkdirSync(folder, { recursive: true });
  const progress = readProgress(folder);
  let at = 0;
  const files = progress.items < imported ? feedParts(imported, partItems) : [];
  for (const chunks of files) {
    const until = Math.min(at + partItems, imported);
    if (until <= progress.items) drain(chunks);
    else {
      await importPart(folder, chunks, { from: at, until });
      progress.items = until;
      saveProgress(folder, progress);
    }
    at = until;
  }
  for (; progress.items < items; saveProgress(folder, progress)) {
    repeatRows(folder, progress.items, Math.min(imported, items - progress.items));
    progress.items = Math.min(items, progress.items + imported);
  }
  if (progress.key === null || progress.feedToken === null) {
    const rank = start(folder, ['rank']);
    const { wallS, cpuS, peakMb } = await ended(rank);
    console.log(
      `${items} items: lists counted in ${wallS.toFixed(1)} s, ${cpuS.toFixed(1)} s CPU, peak ${peakMb} MB`,
    );
    const email = 'bench@books.example';
    await command(folder, 'account', 'create', '--email', email, '--name', 'Bench');
    progress.key = await command(folder, 'key', 'issue', '--account', email);
    progress.feedToken = await command(folder, 'token', 'issue', '--name', 'bench');
    saveProgress(folder, progress);
  }
  return { folder, items, key: progress.key, feedToken: progress.feedToken };
}

function readProgress(folder: string): Progress {
  try {
    return JSON.parse(readFileSync(join(folder, 'bench.json'), 'utf8')) as Progress;
  } catch {
    return { items: 0, key: null, feedToken: null };
  }
}

function saveProgress(folder: string, progress: Progress): void {
  writeFileSync(join(folder, 'bench.json'), JSON.stringify(progress));
}

function drain(chunks: Iterable<string>): void {
  for (const _chunk of chunks);
}

async function importPart(
  folder: string,
  chunks: Iterable<string>,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<void> {
  const child = start(folder, ['import', '-'], 'pipe');
  const end = ended(child);
  if (child.stdin !== null) await pipeline(Readable.from(chunks), child.stdin);
  const { wallS, cpuS, peakMb } = await end;
  const rate = (seconds: number) => Math.round((until - from) / seconds).toLocaleString('en-US');
  console.log(
    `items ${from + 1} to ${until} with their orders: ${rate(wallS)} items/s by wall, ${rate(cpuS)} by CPU, ` +
      `peak ${peakMb} MB; catalog.db ${fileMb(folder)} MB`,
  );
}

/** Copies the rows of the first `count` items to the numbers behind `after`. */
function repeatRows(folder: string, after: number, count: number): void {
  const db = openDatabase(join(folder, 'data', CATALOG_FILE), { busyTimeoutMs: 0 });
  const last = Number(db.prepare('SELECT max(change_no) AS last FROM search_item').get()?.last);
  // A number is also the digits of an ISBN: they need not be right, only different.
  const shifted: Readonly<Record<string, string>> = {
    item_id: `item_id + ${after}`,
    isbn13: `printf('979%010d', item_id + ${after})`,
    isbn10: `printf('9%09d', item_id + ${after})`,
    change_no: `${last} + item_id`,
    text_no: `${last} + item_id`,
  };
  db.exec('BEGIN');
  for (const table of ['item', 'search_text', 'search_item']) {
    const columns = db.prepare(`SELECT * FROM ${table}`).columns();
    const values = columns.map(({ name }) => shifted[name] ?? name);
    db.exec(`INSERT INTO ${table} SELECT ${values.join(', ')} FROM ${table} WHERE item_id <= ${count}`);
  }
  db.exec('COMMIT');
  db.close();
}

export function fileMb(folder: string, name = CATALOG_FILE): number {
  return Math.round(statSync(join(folder, 'data', name)).size / 1e6);
}

/** Reads the catalogue file once, so that the system's cache has it. */
export function readThrough(folder: string): void {
  const file = openSync(join(folder, 'data', CATALOG_FILE), 'r');
  const piece = Buffer.alloc(PIECE_BYTES);
  while (readSync(file, piece) > 0);
  closeSync(file);
}

const PIECE_BYTES = 1024 * 1024;

function environment(folder: string, settings: Readonly<Record<string, string>> = {}) {
  const { PATH } = process.env;
  return { PATH, ...NO_LIMITS, ...settings, SEOGA_DEMO: '0', SEOGA_DATA_DIR: join(folder, 'data') };
}

function start(folder: string, words: readonly string[], stdin: 'pipe' | 'ignore' = 'ignore'): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'bin/seoga.ts'), ...words], {
    env: environment(folder),
    stdio: [stdin, 'ignore', 'ignore'],
  });
}

async function command(folder: string, ...words: string[]): Promise<string> {
  const args = [join(ROOT, 'bin/seoga.ts'), ...words];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment(folder) });
  return stdout.trim();
}

/** What a command took, once it has ended well. */
async function ended(child: ChildProcess): Promise<{ wallS: number; cpuS: number; peakMb: number }> {
  const startMs = systemClock.monotonicMs();
  const taken = { cpuS: 0, peakMb: 0 };
  const timer = setInterval(() => {
    try {
      taken.cpuS = cpuSeconds(child);
      // A process that is ending has no memory any more.
      taken.peakMb = Math.max(taken.peakMb, statusMb(child, 'VmHWM'));
    } catch {
      // The process has just ended.
    }
  }, CPU_READ_MS);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`a command ended with code ${code}`);
  return { wallS: (systemClock.monotonicMs() - startMs) / 1000, ...taken };
}

/** A figure of the memory of a process, in megabytes: one of those in /proc/PID/status. */
export function statusMb({ pid }: ChildProcess, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1000);
}

const TICKS_A_SECOND = 100;

/** CPU time of a process in seconds, with that of threads that have ended. */
export function cpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

export interface LargeServer extends MeasuredServer {
  readonly store: FilledStore;
  readonly opsPort: number;
  /** From the start of the process to the line that it listens, in seconds. */
  readonly readyS: number;
  /** CPU time up to then, of all threads. */
  readonly readyCpuS: number;
}

export async function startServe(store: FilledStore): Promise<LargeServer> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const startMs = systemClock.monotonicMs();
  const settings = {
    SEOGA_BASE_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    SEOGA_OPS_PORT: String(opsPort),
  };
  // As `npm start` does.
  const child = spawn(
    process.execPath,
    [...NODE_FLAGS, join(ROOT, 'scripts/run.mjs'), 'bin/seoga.ts', 'serve'],
    {
      env: environment(store.folder, settings),
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  await said(child, 'listening on');
  const readyS = (systemClock.monotonicMs() - startMs) / 1000;
  return { child, port, opsPort, store, readyS, readyCpuS: cpuSeconds(child) };
}

const BARE_ROWS_A_BATCH = 10_000;

/** CPU time of bare prepared inserts of the first finished items of a store, in microseconds an item. */
export function bareInsertUs({ folder }: FilledStore, itemsMax: number): number {
  const source = openDatabase(join(folder, 'data', CATALOG_FILE), { busyTimeoutMs: 0, readOnly: true });
  const path = join(folder, 'bare.db');
  const target = openDatabase(path, { busyTimeoutMs: 0 });
  migrate(target, 'catalog');
  const read = source.prepare('SELECT * FROM item WHERE item_id > ? ORDER BY item_id LIMIT ?');
  read.setReturnArrays(true);
  const width = read.columns().length;
  const insert = target.prepare(`INSERT INTO item VALUES (${Array(width).fill('?').join(', ')})`);
  let [spentUs, items] = [0, 0];
  const timed = (work: () => void) => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    spentUs += user + system;
  };
  target.exec('BEGIN');
  while (items < itemsMax) {
    const rows = read.all(items, BARE_ROWS_A_BATCH) as unknown as Row[];
    if (rows.length === 0) break;
    items += rows.length;
    timed(() => {
      for (const row of rows) insert.run(...row);
    });
  }
  timed(() => {
    target.exec('COMMIT');
    target.close();
  });
  source.close();
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  return spentUs / items;
}

type Row = (string | number | null | Uint8Array)[];
