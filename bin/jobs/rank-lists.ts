import type { Clock } from '../../src/clock.ts';
import { createRankingRunner, RankingStopped } from '../../src/rankings/run/ranking-run.ts';
import { createRankingSchedule } from '../../src/rankings/schedule.ts';
import { rankingSettings } from '../commands/rankings.ts';
import type { Composition } from '../compose.ts';
import type { Job } from './job.ts';

export function createListRanking(
  service: Composition,
  clock: Clock,
): Job & { readonly close: () => Promise<void> } {
  const { config, metrics } = service;
  const { runRequests, rankingAdmin, engine } = service.store;
  const { log } = service.app;
  const runner = createRankingRunner({
    entry: new URL('../work-thread.ts', import.meta.url),
    dataDir: config.dataDir,
    fence: engine.jobs.fence,
    clock,
    settings: rankingSettings(config),
    onProgress({ done, total }) {
      metrics.set('seoga_ranking_progress_ratio', done / total);
      runRequests
        .progress(done, total)
        .catch((error: unknown) => log.error({ err: error }, 'the progress of a run was not recorded'));
    },
  });
  const schedule = createRankingSchedule({
    clock,
    readProgress: rankingAdmin.progress,
    takeRequested: runRequests.takeRequested,
    async run(task, cause) {
      await runRequests.begin({ kind: task.kind, cause, startedAtMs: clock.nowMs() });
      const { months, editions, elapsedMs } = await runner.run(task, cause).finally(runRequests.end);
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
  let isFirst = true;
  return {
    name: 'rank-lists',
    every: 1_000,
    async run() {
      // At the start, a run that is recorded as running belongs to an earlier process, which has died.
      if (isFirst) {
        isFirst = false;
        await runRequests.end();
      }
      await schedule.tick();
    },
    close: runner.close,
  };
}
