import { type KstDay, type KstMonth, kstMonthFirstDay, kstMonthOfDay, kstWeekOfDay } from '../../clock.ts';
import { countCopies } from '../counted-copies.ts';
import { tallyMonth, tallyPeriods } from '../counted-lists.ts';
import { addCopies, type MonthCopies, sumDayCopies } from '../day-copies.ts';
import type { Edition } from '../edition.ts';
import { ledgerReader } from '../ledger/ledger-reader.ts';
import { listMonths, readLeftOut } from '../ledger/month-lines.ts';
import { compareWithPrevious, type PreviousLists, previousFromTally, ranksByItem } from '../ranked-lists.ts';
import { isMonthDue } from '../schedule.ts';
import { contentOf, publishedLists } from './other-lists.ts';
import type { RunContext } from './ranking-session.ts';

export type MonthReport = NonNullable<Awaited<ReturnType<typeof countMonth>>>['report'];

/** Counts the due months, oldest first, because each list is compared with the list before. Adds up the sales indices. */
export async function countMonths(context: RunContext, untilDay: KstDay) {
  const { state, session, nowMs } = context;
  const { catalog } = state;
  const months = (await listMonths(state.snapshot)).filter(
    ({ month }) => kstMonthFirstDay(month) <= untilDay,
  );
  const due: { readonly month: KstMonth; readonly isListed: boolean }[] = [];
  for (const { month, ledgerRevision, counted, isDeleted } of months) {
    const isListed = (await session.findEdition('monthly', month)) !== null;
    const now = { nowMs, untilDay, ledgerRevision };
    if (!isDeleted && isMonthDue(month, isListed ? counted : null, now)) due.push({ month, isListed });
  }
  const editions: Edition[] = [];
  const reports: MonthReport[] = [];
  // The previous month's lists stay in memory: reading them again would take as long as making them.
  let before = { month: 0, lists: previousFromTally([]) };
  for (const [at, { month, isListed }] of due.entries()) {
    context.stopIfRequested();
    const previous =
      before.month === month - 1 ? before.lists : publishedLists(context, 'monthly', month - 1);
    const counted = await countMonth(context, month, untilDay, isListed, previous);
    if (counted !== null) {
      editions.push(counted.edition);
      reports.push(counted.report);
      before = { month, lists: counted.lists };
    }
    context.onProgress({ month, done: at + 1, total: due.length });
  }
  const salePoints = new Float64Array(catalog.itemIds.length);
  const firstDay = kstMonthFirstDay(months[0]?.month ?? kstMonthOfDay(untilDay));
  for await (const one of session.listCopies(firstDay, untilDay))
    addCopies(salePoints, catalog, one, (day) => salePointOfCopy(untilDay - day));
  return { editions, reports, salePoints };
}

/** Score of a copy in its item's sales index, by its age in days (docs/lists.md#sales-index). */
function salePointOfCopy(ageDays: number): number {
  if (ageDays < 0) return 0;
  return (ageDays < 7 ? 12 : 0) + (ageDays < 30 ? 6 : 0) + (ageDays < 180 ? 3 : 0) + 1;
}

/** Counts a month and writes its lists. Null if the month has no list yet and no copies count in it. */
async function countMonth(
  context: RunContext,
  month: KstMonth,
  untilDay: KstDay,
  isListed: boolean,
  previous: PreviousLists,
) {
  const { state, settings, session } = context;
  const { catalog } = state;
  const firstDay = kstMonthFirstDay(month);
  const lastDay = Math.min(kstMonthFirstDay(month + 1) - 1, untilDay);
  const { copies, lineCount, unknownCount } = await countLines(context, month, lastDay);
  if (!isListed && copies.days.copies.length === 0) return null;
  context.stopIfRequested();
  const cells = await tallyMonth(catalog, copies, settings.minSegmentCopies);
  await compareWithPrevious(catalog, cells, previous);
  const dayBefore = publishedLists(context, 'daily', firstDay - 1);
  const days = await tallyPeriods(catalog, 'daily', month, [copies], dayBefore);
  // If the next month is due, too, counting it also updates the week that both months share.
  const around = await Array.fromAsync(session.listCopies(firstDay - 1, firstDay + 31));
  const neighbours = around.filter((one) => one.month !== month);
  const weekBefore = publishedLists(context, 'weekly', kstWeekOfDay(firstDay) - 1);
  const weeks = await tallyPeriods(catalog, 'weekly', month, [copies, ...neighbours], weekBefore);
  const ranks = cells.slice(0, 1).map((all) => ranksByItem(catalog, all));
  const content = contentOf(context, 'monthly', month, lastDay, [...cells, ...ranks]);
  const edition = await session.writeEdition({ ...content, ofMonth: { copies: copies.days, days, weeks } });
  const report = {
    month,
    version: edition.version,
    /** Lines of known items that are neither late nor cancelled. */
    lines: lineCount,
    copies: copies.days.copies.reduce((sum, one) => sum + one, 0),
    entries: [...cells, ...days, ...weeks].reduce((sum, cell) => sum + cell.items.length, 0),
    /** Lines whose item hasn't arrived yet. */
    unknownLines: unknownCount,
  };
  // Frees the rank changes: comparing the next month needs only ranks.
  const lists = previousFromTally(cells.map(({ start, items }) => ({ start, items })));
  return { edition, report, lists };
}

/** A function of its own, so that the lines are freed before the lists are made. */
async function countLines({ state, settings }: RunContext, month: KstMonth, lastDay: KstDay) {
  const { snapshot, catalog } = state;
  const readLines = ledgerReader(snapshot, catalog);
  const { lines, unknownCount, readOrderIds } = await readLines(kstMonthFirstDay(month), lastDay);
  const leftOut = await readLeftOut(snapshot, month, catalog.findItem);
  const counted = await countCopies(lines, settings.copiesPerBuyer, readOrderIds, leftOut);
  const copies: MonthCopies = { month, days: sumDayCopies(catalog, month, lines, counted) };
  return { copies, lineCount: lines.count, unknownCount };
}
