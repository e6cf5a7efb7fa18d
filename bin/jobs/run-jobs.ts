import { type Clock, kstDayOf } from '../../src/clock.ts';
import { readBackupTime } from '../../src/store/sqlite/backup.ts';
import type { Composition } from '../compose.ts';
import { createClockWatch, type TrustedClock } from '../trusted-clock.ts';
import { createHealthCheck } from './check-health.ts';
import { createImportCount } from './count-imports.ts';
import { createExpiry, createOrderRetention } from './delete-expired.ts';
import type { Job } from './job.ts';
import { createOperatorMailer } from './mail-operators.ts';
import { createListRanking } from './rank-lists.ts';

const TICK_MS = 1_000;

export function startJobs(service: Composition, clock: TrustedClock) {
  const { metrics, store, site } = service;
  const { backupHours, dataDir, orderRetentionMonths } = service.config;
  const { log } = service.app;
  const clockWatch = createClockWatch(dataDir, clock, (message) => log.warn(message));
  const health = createHealthCheck(service, clock);
  const rankings = createListRanking(service, clock);
  const jobs: readonly Job[] = [
    clockWatch,
    health,
    rankings,
    createExpiry(service, clock),
    createOrderRetention({ ...store, orderRetentionMonths, log }, clock),
    createImportCount(store.importLog, metrics),
    createOperatorMailer({
      ...site,
      clock,
      backupMaxAgeMs: backupHours === null ? null : backupHours * 3_600_000,
      backupAtMs: () => readBackupTime(dataDir),
    }),
  ];
  const startDue = jobs.map((job) =>
    createStarter(job, clock, (error) => log.error({ err: error, job: job.name }, 'a job failed')),
  );
  let running: readonly Promise<void>[] = [];
  const tick = () => {
    const runsAll = store.engine.jobs.fence() !== null;
    running = startDue.map((start, at) => start(runsAll || jobs[at]?.onEachServer === true));
  };
  tick();
  const timer = setInterval(tick, TICK_MS);
  return {
    checkHealth: health.run,
    async stop(): Promise<void> {
      clearInterval(timer);
      clockWatch.close();
      await rankings.close();
      await Promise.all(running);
    },
  };
}

/** Returns a function that starts the job if it is due and allowed, and resolves when the job is idle. Never rejects. */
function createStarter({ every, run }: Job, clock: Clock, onError: (error: unknown) => void) {
  let running: Promise<void> | null = null;
  let nextMs = -Infinity;
  let doneDay = 0;
  const runOnce = async () => {
    const day = kstDayOf(clock.nowMs());
    try {
      if ((await run()) !== false) doneDay = day;
    } catch (error) {
      onError(error);
    }
  };
  return (isAllowed: boolean): Promise<void> => {
    const nowMs = clock.monotonicMs();
    const isDue = every === 'day' ? kstDayOf(clock.nowMs()) !== doneDay : nowMs >= nextMs;
    if (running === null && isAllowed && isDue) {
      if (every !== 'day') nextMs = nowMs + every;
      running = runOnce().finally(() => {
        running = null;
      });
    }
    return running ?? Promise.resolve();
  };
}
