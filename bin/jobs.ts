import { USAGE_DAYS } from '../src/accounts/call-log.ts';
import { type Clock, kstDayOf } from '../src/clock.ts';
import { createImportCounter } from '../src/jobs/count-imports.ts';
import { createOperatorMailer } from '../src/jobs/operator-mails.ts';
import { createRankingRunner, RankingStopped } from '../src/rankings/run/ranking-run.ts';
import { createRankingSchedule } from '../src/rankings/schedule.ts';
import { QUERY_DAYS } from '../src/search/search-log.ts';
import { readBackupTime } from '../src/store/sqlite/backup.ts';
import type { Composition } from './compose.ts';
import { createHealth } from './health.ts';
import { createOrderRetention } from './order-retention.ts';
import { rankingSettings } from './rank-now.ts';
import { type TrustedClock, watchClock } from './trusted-clock.ts';

/** How often the jobs check whether something is due. A check costs two small reads. */
const TICK_MS = 1_000;

/** Maximum age of the metrics of disk, lists, search and mail. */
const LOOK_EVERY_MS = 10_000;

/** Delay until the metrics show imports, whoever made them. */
const COUNT_IMPORTS_EVERY_MS = 2_000;

/** Delay until operators hear of problems. */
const MAIL_EVERY_MS = 30_000;

/**
 * Starts the schedule of ranking runs and the nightly clean-up of expired data: usage, counted queries, sessions,
 * sign-ups, operators' offers. They go on until `stop` resolves.
 */
export function startJobs(service: Composition, clock: TrustedClock) {
  const { metrics, backupHours, dataDir } = service;
  const { log } = service.app;
  const { worker, schedule } = createRankings(service, clock);
  const clean = createCleanUp(service, clock);
  const deleteOldOrders = createOrderRetention({ ...service, log }, clock);
  const tellRevision = async () => metrics.set('seoga_catalog_revision', await service.catalog.revision());
  const lookAtClock = watchClock(dataDir, clock, (message) => log.warn(message));
  const look = createHealth(service, clock);
  const lookNowAndThen = everySo(clock, LOOK_EVERY_MS, look);
  const countImports = everySo(
    clock,
    COUNT_IMPORTS_EVERY_MS,
    createImportCounter(service.importLog, metrics),
  );
  const mailer = createOperatorMailer({
    ...service,
    clock,
    backupMaxAgeMs: backupHours === null ? null : backupHours * 3_600_000,
    backupAtMs: () => readBackupTime(dataDir),
  });
  const mailOperators = everySo(clock, MAIL_EVERY_MS, mailer);
  let running = Promise.resolve();
  let hasRunJobs = false;
  const tickRankings = async () => {
    // A run that is under way before this process runs any died with its own.
    if (!hasRunJobs) {
      hasRunJobs = true;
      await service.runRequests.end();
    }
    await schedule.tick();
  };
  const tick = () => {
    lookAtClock();
    const jobs =
      (service.shared?.runsJobs() ?? true)
        ? [tickRankings(), clean(), deleteOldOrders(), countImports(), mailOperators()]
        : [];
    running = Promise.all([...jobs, tellRevision(), lookNowAndThen()]).then(
      () => {},
      (error: unknown) => log.error({ err: error }, 'a job failed'),
    );
  };
  // At once, so that lists that went stale while nothing ran don't wait for a timer as well.
  tick();
  const timer = setInterval(tick, TICK_MS);
  return {
    /** Checks everything that calls depend on. */
    look,
    async stop(): Promise<void> {
      clearInterval(timer);
      lookAtClock(true);
      await worker.close();
      await running;
    },
  };
}

/** The thread of ranking runs and the schedule that starts them. */
function createRankings(service: Composition, clock: Clock) {
  const { metrics, runRequests } = service;
  const { log } = service.app;
  const worker = createRankingRunner({
    entry: new URL('./work-thread.ts', import.meta.url),
    dataDir: service.folder,
    clock,
    settings: rankingSettings(service),
    onProgress({ done, total }) {
      metrics.set('seoga_ranking_progress_ratio', done / total);
      runRequests
        .progress(done, total)
        .catch((error: unknown) => log.error({ err: error }, 'the progress of a run was not recorded'));
    },
  });
  const schedule = createRankingSchedule({
    clock,
    readProgress: service.rankingAdmin.progress,
    takeRequested: runRequests.takeRequested,
    async run(task, cause) {
      await runRequests.begin({ kind: task.kind, cause, startedAtMs: clock.nowMs() });
      const { months, editions, elapsedMs } = await worker.run(task, cause).finally(runRequests.end);
      const { kind } = task;
      metrics.set('seoga_ranking_published_timestamp_seconds', clock.nowMs() / 1000, { kind });
      metrics.set('seoga_ranking_run_seconds', elapsedMs / 1000, { kind });
      const facts = { months: months.length, editions: editions.length, elapsedMs };
      if (kind === 'tally') log.info(facts, 'lists published');
      else log.debug(facts, 'lists refreshed');
    },
    onError(error) {
      if (error instanceof RankingStopped) return;
      metrics.add('seoga_ranking_errors_total');
      log.error({ err: error }, 'the ranking run failed; the last lists stay in force');
    },
  });
  return { worker, schedule };
}

/** Deletes expired records once a day. */
function createCleanUp(service: Composition, clock: Clock): () => Promise<void> {
  let cleanedDay = 0;
  return async () => {
    const today = kstDayOf(clock.nowMs());
    if (today === cleanedDay) return;
    await service.callLog.deleteBefore(today - USAGE_DAYS + 1);
    await service.identity.deleteExpired();
    await service.searchTerms.deleteQueryCountsBefore(today - QUERY_DAYS + 1);
    if (!(await service.itemOverrides.endPassed(today))) return;
    cleanedDay = today;
  };
}

/** Does work at most once in so many milliseconds, however often it is called. */
function everySo(clock: Clock, everyMs: number, work: () => Promise<unknown>): () => Promise<void> {
  let nextMs = -Infinity;
  return async () => {
    if (clock.monotonicMs() < nextMs) return;
    nextMs = clock.monotonicMs() + everyMs;
    await work();
  };
}
