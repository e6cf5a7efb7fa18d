import { workerData } from 'node:worker_threads';
import { serveRankingRuns } from '../src/jobs/ranking-thread.ts';
import type { RankingThreadData } from '../src/jobs/ranking-worker.ts';
import { workBehindAnswers } from './background.ts';
import { threadRankings } from './store/thread-store.ts';

/** The entry point of the thread that createRankingWorker starts. */
workBehindAnswers();
const data: RankingThreadData = workerData;
serveRankingRuns(data, threadRankings(data.dataDir));
