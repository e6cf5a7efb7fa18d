import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { suiteCleanup } from '../support/temp-dir.ts';
import {
  axeViolations,
  chromiumMissing,
  DESKTOP,
  launchChromium,
  misfits,
  openPage,
  PHONE,
  type WatchedPage,
} from './browser.ts';
import { SCREENS, type SweptScreen } from './screens.ts';
import { openSweptShop, type SweptShop } from './swept-shop.ts';

const LANGUAGES = ['ko-KR', 'en-GB'] as const;

describe('every screen', { skip: chromiumMissing }, () => {
  const t = suiteCleanup();
  let shop: SweptShop;
  let browser: Browser;
  const visitors = new Map<string, WatchedPage>();
  before(async () => {
    browser = await launchChromium(t);
    shop = await openSweptShop(t);
  });
  after(async () => {
    for (const { context } of visitors.values()) await context.close();
  });

  /** One browser context for each person, language, and whether scripts run. */
  async function visitorOf({ as }: SweptScreen, language: (typeof LANGUAGES)[number], javaScript: boolean) {
    const key = `${as} ${language} ${javaScript}`;
    const known =
      visitors.get(key) ?? (await openPage(browser, { address: shop.address, language, javaScript }));
    if (as !== undefined && !visitors.has(key)) await known.context.addCookies([shop.cookieOf(as)]);
    visitors.set(key, known);
    return known;
  }

  for (const screen of SCREENS) {
    const name = `${screen.path} as ${screen.as ?? 'a stranger'}`;
    const address = () => screen.path.replace(':reader', String(shop.readerId));
    for (const language of LANGUAGES) {
      test(`${language} ${name}: no rule of axe is broken in either theme, nothing is broken or wider at 360 px, the console is silent`, async () => {
        const { page, offences } = await visitorOf(screen, language, true);
        const before = offences.length;
        await page.setViewportSize(DESKTOP);
        await page.goto(address());
        await page.locator(screen.shows).first().waitFor();
        assert.equal(await page.locator('h1').count(), 1);
        assert.ok((await page.locator('.dense .primary').count()) <= 1, 'one primary button');
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await axeViolations(page), [], colorScheme);
        }
        await page.setViewportSize(PHONE);
        assert.deepEqual(await misfits(page), []);
        assert.deepEqual(offences.slice(before), []);
      });
    }

    test(`${name}: shows the same without scripts`, async () => {
      const { page } = await visitorOf(screen, 'en-GB', false);
      await page.goto(address());
      assert.ok((await page.locator(screen.shows).count()) > 0);
    });
  }
});
