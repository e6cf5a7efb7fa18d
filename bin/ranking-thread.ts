import { workerData } from 'node:worker_threads';
import { runRankingThread } from '../src/jobs/ranking-thread.ts';
import type { RankingThreadData } from '../src/jobs/ranking-worker.ts';
import { createSqliteRankingWorkshop } from '../src/store/sqlite/ranking-workshop.ts';

/** The entry of the thread that startRankingWorker starts. */
const data: RankingThreadData = workerData;
await runRankingThread(data, createSqliteRankingWorkshop(data.dataDir));
