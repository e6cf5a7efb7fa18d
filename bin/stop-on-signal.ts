import closeWithGrace from 'close-with-grace';
import type { FastifyBaseLogger } from 'fastify';

/** Stopping takes less, whatever callers do (bin/serve.ts); after it, the process ends anyway. */
const STOP_MAX_MS = 20_000;

/** A supervisor often signals a whole group, and a parent in it passes the signal on: both count as one. */
const SAME_SIGNAL_MS = 1_000;

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Calls `stop` at the first signal, or at an uncaught exception, and ends the process after it. Another signal more
 * than a second later ends it at once. A process that ends by itself has closed what it opened.
 */
export function stopOnSignal(log: FastifyBaseLogger, stop: () => Promise<void>): void {
  const closer = closeWithGrace({ delay: STOP_MAX_MS, logger: log, skip: [...SIGNALS, 'beforeExit'] }, stop);
  let signalledAtMs: number | null = null;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const nowMs = performance.now();
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
