import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { suiteCleanup } from '../support/temp-dir.ts';
import { chromiumMissing, launchChromium, openPage, PHONE } from './browser.ts';
import { openSweptShop, type SweptShop } from './swept-shop.ts';

/** What a page may fetch before it shows itself, half a second at 400 kbit/s, and in all, without pictures. */
const FIRST_PAINT_BYTES = 25 * 1024;
const FIRST_VISIT_BYTES = 60 * 1024;

describe('a first visit', { skip: chromiumMissing }, () => {
  const t = suiteCleanup();
  let shop: SweptShop;
  let browser: Browser;
  before(async () => {
    browser = await launchChromium(t);
    shop = await openSweptShop(t);
  });

  for (const path of ['/', '/docs', '/portal/sign-up']) {
    test(`${path} shows itself after 25 KiB, and fetches 60 KiB at most`, async () => {
      const { page } = await openPage(browser, { address: shop.address, width: PHONE.width });
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const [blocking, all] = await page.evaluate<[number, number]>(`(() => {
        const [visit] = performance.getEntriesByType('navigation');
        const files = performance.getEntriesByType('resource').filter((file) => file.initiatorType !== 'img');
        const sum = (files) => files.reduce((bytes, file) => bytes + file.transferSize, visit.transferSize);
        return [sum(files.filter((file) => file.renderBlockingStatus === 'blocking')), sum(files)];
      })()`);
      assert.ok(blocking < FIRST_PAINT_BYTES, `${blocking} bytes before the page shows itself`);
      assert.ok(all < FIRST_VISIT_BYTES, `${all} bytes`);
    });
  }
});
