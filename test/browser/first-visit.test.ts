import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { suiteCleanup } from '../support/temp-dir.ts';
import { chromiumMissing, launchChromium, loadedFiles, openPage, PHONE } from './browser.ts';
import { openSweptShop, type SweptShop } from './swept-shop.ts';

/** What a first visit may fetch without pictures, and how soon it shows something on a slow line. */
const FIRST_VISIT_BYTES = 60 * 1024;
const FIRST_PAINT_MS = 1_500;

describe('a first visit', { skip: chromiumMissing }, () => {
  const t = suiteCleanup();
  let shop: SweptShop;
  let browser: Browser;
  before(async () => {
    browser = await launchChromium(t);
    shop = await openSweptShop(t);
  });

  for (const path of ['/', '/docs', '/portal/sign-up']) {
    test(`${path} fetches 60 KiB at most, and shows itself soon at 400 kbit/s`, async () => {
      const { page, context } = await openPage(browser, { address: shop.address, width: PHONE.width });
      const line = await context.newCDPSession(page);
      await line.send('Network.enable');
      const bitsPerSecond = { downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
      await line.send('Network.emulateNetworkConditions', { offline: false, latency: 100, ...bitsPerSecond });
      await page.goto(path);
      const paint = await page.evaluate<number>(
        `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
      );
      assert.ok(paint < FIRST_PAINT_MS, `${paint} ms`);
      await page.waitForLoadState('networkidle');
      const files = await loadedFiles(page);
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      assert.ok(bytes < FIRST_VISIT_BYTES, `${bytes}: ${files.map((file) => file.address).join(' ')}`);
    });
  }
});
