import { createServer } from 'node:net';
import closeWithGrace from 'close-with-grace';
import type { Config } from '../src/config.ts';
import { startOpsServer } from '../src/http/ops-server.ts';
import { keepPrivate } from '../src/store/files/private-files.ts';
import { takeProcessLock } from '../src/store/sqlite/process-lock.ts';
import { openTrustedClock } from './clock-watch.ts';
import { compose } from './compose.ts';
import { demoGreeting, loadDemoIfEmpty } from './first-start.ts';
import { startJobs } from './jobs.ts';

/** How long the server goes on answering after it has said that it is not ready, so that balancers turn away. */
const DRAIN_MS = 300;
/** A small catalogue is searchable from the first call on; a large one without a saved index is not waited for. */
const SEARCH_WAIT_MS = 5_000;
/** Longest wait for calls under way; after it the process ends all the same. */
const GRACE_MS = 10_000;

/** Serves API, pages, health and metrics until a signal ends the process. Resolves to 1 when it cannot start. */
export async function serve(config: Config): Promise<number> {
  const lock = takeProcessLock(config.dataDir);
  if (lock === null) {
    console.error(`Another server uses ${config.dataDir}: stop it, or set SEOGA_DATA_DIR.`);
    return 1;
  }
  for (const path of keepPrivate(config.dataDir)) {
    console.error(`${path} belongs to another user and can be read by others: make it private (chmod go=).`);
  }
  if (config.demo) await loadDemoIfEmpty(config);
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const baseUrl =
    config.baseUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  const clock = openTrustedClock(config);
  const service = await compose({ config, clock, baseUrl });
  const jobs = startJobs(config, service, clock);
  let obstacle: string | null = 'starting';
  const ops = await startOpsServer({ port: config.opsPort, metrics: service.metrics, ready: () => obstacle });

  const opsAddress = ops.address();
  const opsPort = typeof opsAddress === 'object' ? opsAddress?.port : config.opsPort;
  service.app.log.info(`health and metrics on http://127.0.0.1:${opsPort}`);

  closeWithGrace({ delay: GRACE_MS, logger: service.app.log }, async () => {
    obstacle = 'stopping';
    await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
    await jobs.stop();
    await service.close();
    ops.close();
    lock.release();
  });

  await service.search.whenReady(SEARCH_WAIT_MS);
  await service.app.listen({ host: config.host, port });
  obstacle = null;
  console.log(`listening on ${baseUrl}`);
  if (config.demo) console.log(await demoGreeting(config, baseUrl));
  // The promise stays open: the process lives until a signal comes.
  return new Promise(() => {});
}

/** A port that nothing listens on now. */
function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
