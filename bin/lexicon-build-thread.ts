import { parentPort, workerData } from 'node:worker_threads';
import { runLexiconBuild } from '../src/search/runtime/lexicon-build.ts';
import { openSqliteChangeFeed } from '../src/store/sqlite/search/change-feed.ts';
import { workInBackground } from './background.ts';

/** The entry of the threads in which the words of a large catalogue are gathered for correction and suggestions. */
workInBackground();
if (parentPort !== null) runLexiconBuild(workerData, parentPort, openSqliteChangeFeed);
