import { parentPort, workerData } from 'node:worker_threads';
import { runBuild } from '../src/search/runtime/index-builds.ts';
import { openSqliteChangeFeed } from '../src/store/sqlite/search/change-feed.ts';
import { workBehindAnswers, workInBackground } from './background.ts';

/** The entry of the threads in which the search builds its index. Until there is a first segment, no search is answered. */
if (workerData?.basePosition === 0) workBehindAnswers();
else workInBackground();
if (parentPort !== null) runBuild(workerData, parentPort, openSqliteChangeFeed);
