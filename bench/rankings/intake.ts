import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Readable } from 'node:stream';
import { type KstDay, kstMonthFirstDay, kstMonthOfDay, systemClock } from '../../src/clock.ts';
import { importFeed } from '../../src/ingest/import-feed.ts';
import { buyerKeyOf } from '../../src/rankings/buyer-reference.ts';
import { loadSecrets } from '../../src/store/files/secrets-file.ts';
import { createSqliteFeedStore } from '../../src/store/sqlite/catalog/feed-store.ts';
import { CATALOG_FILE, migrate, openDatabase } from '../../src/store/sqlite/database.ts';
import { ORDERS_A_DAY } from '../../src/store/sqlite/rankings/order-numbers.ts';
import { createLedgerWriter } from '../../src/store/sqlite/rankings/sales-ledger.ts';
import { catalogFeed, feedLineOf, firstDayOf, generateDay, lastDay, saleOf } from './shop.ts';
import { type Measured, Stopwatch } from './stopwatch.ts';
import type { BenchTask } from './task.ts';

const ROWS_A_STATEMENT = 25;
/** As many as an import takes at once. */
const SALES_A_BATCH = 500;
/** The reference takes part while the ledger has no more lines than this. */
const BARE_LINES_MAX = 3_000_000;
const JSON_LINES_MAX = 500_000;

/** Brings categories and items in, without the search index. */
export async function loadCatalog({ size, folder }: BenchTask): Promise<object> {
  const report = await importFeed({
    store: createSqliteFeedStore({
      path: join(folder, CATALOG_FILE),
      clock: systemClock,
    }),
    input: Readable.from(joined(catalogFeed(size), 2000), { objectMode: false }),
    clock: systemClock,
    strict: true,
    dryRun: false,
  });
  return { problems: report.problemCount };
}

/** Lines through the ledger writer, a transaction a month; the first months in turn with bare inserts of the same rows. */
export function fillLedger(task: BenchTask): object {
  const { size, folder, nowMs } = task;
  const clock = { nowMs: () => nowMs, monotonicMs: systemClock.monotonicMs };
  const db = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: 0 });
  const bareDb = openDatabase(join(folder, 'bare.db'), { busyTimeoutMs: 0 });
  migrate(bareDb, 'catalog');
  const all = new Stopwatch();
  const [compared, bare] = [new Stopwatch(), new Stopwatch()];
  let lines = 0;
  let comparedLines = 0;
  const first = task.onlyLastDay === true ? lastDay : firstDayOf(size);
  const end = task.onlyLastDay === true ? lastDay : lastDay - 1;
  for (let from = first; from <= end; from = kstMonthFirstDay(kstMonthOfDay(from) + 1)) {
    const until = Math.min(end, kstMonthFirstDay(kstMonthOfDay(from) + 1) - 1);
    const watch = new Stopwatch();
    const added = addMonth(db, clock, task, { from, until, watch });
    all.add(watch);
    lines += added;
    if (comparedLines + added > BARE_LINES_MAX && comparedLines > 0) continue;
    compared.add(watch);
    comparedLines += added;
    insertBare(db, bareDb, { from, until, watch: bare });
  }
  db.close();
  bareDb.close();
  const rate = (count: number, { wallMs, cpuMs }: Measured) => ({
    wall: Math.round((count / wallMs) * 1000),
    cpu: Math.round((count / cpuMs) * 1000),
  });
  return {
    lines,
    ledger: rate(lines, all),
    compared: rate(comparedLines, compared),
    bare: rate(comparedLines, bare),
  };
}

interface Span {
  readonly from: KstDay;
  readonly until: KstDay;
  readonly watch: Stopwatch;
}

