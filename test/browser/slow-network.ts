import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import type { Shop } from './shop-suite.ts';

/** A poor mobile connection: 400 kbit/s, and 400 ms until an answer begins. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const WHITE_MAX_MS = 2_000;
/** Other programs on the machine slow a page down as well: the quickest of some attempts is the network's share. */
const ATTEMPTS = 8;

const PAGES = ['/', '/docs', '/docs/endpoints/itemList', '/portal/sign-in', '/portal/usage', '/portal/key'];

/** Pages on a slow connection. */
export function slowNetworkTests(shop: Shop): void {
  for (const path of PAGES) {
    test(`${path} is white for 2 s at most at 400 kbit/s and 400 ms`, async (t) => {
      const times: number[] = [];
      while (times.length < ATTEMPTS && !times.some((ms) => ms <= WHITE_MAX_MS)) {
        const { page, context } = await shop.open({ language: 'ko-KR' });
        const session = await context.newCDPSession(page);
        await session.send('Network.enable');
        await session.send('Network.emulateNetworkConditions', SLOW);
        await page.goto(path, { waitUntil: 'commit' });
        times.push(await eventually(() => firstPaintMs(page)));
      }
      t.diagnostic(`${path}: first paint after ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`);
      assert.ok(Math.min(...times) <= WHITE_MAX_MS, String(times));
    });
  }

  for (const language of ['ko-KR', 'en-GB'] as const) {
    test(`${language}: the header stands on every page before any script has come`, async () => {
      const { page, context } = await shop.open({ language });
      // Somebody who has chosen the other language before.
      await context.addInitScript(
        `localStorage.setItem('seoga-language', '${language === 'ko-KR' ? 'en' : 'ko'}')`,
      );
      await page.route('**/assets/web/*.js', () => {});
      for (const path of PAGES) {
        await page.goto(path, { waitUntil: 'commit' });
        await page.locator('.brand').waitFor({ state: 'visible' });
        await eventually(() => firstPaintMs(page));
      }
    });
  }
}

/** Milliseconds after the request for the page; null while it is white. */
async function firstPaintMs(page: Page): Promise<number | null> {
  return page.evaluate<number | null>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null`,
  );
}
