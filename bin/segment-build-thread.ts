import { parentPort, workerData } from 'node:worker_threads';
import { runSegmentBuild } from '../src/search/runtime/segment-build.ts';
import { openSqliteChangeFeed } from '../src/store/sqlite/search/change-feed.ts';
import { workBehindAnswers, workInBackground } from './background.ts';

/** The entry of the threads in which the search builds its segments. Until there is a first one, no search is answered. */
if (workerData?.basePosition === 0) workBehindAnswers();
else workInBackground();
if (parentPort !== null) runSegmentBuild(workerData, parentPort, openSqliteChangeFeed);
