import { test } from 'node:test';
import { smallShop } from '../support/small-shop.ts';
import { chromiumMissing, launchChromium, openPage } from './browser.ts';
import { openSweptShop } from './swept-shop.ts';

test('a cover that its own server does not give is drawn instead', { skip: chromiumMissing }, async (t) => {
  const browser = await launchChromium(t);
  const { app, address } = await openSweptShop(t);
  await app.feed(smallShop);
  const { page, context } = await openPage(browser, { address });
  await context.route('https://img.example/**', (route) => route.abort());
  for (const path of ['/goods/1001', '/search?query=1001']) {
    await page.goto(path);
    const drawn = 'img[src$="/images/substitute/cover/1001.svg"]';
    await page.locator(drawn).first().waitFor();
    // Fails where the picture can't be shown.
    await page.evaluate(`document.querySelector('${drawn}').decode()`);
  }
});
