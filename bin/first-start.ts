import { join } from 'node:path';
import { formatKstDay, kstDayOf, systemClock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { loadDemo } from '../src/demo/load-demo.ts';
import { createSqliteCatalogStore } from '../src/store/sqlite/catalog/catalog-store.ts';
import { createSqliteFeedStore } from '../src/store/sqlite/catalog/feed-store.ts';
import { CATALOG_FILE, migrate, openDatabase } from '../src/store/sqlite/database.ts';
import { openAccounts } from './open-accounts.ts';
import { rankNow } from './rank-now.ts';

const DEMO_EMAIL = 'demo@seoga.example';

/** Fills an empty store with the demo catalogue and its lists, with progress on standard error. */
export async function loadDemoIfEmpty(config: Config): Promise<void> {
  const path = join(config.dataDir, CATALOG_FILE);
  const db = openDatabase(path, { busyTimeoutMs: 60_000 });
  migrate(db, 'catalog');
  const isEmpty = (await createSqliteCatalogStore(db).countItems()) === 0;
  db.close();
  if (!isEmpty) return;
  console.error('The store is empty: loading the demo catalogue (SEOGA_DEMO=0 leaves it empty).');
  const startedMs = systemClock.monotonicMs();
  await loadDemo({
    store: createSqliteFeedStore({ path, clock: systemClock }),
    today: kstDayOf(systemClock.nowMs()),
    untilMs: systemClock.nowMs(),
    onProgress: (line) => console.error(`  ${line}`),
  });
  await rankNow(config);
  console.error(
    `Demo catalogue ready after ${((systemClock.monotonicMs() - startedMs) / 1000).toFixed(1)} s.`,
  );
}

/** A command to paste: with a new key at the first start, without one later, because keys are shown only once. */
export async function demoGreeting(config: Config, baseUrl: string): Promise<string> {
  const accounts = openAccounts(config);
  try {
    const known = await accounts.findAccountByEmail(DEMO_EMAIL);
    const account =
      known ??
      (await accounts.createAccount({ email: DEMO_EMAIL, name: 'Demo', tier: 'free', role: 'developer' }));
    const key = account === null ? null : await accounts.issueKey(account.accountId);
    const month = formatKstDay(kstDayOf(systemClock.nowMs()) - 1);
    const curl = (shownKey: string) =>
      `curl -s -H "X-Api-Key: ${shownKey}" '${baseUrl}/v1/category/bestsellerMonthly?categoryId=001&date=${month}&pageSize=3'`;
    if (key !== null) return `Try it (the key is shown this once):\n  ${curl(key)}`;
    return (
      `Try it:\n  ${curl('$SEOGA_API_KEY')}\n` +
      `The demo key was shown at the first start. For another one: npm run -s seoga -- key revoke --account ${DEMO_EMAIL}, then key issue.`
    );
  } finally {
    accounts.close();
  }
}
