/** The service of bench/rankings.ts on the filled data folder, with a full ranking run on request. */
import { join } from 'node:path';
import { compose } from '../../bin/compose.ts';
import { rankingSettings } from '../../bin/rank-now.ts';
import { systemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config.ts';
import { createRankingRunner } from '../../src/jobs/ranking-task.ts';
import { CATALOG_FILE, openDatabase, transaction } from '../../src/store/sqlite/database.ts';
import { lastDay, REFRESH_MS } from './shop.ts';

const dataDir = process.argv[2] ?? '';
const startedMs = systemClock.monotonicMs();
const clock = {
  nowMs: () => REFRESH_MS + Math.floor(systemClock.monotonicMs() - startedMs),
  monotonicMs: systemClock.monotonicMs,
};
const config = readConfig({
  SEOGA_DATA_DIR: dataDir,
  SEOGA_BASE_URL: 'http://127.0.0.1:8080',
  SEOGA_LOG_LEVEL: 'warn',
  SEOGA_BURST: '1000000',
  SEOGA_BURST_PER_SECOND: '1000000',
  SEOGA_DAILY_QUOTA: '1000000000',
});
const service = await compose({ config, clock, baseUrl: 'http://127.0.0.1:8080' });
// A new index takes the other core for half a minute.
await service.search.whenReady(120_000);
const account = await service.accounts.createAccount({
  email: 'b@books.example',
  name: 'B',
  tier: 'free',
  role: 'developer',
});
const key = await service.accounts.issueKey(account?.accountId ?? 0);
await service.app.listen({ host: '127.0.0.1', port: 0 });
const address = service.app.server.address();
process.on('message', async () => process.send?.({ elapsedMs: await runAll() }));
// A benchmark that fails must not leave a server behind.
process.on('disconnect', () => process.exit());
process.send?.({ port: typeof address === 'object' ? address?.port : 0, key });

/** Counts every month again, as after an import that touched them all. */
async function runAll(): Promise<number> {
  const db = openDatabase(join(dataDir, CATALOG_FILE), { busyTimeoutMs: 10_000 });
  transaction(db, () =>
    db.exec(`UPDATE ledger_state SET revision = revision + 1;
      UPDATE sale_month SET revision = (SELECT revision FROM ledger_state)`),
  );
  db.close();
  const worker = createRankingRunner({
    entry: new URL('../../bin/work-thread.ts', import.meta.url),
    dataDir,
    clock,
    settings: rankingSettings(config),
  });
  const { elapsedMs } = await worker.run({ kind: 'tally', untilDay: lastDay });
  await worker.close();
  return elapsedMs;
}
