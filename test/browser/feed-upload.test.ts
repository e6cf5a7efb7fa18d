import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feedLines } from '../feeds/feed-senders.ts';
import { book } from '../support/small-shop.ts';
import { chromiumMissing, launchChromium, openPage } from './browser.ts';
import { openSweptShop } from './swept-shop.ts';

const LINES = [
  ...Array.from({ length: 20 }, (_, at) => book(9000 + at, `책 ${at}`)),
  ...Array.from({ length: 5 }, () => ({ kind: 'item', itemId: 0 })),
];

describe('a feed in a browser', { skip: chromiumMissing }, () => {
  test('the page keeps the file from the check to the import, and asks for the number of the brake', async (t) => {
    const shop = await openSweptShop(t);
    const browser = await launchChromium(t);
    const { page, context, offences } = await openPage(browser, { address: shop.address, language: 'en-GB' });
    await context.addCookies([await shop.cookieOf('shop')]);
    await page.goto(`${shop.address}/portal/console/feeds`);
    const feed = { name: 'odd.jsonl', mimeType: 'text/plain', buffer: feedLines(LINES) };
    await page.locator('[data-form=check] input[type=file]').setInputFiles(feed);
    await page.locator('[data-form=check] .buttons button').click();
    const confirmation = page.locator('[data-form=import] [name=confirmation]');
    await confirmation.fill('5');
    assert.equal(await page.locator('[data-part=brakes]').count(), 1);
    await page.locator('[data-form=import] .buttons button').click();
    await page.locator('[data-form=undo]').waitFor();
    assert.match(page.url(), /\/portal\/console\/feeds\/imports\/\d+/);
    const [entry] = await shop.app.importLog.list(1);
    assert.deepEqual([entry?.name, entry?.outcome, entry?.problemCount], ['odd.jsonl', 'imported', 5]);
    assert.deepEqual(offences, []);
    await context.close();
  });
});
