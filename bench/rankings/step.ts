/** One step of bench/rankings.ts in a process of its own, so that its peak of memory is its own. */
import { rankingSettings } from '../../bin/rank-now.ts';
import { kstMonthFirstDay, systemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import { runRankings } from '../../src/jobs/ranking-run.ts';
import { createSqliteRankingRepository } from '../../src/store/sqlite/rankings/ranking-repository.ts';
import { checksumOfBare, checksumOfLists } from './checksum.ts';
import { fillLedger, importJsonLines, loadCatalog } from './intake.ts';
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
import { firstDayOf, generateDay, lastDay, lastMonth, type ShopSize } from './shop.ts';
import { type Measured, Stopwatch } from './stopwatch.ts';
import type { BenchTask, Step } from './task.ts';

const STEPS: Readonly<Record<Step, (task: BenchTask) => object>> = {
  catalog: loadCatalog,
  ledger: fillLedger,
  json: importJsonLines,
  tally: (task: BenchTask) => rank(task, 'tally'),
  refresh: (task: BenchTask) => rank(task, 'refresh'),
  checksum: checksumOfLastMonth,
  bareFull: (task: BenchTask) => bareFull(task),
  bareNight: (task: BenchTask) => bareNight(task),
  pages: readPages,
};

const task: BenchTask = JSON.parse(process.argv[2] ?? '{}');
const result = await STEPS[task.step](task);
process.send?.({ ...result, peakMb: Math.round(process.resourceUsage().maxRSS / 1024) });
process.disconnect?.();

interface RankFigures extends Measured {
  readonly months: number;
  readonly entries: number;
  readonly editions: number;
}

async function rank({ folder, nowMs }: BenchTask, kind: 'tally' | 'refresh'): Promise<RankFigures> {
  const watch = new Stopwatch();
  const report = await watch.runAsync(() =>
    runRankings({
      repository: createSqliteRankingRepository(folder),
      clock: { nowMs: () => nowMs, monotonicMs: systemClock.monotonicMs },
      kind,
      cause: 'schedule',
      settings: rankingSettings(readConfig({ SEOGA_DATA_DIR: folder })),
    }),
  );
  const entries = report.months.reduce((sum, month) => sum + month.entries, 0);
  const { wallMs, cpuMs } = watch;
  return { wallMs, cpuMs, months: report.months.length, entries, editions: report.editions.length };
}

async function checksumOfLastMonth({ folder }: BenchTask): Promise<object> {
  const session = await createSqliteRankingRepository(folder).open({ waitMs: 0, isChecked: false });
  if (session === null) throw new Error('another run is under way');
  const checksum = checksumOfLists((cell) => session.readCell('monthly', lastMonth, cell));
  await session.close();
  return { checksum };
}

/** The floor of a full run: counting and the 21 lists of every month with rank changes, from memory to memory. */
function bareFull({ size }: BenchTask): object {
  const shop = layOutShop(size);
  const watch = new Stopwatch();
  let previous: BareLists[] = [];
  let entries = 0;
  for (let month = lastMonth - size.months + 1; month <= lastMonth; month++) {
    const lines = linesOfMonth(size, shop, month, lastDay - 1);
    const before: readonly BareLists[] = previous;
    previous = watch.run(() => bareLists(shop, bareCount(shop, lines, everyDay()), before));
    entries += previous.reduce((sum, one) => sum + one.places.length, 0);
  }
  const { wallMs, cpuMs } = watch;
  return { wallMs, cpuMs, entries, checksum: checksumOfBare(shop, previous) };
}

/** The floor of a nightly run: the lists of the last month and the overall lists of its last four weeks. */
function bareNight({ size }: BenchTask): object {
  const shop = layOutShop(size);
  const beforeLines = linesOfMonth(size, shop, lastMonth - 1, lastDay);
  const before = bareLists(shop, bareCount(shop, beforeLines, everyDay()), null);
  const lines = linesOfMonth(size, shop, lastMonth, lastDay);
  const watch = new Stopwatch();
  const lists = watch.run(() => bareLists(shop, bareCount(shop, lines, everyDay()), before));
  watch.run(() => bareLists(shop, bareCount(shop, lines, overallWeights(lastMonth, lastDay)), before));
  const { wallMs, cpuMs } = watch;
  return { wallMs, cpuMs, lines: lines.count, checksum: checksumOfBare(shop, lists) };
}

function linesOfMonth(size: ShopSize, shop: ReturnType<typeof layOutShop>, month: number, until: number) {
  const first = Math.max(kstMonthFirstDay(month), firstDayOf(size));
  const last = Math.min(kstMonthFirstDay(month + 1) - 1, until);
  const days = Array.from({ length: last - first + 1 }, (_, at) => generateDay(size, first + at));
  return bareLines(shop, days, kstMonthFirstDay(month));
}
