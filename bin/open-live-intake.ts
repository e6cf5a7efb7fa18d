import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { registerLiveIntake, type TakeFeed } from '../src/http/ops-server.ts';
import type { FeedMappings } from '../src/ingest/feed-mappings.ts';
import { createLiveIntake } from '../src/jobs/live-intake.ts';
import { loadSecrets } from '../src/store/files/secrets-file.ts';
import { createSqliteOperatorTokens } from '../src/store/sqlite/accounts/operator-tokens.ts';
import { ACCOUNTS_FILE, openDatabase } from '../src/store/sqlite/database.ts';

/** What answers POST /ops/v1/feed, also on the port of the API where the operator wants that. It ends with the app. */
export function openLiveIntake(
  config: Config,
  clock: Clock,
  app: FastifyInstance,
  mappings: FeedMappings,
): TakeFeed {
  const { dataDir } = config;
  const db = openDatabase(join(dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 0 });
  app.addHook('onClose', async () => db.close());
  const pepper = config.keyPepper ?? loadSecrets(dataDir).keyPepper;
  const takeFeed = createLiveIntake({
    tokens: createSqliteOperatorTokens({ db, clock, pepper }),
    entry: new URL('./feed-thread.ts', import.meta.url),
    mappings,
    dataDir,
    currency: config.currency,
    clock,
    onProblem: (error) => app.log.error({ err: error }, 'a live feed could not be imported'),
  });
  if (config.opsPublic) registerLiveIntake(app, takeFeed);
  return takeFeed;
}
