import { type Clock, type KstDay, kstDayOf } from '../../clock.ts';
import type { Edition } from '../edition.ts';
import type { RunCause, RunKind } from '../schedule.ts';
import { countMonths, type MonthReport } from './count-months.ts';
import { makeFreshLists, makeNightlyLists } from './other-lists.ts';
import type {
  OpenSession,
  RankingProgress,
  RankingSession,
  RankingSettings,
  RunContext,
} from './ranking-session.ts';
import type { RunRecord } from './run-record.ts';

/** How long a run waits for another one, in steps; after each it checks whether it should stop. */
const RUN_WAIT_STEP_MS = 500;
const RUN_WAIT_STEPS = 1_200;

export interface RankingRunOptions {
  readonly open: OpenSession;
  readonly clock: Clock;
  /** `refresh` makes only the lists that change within a day, without counting months. */
  readonly kind?: RunKind;
  /** The run's cause, for the history of runs. */
  readonly cause?: RunCause;
  /** The last day whose sales count; yesterday by default. A refresh ignores it. */
  readonly untilDay?: KstDay;
  readonly settings: RankingSettings;
  readonly onProgress?: (progress: RankingProgress) => void;
  /** Checked between steps of about a second. An AbortSignal works. */
  readonly signal?: { readonly aborted: boolean };
}

/** The outcome of a run. */
export interface RankingReport {
  /** The last day counted by this tally; for a refresh, by the tally before it. Null when there was none. */
  readonly untilDay: KstDay | null;
  readonly months: readonly MonthReport[];
  readonly editions: readonly Pick<Edition, 'kind' | 'period' | 'version'>[];
  /** Items with a sales index; null for a refresh, which changes none. */
  readonly salePoints: number | null;
  readonly elapsedMs: number;
}

/** A request ended the run. It published nothing. */
export class RankingStopped extends Error {
  override name = 'RankingStopped';
}

/**
 * A tally counts every month that needs it (isMonthDue) and makes all lists, and with them the sales index of
 * every item; a refresh makes the lists that change within a day. Everything is published in one step at the end:
 * until then, and whenever the run fails, stops or is killed, the last editions stay in force. Counting blocks
 * its thread.
 */
export async function runRankings(options: RankingRunOptions): Promise<RankingReport> {
  const startMs = options.clock.monotonicMs();
  const session = await waitForSession(options);
  try {
    const report = await makeAndPublish(session, options, startMs);
    return { ...report, elapsedMs: options.clock.monotonicMs() - startMs };
  } catch (error) {
    const outcome = error instanceof RankingStopped ? 'stopped' : 'failed';
    const nothing = { untilDay: null, months: 0, editions: 0 };
    await session.recordFailure({ ...recordOf(options, startMs), ...nothing, outcome });
    throw error;
  } finally {
    await session.close();
  }
}

/** What the history says of any run that ends now. */
function recordOf({ clock, kind = 'tally', cause = 'command' }: RankingRunOptions, startMs: number) {
  const elapsedMs = Math.round(clock.monotonicMs() - startMs);
  return { kind, cause, startedAtMs: clock.nowMs() - elapsedMs, elapsedMs };
}

async function waitForSession(options: RankingRunOptions): Promise<RankingSession> {
  // Who asks for a run by hand may have seen that lists are damaged.
  const isChecked = options.cause !== 'schedule';
  for (let step = 0; step < RUN_WAIT_STEPS; step++) {
    stopIfRequested(options);
    const session = await options.open({ waitMs: RUN_WAIT_STEP_MS, isChecked });
    if (session !== null) return session;
  }
  throw new Error('another ranking run is under way and does not end');
}

async function makeAndPublish(
  session: RankingSession,
  options: RankingRunOptions,
  startMs: number,
): Promise<Omit<RankingReport, 'elapsedMs'>> {
  const nowMs = options.clock.nowMs();
  const isTally = options.kind !== 'refresh';
  // One state: an import that ends in the meantime is part of the next run.
  const made = await session.read((state) => {
    const context: RunContext = {
      session,
      state,
      settings: options.settings,
      nowMs,
      untilDay: state.talliedUntil,
      onProgress: options.onProgress ?? (() => {}),
      stopIfRequested: () => stopIfRequested(options),
    };
    const { catalogRevision, talliedUntil: untilDay } = state;
    if (!isTally) {
      const editions = makeFreshLists(context, state.readSalePoints());
      return { untilDay, catalogRevision, editions, months: [], tally: null };
    }
    return { catalogRevision, ...makeAll(context, lastDayOf(options, untilDay, kstDayOf(nowMs) - 1)) };
  });
  stopIfRequested(options);
  const { months, untilDay, ...publication } = made;
  const { editions, tally } = publication;
  const run: RunRecord = {
    ...recordOf(options, startMs),
    outcome: 'published',
    untilDay,
    months: months.length,
    editions: editions.length,
  };
  await session.publish({ ...publication, run, publishedAtMs: nowMs });
  return {
    untilDay,
    months,
    editions: editions.map(({ kind, period, version }) => ({ kind, period, version })),
    salePoints: tally?.salePoints.reduce((count, points) => count + (points > 0 ? 1 : 0), 0) ?? null,
  };
}

/**
 * The last day of a tally. One that the service makes by itself was planned before it waited for other runs, so it counts as
 * far as they did; a day after yesterday was counted by a wrong clock.
 */
function lastDayOf(
  { untilDay, cause = 'command' }: RankingRunOptions,
  talliedUntil: KstDay | null,
  yesterday: KstDay,
): KstDay {
  if (untilDay === undefined) return yesterday;
  const isBelievable = talliedUntil !== null && talliedUntil <= yesterday;
  return cause !== 'command' && isBelievable ? Math.max(untilDay, talliedUntil) : untilDay;
}

function makeAll(before: RunContext, untilDay: KstDay) {
  const context = { ...before, untilDay };
  const { catalog, ledgerRevision } = context.state;
  const { salePoints, ...counted } = countMonths(context, untilDay);
  const nightly = makeNightlyLists(context, untilDay);
  context.stopIfRequested();
  const fresh = makeFreshLists(context, salePoints);
  return {
    untilDay,
    editions: [...counted.editions, ...nightly, ...fresh],
    months: counted.reports,
    tally: { untilDay, ledgerRevision, itemIds: catalog.itemIds, salePoints },
  };
}

function stopIfRequested(options: RankingRunOptions): void {
  if (options.signal?.aborted) throw new RankingStopped('the ranking run was stopped');
}
