import { existsSync, renameSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { KstMonth } from '../../clock.ts';
import { CatalogBusyError, type LongTransaction, type Reader } from '../../sql-database.ts';
import { openCatalogDatabase } from '../../store/sqlite/catalog-database.ts';
import type { CatalogWrites } from '../../store/sqlite/catalog-writes.ts';
import { type OpenOptions, openDatabase } from '../../store/sqlite/database.ts';
import { fileFaultOf, isBusy } from '../../store/sqlite/file-faults.ts';
import type { MonthCopies } from '../day-copies.ts';
import type { Edition, EditionKind } from '../edition.ts';

/** Opens the lists file, or makes it. Throws SQLite's error. */
export function openLists(path: string, options: Partial<OpenOptions> = {}): DatabaseSync {
  return openDatabase(path, { busyTimeoutMs: 0, ...options });
}

export interface BeginLists {
  readonly waitMs: number;
  /** Whether to look for damage first: a damaged file is put aside, and the run makes all lists again. */
  readonly isChecked: boolean;
}

/** Begins the transaction of a run in the lists file, which keeps every other run out. Null when another one goes on for too long. */
export async function beginLists(
  path: string,
  writes: CatalogWrites,
  { waitMs, isChecked }: BeginLists,
): Promise<LongTransaction | null> {
  const inode = inodeOf(path);
  try {
    using lists = openCatalogDatabase(path, { writes });
    await using begun = new AsyncDisposableStack();
    const transaction = begun.use(await lists.begin({ lock: 'ranking', waitMs }));
    if (isChecked && !(await isWhole(transaction)))
      throw Object.assign(new Error('the lists are damaged'), DAMAGED);
    begun.move();
    return transaction;
  } catch (error) {
    if (error instanceof CatalogBusyError || isBusy(error)) return null;
    if (!isChecked || fileFaultOf(error) !== 'damaged') throw error;
    // Another run may have done it meanwhile.
    if (inodeOf(path) === inode) putAside(path);
    return beginLists(path, writes, { waitMs, isChecked: false });
  }
}

/** What a check found, as SQLite says it. */
const DAMAGED = { errcode: 11 };

/** Whether the file is a database with whole pages and indexes. */
async function isWhole(lists: Reader): Promise<boolean> {
  const [found] = await lists.query<{ quick_check: string }>('SELECT * FROM pragma_quick_check LIMIT 1');
  return found?.quick_check === 'ok';
}

/** Puts a lists file aside that can't be used any more; readers find the new one that takes its place. */
function putAside(path: string): void {
  for (const end of ['', '-wal', '-shm'].filter((end) => existsSync(`${path}${end}`)))
    renameSync(`${path}${end}`, `${path}.damaged${end}`);
}

/** Which file a path leads to; null for none. */
export function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

export const EDITION = 'kind, period, version, until_day AS "untilDay", published_at_ms AS "publishedAtMs"';

/** The edition in force of a kind and period, or null. */
export async function findEdition(lists: Reader, kind: EditionKind, period: number): Promise<Edition | null> {
  const select = `SELECT ${EDITION} FROM edition WHERE kind = $1 AND period = $2`;
  return (await lists.query<Edition>(select, [kind, period]))[0] ?? null;
}

/** The months that have an edition: a list that was lost can only be made again from its order lines. */
export async function readListedMonths({ query }: Reader): Promise<ReadonlySet<KstMonth>> {
  const rows = await query<{ period: KstMonth }>(`SELECT period FROM edition WHERE kind = 'monthly'`);
  return new Set(rows.map(({ period }) => period));
}

/** Months that are kept when they were read. */
const MONTHS_KEPT = 2;

/** The counted copies of the months from one to another that have an edition, ascending. `latest` keeps those read last. */
export async function* readCopies(
  lists: Reader,
  firstMonth: KstMonth,
  lastMonth: KstMonth = firstMonth,
  latest = new Map<KstMonth, MonthCopies>(),
): AsyncGenerator<MonthCopies, void> {
  const months = await lists.query<Pick<MonthCopies, 'month'>>(
    'SELECT month FROM month_copies WHERE month BETWEEN $1 AND $2 ORDER BY month',
    [firstMonth, lastMonth],
  );
  for (const { month } of months) {
    const known = latest.get(month);
    if (known !== undefined) {
      yield known;
      continue;
    }
    const select = 'SELECT item_ids, start, codes, copies FROM month_copies WHERE month = $1';
    const [row] = await lists.query<Record<'item_ids' | 'start' | 'codes' | 'copies', Uint8Array>>(select, [
      month,
    ]);
    if (row === undefined) continue;
    const days = {
      itemIds: new Float64Array(wholeBuffer(row.item_ids)),
      start: new Uint32Array(wholeBuffer(row.start)),
      codes: new Uint16Array(wholeBuffer(row.codes)),
      copies: new Uint32Array(wholeBuffer(row.copies)),
    };
    latest.set(month, { month, days });
    for (const old of latest.keys()) if (latest.size > MONTHS_KEPT) latest.delete(old);
    yield { month, days };
  }
}

/** The bytes as a buffer that has no others. */
function wholeBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? buffer : new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength)).buffer;
}
