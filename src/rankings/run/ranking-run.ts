import { runTask } from '../../base/run-task.ts';
import { type Clock, type KstDay, kstDayOf } from '../../clock.ts';
import type { Edition } from '../edition.ts';
import type { RankingTask, RunCause, RunKind } from '../schedule.ts';
import { countMonths, type MonthReport } from './count-months.ts';
import { makeFreshLists, makeNightlyLists } from './other-lists.ts';
import type {
  OpenSession,
  RankingProgress,
  RankingSession,
  RankingSettings,
  RunContext,
} from './ranking-session.ts';
import { compareSalePoints, type Publication, type RunRecord, readSalePoints } from './run-record.ts';

/** A run waits for another run in steps, and checks after each step whether it should stop. */
const RUN_WAIT_STEP_MS = 500;
const RUN_WAIT_STEPS = 1_200;

export interface RankingRunOptions {
  readonly open: OpenSession;
  readonly clock: Clock;
  readonly kind?: RunKind;
  readonly cause?: RunCause;
  /** The last day whose sales count; yesterday by default. A refresh ignores it. */
  readonly untilDay?: KstDay;
  readonly settings: RankingSettings;
  readonly onProgress?: (progress: RankingProgress) => void;
  /** Called between the steps of a run, such as before each month. */
  readonly isStopped?: () => boolean;
}

export type RankingReport = Awaited<ReturnType<typeof runRankings>>;

export class RankingStopped extends Error {
  override name = 'RankingStopped';
  override message = 'the ranking run was stopped';
}

/**
 * A tally counts every month that needs it (isMonthDue), and makes all lists and the sales index of every item. A refresh makes
 * the lists that change within a day. Everything is published in one step at the end: until then, and whenever the run fails,
 * stops or is killed, the last editions stay in force. Counting blocks its thread.
 */
export async function runRankings(options: RankingRunOptions) {
  const { clock, kind = 'tally', cause = 'command', settings, onProgress = () => {}, isStopped } = options;
  const startMs = clock.monotonicMs();
  const stopIfRequested = () => {
    if (isStopped?.()) throw new RankingStopped();
  };
  const session = await waitForSession(options.open, stopIfRequested);
  const recordOf = (result: Pick<RunRecord, 'outcome' | 'untilDay' | 'months' | 'editions'>): RunRecord => {
    const elapsedMs = Math.round(clock.monotonicMs() - startMs);
    return { kind, cause, startedAtMs: clock.nowMs() - elapsedMs, elapsedMs, ...result };
  };
  const nowMs = clock.nowMs();
  try {
    // The run reads one snapshot: the next run counts what is imported meanwhile.
    const { tally, catalogRevision, ...report } = await session.read(async (state) => {
      const context = { session, state, settings, nowMs, onProgress, stopIfRequested };
      const made = kind === 'refresh' ? refresh(context) : countAll(context, lastDayOf(context, options));
      return { ...(await made), catalogRevision: state.catalogRevision };
    });
    stopIfRequested();
    const { untilDay, months, editions } = report;
    const counts = { untilDay, months: months.length, editions: editions.length };
    const run = recordOf({ outcome: 'published', ...counts });
    await session.publish({ editions, tally, run, publishedAtMs: nowMs, catalogRevision });
    return { ...report, elapsedMs: clock.monotonicMs() - startMs };
  } catch (error) {
    const outcome = error instanceof RankingStopped ? 'stopped' : 'failed';
    await session.recordFailure(recordOf({ outcome, untilDay: null, months: 0, editions: 0 }));
    throw error;
  } finally {
    await session.close();
  }
}

async function waitForSession(open: OpenSession, stopIfRequested: () => void): Promise<RankingSession> {
  for (let step = 0; step < RUN_WAIT_STEPS; step++) {
    stopIfRequested();
    const session = await open(RUN_WAIT_STEP_MS);
    if (session !== null) return session;
  }
  throw new Error('another ranking run is under way and does not end');
}

/** Unless a command runs it, a tally counts at least to the last tallied day. Days after yesterday come from a wrong clock. */
function lastDayOf(
  { state: { talliedUntil }, nowMs }: RunContext,
  { untilDay, cause = 'command' }: RankingRunOptions,
): KstDay {
  const yesterday = kstDayOf(nowMs) - 1;
  if (untilDay === undefined) return yesterday;
  const isBelievable = talliedUntil !== null && talliedUntil <= yesterday;
  return cause !== 'command' && isBelievable ? Math.max(untilDay, talliedUntil) : untilDay;
}

/** What a tally or a refresh has made. `salePoints` counts the items with a sales index; null for a refresh, which changes none. */
interface Made {
  readonly untilDay: KstDay | null;
  readonly months: readonly MonthReport[];
  readonly editions: readonly Edition[];
  readonly tally: Publication['tally'];
  readonly salePoints: number | null;
}

async function countAll(context: RunContext, untilDay: KstDay): Promise<Made> {
  const { snapshot, catalog, ledgerRevision } = context.state;
  const { salePoints, reports, editions } = await countMonths(context, untilDay);
  const nightly = await makeNightlyLists(context, untilDay);
  context.stopIfRequested();
  const fresh = await makeFreshLists(context, untilDay, salePoints);
  const changes = await compareSalePoints(snapshot, catalog, salePoints);
  const tally = { untilDay, ledgerRevision, salePoints: changes };
  const soldItems = salePoints.reduce((count, points) => count + Number(points > 0), 0);
  const made = [...editions, ...nightly, ...fresh];
  return { untilDay, months: reports, editions: made, tally, salePoints: soldItems };
}

async function refresh(context: RunContext): Promise<Made> {
  const { snapshot, catalog, talliedUntil } = context.state;
  const editions = await makeFreshLists(context, talliedUntil, await readSalePoints(snapshot, catalog));
  return { untilDay: talliedUntil, months: [], editions, tally: null, salePoints: null };
}

export interface RankingRunnerOptions {
  /** The file whose task `ranking` calls runRankings on the sessions of a data folder. */
  readonly entry: URL;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly settings: RankingSettings;
  /** The fencing number of this server's job lease: a run publishes nothing once another server holds the lease. */
  readonly fence: () => number | null;
  readonly onProgress?: (progress: RankingProgress) => void;
}

export interface RankingTaskData extends Pick<RankingRunnerOptions, 'dataDir' | 'settings'> {
  readonly fence: number | null;
  readonly task: RankingTask;
  readonly cause: RunCause;
  /** The wall clock at the start of the run; the thread continues from there. */
  readonly startMs: number;
}

/** Makes ranking runs, each on a thread of its own, so that the server keeps answering. */
export function createRankingRunner(options: RankingRunnerOptions) {
  const { entry, dataDir, clock, settings, fence, onProgress } = options;
  const closing = new AbortController();
  let current: Promise<unknown> = Promise.resolve();
  return {
    /** One run, never two at once. Rejects with RankingStopped after `close`, or with the cause of a failure. */
    run(task: RankingTask, cause: RunCause = 'schedule'): Promise<RankingReport> {
      const startMs = clock.nowMs();
      const data: RankingTaskData = { dataDir, settings, fence: fence(), task, cause, startMs };
      const running = runTask<RankingReport, RankingProgress>(
        entry,
        { name: 'ranking', data },
        { signal: closing.signal, ...(onProgress === undefined ? {} : { onMessage: onProgress }) },
      ).catch((error) => {
        throw closing.signal.aborted ? new RankingStopped() : error;
      });
      current = running.catch(() => {});
      return running;
    },
    async close(): Promise<void> {
      closing.abort();
      await current;
    },
  };
}
