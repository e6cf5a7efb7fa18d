import type { FastifyInstance } from 'fastify';
import type { Clock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { registerLiveIntake, type TakeFeed } from '../src/http/ops-server.ts';
import { createLiveIntake } from '../src/jobs/live-intake.ts';
import type { Store } from './store/store.ts';

/** Serves POST /ops/v1/feed, on the API port as well if the operator wants that. */
export function openLiveIntake(config: Config, clock: Clock, app: FastifyInstance, store: Store): TakeFeed {
  const { tokens, feedMappings: mappings } = store.catalog;
  const takeFeed = createLiveIntake({
    tokens,
    entry: new URL('./feed-thread.ts', import.meta.url),
    mappings,
    auditTrail: store.accounts.auditTrail,
    dataDir: store.folder,
    currency: config.currency,
    clock,
    onProblem: (error) => app.log.error({ err: error }, 'a live feed could not be imported'),
  });
  if (config.opsPublic) registerLiveIntake(app, takeFeed);
  return takeFeed;
}
