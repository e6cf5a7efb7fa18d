import { parentPort, workerData } from 'node:worker_threads';
import { runBuild } from '../src/search/runtime/index-builds.ts';
import { openSqliteChangeFeed } from '../src/store/sqlite/search/change-feed.ts';
import { workBehindAnswers, workInBackground } from './background.ts';

/** The entry point of the threads that build the search index. Until there is a first segment, no search works. */
if (workerData?.basePosition === 0) workBehindAnswers();
else workInBackground();
if (parentPort !== null) runBuild(workerData, parentPort, openSqliteChangeFeed);
