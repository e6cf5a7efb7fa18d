/** One step of bench/night.ts in a process of its own, so that its peak of memory is its own. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { rankingSettings } from '../../bin/commands/rankings.ts';
import { kstMonthFirstDay, systemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config/config.ts';
import { runRankings } from '../../src/rankings/run/ranking-run.ts';
import { LISTS_FILE } from '../../src/store/sqlite/database.ts';
import { sessionsAt } from '../../test/support/sessions-at.ts';
import { Stopwatch } from '../figures.ts';
import { checksumOfBare, checksumOfLists } from './checksum.ts';
import { loadCatalog, loadLastDay, loadSales } from './intake.ts';
import { readPages } from './pages.ts';
import {
  type BareLists,
  bareCount,
  bareLines,
  bareLists,
  everyDay,
  layOutShop,
  overallWeights,
} from './reference.ts';
import { firstDayOf, generateDay, lastDay, lastMonth, type ShopSize, type Task } from './shop.ts';

const STEPS = {
  catalog: loadCatalog,
  sales: loadSales,
  lastDay: loadLastDay,
  tally: (task: Task) => rank(task, 'tally'),
  refresh: (task: Task) => rank(task, 'refresh'),
  checksum: checksumOfLastMonth,
  bareFull,
  bareNight,
  pages: readPages,
} satisfies Readonly<Record<string, (task: Task) => Promise<object>>>;

export interface BenchTask extends Task {
  readonly step: keyof typeof STEPS;
}

const task: BenchTask = JSON.parse(process.argv[2] ?? '{}');
const result = await STEPS[task.step](task);
process.send?.({ ...result, peakMb: Math.round(process.resourceUsage().maxRSS / 1024) });
process.disconnect?.();

async function rank({ folder, nowMs }: Task, kind: 'tally' | 'refresh'): Promise<object> {
  const watch = new Stopwatch();
  const report = await watch.run(() =>
    runRankings({
      open: sessionsAt(folder),
      clock: { nowMs: () => nowMs, monotonicMs: systemClock.monotonicMs },
      kind,
      cause: 'schedule',
      settings: rankingSettings(readConfig({ SEOGA_DATA_DIR: folder })),
    }),
  );
  const entries = report.months.reduce((sum, month) => sum + month.entries, 0);
  const { wallMs, cpuMs } = watch;
  const listsMb = Math.round(statSync(join(folder, LISTS_FILE)).size / 2 ** 20);
  return { wallMs, cpuMs, entries, listsMb };
}

async function checksumOfLastMonth({ folder }: Task): Promise<object> {
  const session = await sessionsAt(folder)(0);
  if (session === null) throw new Error('another run is under way');
  const checksum = await checksumOfLists((cell) => session.readCell('monthly', lastMonth, cell));
  await session.close();
  return { checksum };
}

/** The floor of a full run: counting and the 21 lists of every month with rank changes, from memory to memory. */
async function bareFull({ size }: Task): Promise<object> {
  const shop = layOutShop(size);
  const watch = new Stopwatch();
  let previous: BareLists[] = [];
  let entries = 0;
  for (let month = lastMonth - size.months + 1; month <= lastMonth; month++) {
    const lines = linesOfMonth(size, shop, month, lastDay - 1);
    const before: readonly BareLists[] = previous;
    previous = await watch.run(() => bareLists(shop, bareCount(shop, lines, everyDay()), before));
    entries += previous.reduce((sum, one) => sum + one.places.length, 0);
  }
  const { wallMs, cpuMs } = watch;
  return { wallMs, cpuMs, entries, checksum: await checksumOfBare(shop, previous) };
}

/** The floor of a nightly run: the lists of the last month and the overall lists of its last four weeks. */
async function bareNight({ size }: Task): Promise<object> {
  const shop = layOutShop(size);
  const beforeLines = linesOfMonth(size, shop, lastMonth - 1, lastDay);
  const before = bareLists(shop, bareCount(shop, beforeLines, everyDay()), null);
  const lines = linesOfMonth(size, shop, lastMonth, lastDay);
  const watch = new Stopwatch();
  const lists = await watch.run(() => bareLists(shop, bareCount(shop, lines, everyDay()), before));
  await watch.run(() => bareLists(shop, bareCount(shop, lines, overallWeights(lastMonth, lastDay)), before));
  const { wallMs, cpuMs } = watch;
  return { wallMs, cpuMs, lines: lines.count, checksum: await checksumOfBare(shop, lists) };
}

function linesOfMonth(size: ShopSize, shop: ReturnType<typeof layOutShop>, month: number, until: number) {
  const first = Math.max(kstMonthFirstDay(month), firstDayOf(size));
  const last = Math.min(kstMonthFirstDay(month + 1) - 1, until);
  const days = Array.from({ length: last - first + 1 }, (_, at) => generateDay(size, first + at));
  return bareLines(shop, days, kstMonthFirstDay(month));
}
