import { formatKstDay, kstDayOf, systemClock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { loadDemo } from '../src/demo/load-demo.ts';
import { rankNow } from './rank-now.ts';
import { withStore } from './store/open-store.ts';
import type { CommandStore } from './store/store.ts';

const DEMO_EMAIL = 'demo@seoga.example';

/** Fills an empty store with the demo catalogue and its lists, with progress on standard error. */
export async function loadDemoIfEmpty(config: Config): Promise<void> {
  await withStore(config, async (store) => {
    if ((await store.catalog().countItems()) === 0) await fillWithDemo(config, store);
  });
}

async function fillWithDemo(config: Config, store: CommandStore): Promise<void> {
  console.error('The store is empty: loading the demo catalogue (SEOGA_DEMO=0 leaves it empty).');
  const startedMs = systemClock.monotonicMs();
  await loadDemo({
    store: store.feeds(),
    today: kstDayOf(systemClock.nowMs()),
    untilMs: systemClock.nowMs(),
    onProgress: (line) => console.error(`  ${line}`),
  });
  await rankNow(config, store);
  console.error(
    `Demo catalogue ready after ${((systemClock.monotonicMs() - startedMs) / 1000).toFixed(1)} s.`,
  );
}

/** A command to paste: with a new key at the first start, without one later, because keys are shown only once. */
export async function demoGreeting(config: Config, baseUrl: string): Promise<string> {
  return withStore(config, async (store) => {
    const accounts = store.accounts();
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
  });
}
