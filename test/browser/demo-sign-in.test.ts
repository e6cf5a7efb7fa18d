import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadDemo } from '../../demo/load-demo.ts';
import { kstDayOf } from '../../src/clock.ts';
import { createSqliteFeedStore } from '../../src/store/sqlite/catalog/feed-store.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import { freePort } from '../support/server-process.ts';
import { createTestApp } from '../support/test-app.ts';
import { chromiumMissing, launchChromium, openPage } from './browser.ts';
import { axeViolations, beyondRefusals } from './journey.ts';

test("the demo's link opens the console, leaves the address, and opens nothing again", {
  skip: chromiumMissing,
}, async (t) => {
  const browser = await launchChromium(t);
  const address = `http://127.0.0.1:${await freePort()}`;
  const { app, config, clock, demoSignIn } = await createTestApp(t, {
    hasPages: true,
    environment: { SEOGA_BASE_URL: address },
  });
  const store = createSqliteFeedStore({ path: join(config.dataDir, CATALOG_FILE), clock });
  await loadDemo({ store, items: 5, months: 0, today: kstDayOf(clock.nowMs()) });
  await app.listen({ host: '127.0.0.1', port: Number(new URL(address).port) });
  const link = `/portal/sign-in/demo#${await demoSignIn.create()}`;
  const owner = await openPage(browser, { address, language: 'en-GB' });
  await owner.page.goto(link);
  await owner.page.waitForURL('**/portal/console');
  await owner.page.getByRole('banner').getByRole('link', { name: 'Console' }).waitFor();
  assert.deepEqual(owner.offences, []);

  for (const [language, title] of [
    ['en-GB', 'This link no longer works'],
    ['ko-KR', '더 이상 쓸 수 없는 링크입니다'],
  ] as const) {
    const { page, context, offences } = await openPage(browser, { address, language });
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    assert.equal(new URL(page.url()).hash, '', 'the secret is gone from the address');
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(beyondRefusals(offences), []);
    await context.close();
  }
});