function addMonth(
  db: DatabaseSync,
  clock: { nowMs(): number; monotonicMs(): number },
  { size, folder }: BenchTask,
  { from, until, watch }: Span,
): number {
  let lines = 0;
  db.exec('BEGIN IMMEDIATE');
  const writer = createLedgerWriter(db, clock, { buyerKey: buyerKeyOf(loadSecrets(folder).keyPepper) });
  for (let day = from; day <= until; day++) {
    const generated = generateDay(size, day);
    const sales = Array.from({ length: generated.count }, (_, at) => saleOf(size, generated, at));
    watch.run(() => {
      for (let at = 0; at < sales.length; at += SALES_A_BATCH) {
        const outcomes = writer.addSales(sales.slice(at, at + SALES_A_BATCH));
        if (outcomes.some((outcome) => outcome !== 'added')) throw new Error('a line was not added');
      }
    });
    lines += sales.length;
  }
  watch.run(() => db.exec('COMMIT'));
  return lines;
}

/** The floor: the finished rows of both tables, many a statement, in the order of their keys. */
function insertBare(db: DatabaseSync, bareDb: DatabaseSync, { from, until, watch }: Span): void {
  const tables = ['sale_order', 'sale'].map((table) => {
    const rows = db.prepare(`SELECT * FROM ${table} WHERE order_no >= ? AND order_no < ? ORDER BY order_no`);
    rows.setReturnArrays(true);
    return { table, rows };
  });
  watch.run(() => bareDb.exec('BEGIN IMMEDIATE'));
  for (let day = from; day <= until; day++) {
    for (const { table, rows } of tables) {
      const found: unknown = rows.all(day * ORDERS_A_DAY, (day + 1) * ORDERS_A_DAY);
      const values = found as SQLInputValue[][];
      const row = `(${(values[0] ?? []).map(() => '?').join(', ')})`;
      const inserts = [ROWS_A_STATEMENT, 1].map((count) =>
        bareDb.prepare(`INSERT INTO ${table} VALUES ${Array.from({ length: count }, () => row).join(', ')}`),
      );
      const whole = Math.floor(values.length / ROWS_A_STATEMENT) * ROWS_A_STATEMENT;
      const groups: SQLInputValue[][] = [];
      for (let at = 0; at < whole; at += ROWS_A_STATEMENT) {
        groups.push(values.slice(at, at + ROWS_A_STATEMENT).flat());
      }
      watch.run(() => {
        for (const group of groups) inserts[0]?.run(...group);
        for (const one of values.slice(whole)) inserts[1]?.run(...one);
      });
    }
  }
  watch.run(() => bareDb.exec('COMMIT'));
}

/** Lines from JSON Lines in memory, into a store of their own. */
export async function importJsonLines({ size, folder, nowMs }: BenchTask): Promise<object> {
  const chunks: string[] = [];
  let lines = 0;
  for (let day = firstDayOf(size); day < lastDay && lines < JSON_LINES_MAX; day++) {
    const generated = generateDay(size, day);
    const ofDay = Array.from({ length: generated.count }, (_, at) => feedLineOf(saleOf(size, generated, at)));
    chunks.push(...joined(ofDay, 2000));
    lines += generated.count;
  }
  const watch = new Stopwatch();
  const report = await watch.runAsync(() =>
    importFeed({
      store: createSqliteFeedStore({ path: join(folder, 'json.db'), clock: systemClock }),
      input: Readable.from(chunks, { objectMode: false }),
      clock: { nowMs: () => nowMs, monotonicMs: systemClock.monotonicMs },
      strict: true,
      dryRun: false,
    }),
  );
  if (report.summary.sale.added !== lines) throw new Error(`${report.problemCount} lines were refused`);
  return {
    lines,
    wall: Math.round((lines / watch.wallMs) * 1000),
    cpu: Math.round((lines / watch.cpuMs) * 1000),
  };
}

function* joined(lines: Iterable<string>, count: number): Generator<string> {
  let chunk: string[] = [];
  for (const line of lines) {
    chunk.push(line);
    if (chunk.length < count) continue;
    yield chunk.join('');
    chunk = [];
  }
  yield chunk.join('');
}
