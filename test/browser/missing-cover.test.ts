import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../support/server-process.ts';
import { smallShop } from '../support/small-shop.ts';
import { createTestApp } from '../support/test-app.ts';
import { chromiumMissing, launchChromium, openPage, visit } from './browser.ts';

test("a cover that the shop's own server does not give is drawn instead", {
  skip: chromiumMissing,
}, async (t) => {
  const browser = await launchChromium(t);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const app = await createTestApp(t, { hasPages: true, environment: { SEOGA_BASE_URL: address } });
  await app.feed(smallShop);
  await app.rank();
  await app.app.listen({ host: '127.0.0.1', port });
  const { page, context } = await openPage(browser, { address });
  const asked: string[] = [];
  await context.route('https://img.example/**', (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await visit(page, '/');
  const drawn = 'img[src="/images/substitute/cover/1001.svg"]';
  await page.locator(drawn).first().waitFor();
  assert.ok(asked.includes('https://img.example/1001.jpg'));
  // Fails where the picture can't be shown. page.waitForFunction would need eval, which our pages don't permit.
  await page.evaluate(`document.querySelector('${drawn}').decode()`);
});
