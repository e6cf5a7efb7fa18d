import closeWithGrace from 'close-with-grace';
import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from '../src/clock.ts';
import { type Config, configWarnings } from '../src/config/config.ts';
import { healthReport } from '../src/http/metrics.ts';
import { startOpsServer } from '../src/http/ops-server.ts';
import { keepPrivate } from '../src/store/private-files.ts';
import { takeProcessLock } from '../src/store/sqlite/database.ts';
import { compose } from './compose.ts';
import { demoGreeting, greetOperator, loadDemoIfEmpty } from './first-start.ts';
import { startJobs } from './jobs/run-jobs.ts';
import { freePort, listenError, urlHost } from './listen.ts';
import { openTrustedClock } from './trusted-clock.ts';

/** After /health/ready reports the end, requests are served for this long, until load balancers stop sending them. */
const NOT_READY_MS = 300;
const DRAIN_TIMES = { askMs: 500, graceMs: 10_000 };
const SEARCH_WAIT_MS = 5_000;

/** Serves API, pages, health and metrics. Resolves to 1 if it can't start. */
export async function serve(config: Config): Promise<number> {
  // The service goes on when the reader of its log has closed the pipe.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  for (const warning of configWarnings(config)) console.error(warning);
  const lock = takeProcessLock(config.dataDir);
  if (lock === null) {
    console.error(`Another server uses ${config.dataDir}: stop it, or set SEOGA_DATA_DIR.`);
    return 1;
  }
  const { host, opsHost } = config;
  const setting = `HOST is ${host} and PORT is ${config.port}`;
  const port = await freePort(setting, host, config.port);
  const opsSetting = `SEOGA_OPS_HOST is ${opsHost} and SEOGA_OPS_PORT is ${config.opsPort}`;
  await freePort(opsSetting, opsHost, config.opsPort);
  for (const path of keepPrivate(config.dataDir)) {
    console.error(`${path} belongs to another user and can be read by others: make it private (chmod go=).`);
  }
  if (config.demo) await loadDemoIfEmpty(config);
  const baseUrl = config.baseUrl ?? `http://${urlHost(host)}:${port}`;
  const clock = openTrustedClock(config.dataDir);
  const service = await compose({ config, clock, baseUrl });
  const jobs = startJobs(service, clock);
  let obstacle: string | null = 'starting';
  const ops = await startOpsServer({
    host: opsHost,
    port: config.opsPort,
    dataDir: config.dataDir,
    metrics: service.metrics,
    ready: async () => healthReport(await jobs.checkHealth(), obstacle),
    takeFeed: service.takeFeed,
    onError: (error) => service.app.log.error({ err: error }, 'a request on the port for operators failed'),
  });
  const opsAddress = ops.address();
  const opsPort = typeof opsAddress === 'object' ? opsAddress?.port : config.opsPort;
  const tellOps = () => service.app.log.info(`health and metrics on http://${urlHost(opsHost)}:${opsPort}`);
  if (!config.demo) tellOps();

  const stop = async () => {
    await Promise.all([service.app.connections.drain(DRAIN_TIMES), jobs.stop()]);
    await service.close();
    ops.close();
    ops.closeAllConnections();
    lock.close();
  };
  stopOnSignal(service.app.log, async () => {
    obstacle = 'stopping';
    await new Promise((resolve) => setTimeout(resolve, NOT_READY_MS));
    await stop();
  });

  await service.store.search.whenReady(SEARCH_WAIT_MS);
  const greeting = config.demo
    ? await demoGreeting(service.site, config.dataDir, process.stdout.isTTY)
    : null;
  // Added before `app.listen` adds its own listener, so that the greeting precedes the log.
  service.app.server.once('listening', () => {
    obstacle = null;
    if (greeting !== null) console.error(greeting.what);
    console.log(`listening on ${baseUrl}`);
    if (greeting !== null) console.log(greeting.curl);
  });
  try {
    await service.app.listen({ host, port, listenTextResolver: () => `listening at ${host}, port ${port}` });
  } catch (error) {
    await stop();
    throw error instanceof Error ? listenError(setting, error) : error;
  }
  if (config.demo) {
    tellOps();
    await greetOperator(baseUrl, service.site.demoSignIn);
  }
  return new Promise(() => {});
}

/** More than a stop takes, because DRAIN_TIMES limits the wait for connections. */
const STOP_MAX_MS = 20_000;

/** Signals within this time count as one: a supervisor often signals a process group, in which a parent repeats the signal. */
const SAME_SIGNAL_MS = 1_000;

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Calls `stop` at the first signal or uncaught exception, then ends the process. A later signal ends the process at once. Skips
 * `beforeExit`, at which everything is already closed.
 */
function stopOnSignal(log: FastifyBaseLogger, stop: () => Promise<void>): void {
  const closer = closeWithGrace({ delay: STOP_MAX_MS, logger: log, skip: [...SIGNALS, 'beforeExit'] }, stop);
  let signalledAtMs: number | null = null;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const nowMs = systemClock.monotonicMs();
      if (signalledAtMs === null) {
        signalledAtMs = nowMs;
        closer.close();
      } else if (nowMs - signalledAtMs > SAME_SIGNAL_MS) {
        log.error(`second ${signal}: ending without waiting for calls under way`);
        process.exit(1);
      }
    });
  }
}
