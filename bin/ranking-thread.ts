import { workerData } from 'node:worker_threads';
import { serveRankingRuns } from '../src/jobs/ranking-thread.ts';
import type { RankingThreadData } from '../src/jobs/ranking-worker.ts';
import { createSqliteRankingWorkshop } from '../src/store/sqlite/rankings/ranking-workshop.ts';
import { workInBackground } from './background.ts';

/** The entry of the thread that createRankingWorker starts. */
workInBackground();
const data: RankingThreadData = workerData;
serveRankingRuns(data, createSqliteRankingWorkshop(data.dataDir));
