import { parentPort, workerData } from 'node:worker_threads';
import { runTask } from '../src/base/run-task.ts';
import { runSearchThread, type SearchThreadData } from '../src/search/runtime/search-thread.ts';
import { withThreadEngine } from './store/open-engine.ts';

const data: SearchThreadData = workerData;
const entry = new URL('./work-thread.ts', import.meta.url);
if (parentPort !== null) {
  const port = parentPort;
  await withThreadEngine(data.dataDir, ({ catalog }) =>
    runSearchThread(data, port, catalog, (build, signal) =>
      runTask(entry, { name: 'index', data: build }, { signal, stopMs: 0 }),
    ),
  );
}
