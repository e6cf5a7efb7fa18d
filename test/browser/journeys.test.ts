import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
import { feedLines } from '../feeds/feed-senders.ts';
import { linkFromMail } from '../support/mails.ts';
import { book, smallShop } from '../support/small-shop.ts';
import { suiteCleanup } from '../support/temp-dir.ts';
import { axeViolations, chromiumMissing, launchChromium, misfits, openPage, PHONE } from './browser.ts';
import { openSweptShop, type SweptShop } from './swept-shop.ts';

/** What a page may fetch before it shows itself, half a second at 400 kbit/s, and in all, without pictures. */
const FIRST_PAINT_BYTES = 25 * 1024;
const FIRST_VISIT_BYTES = 60 * 1024;

describe('journeys', { skip: chromiumMissing }, () => {
  const t = suiteCleanup();
  let shop: SweptShop;
  let browser: Browser;
  before(async () => {
    browser = await launchChromium(t);
    shop = await openSweptShop(t);
  });

  /** Somebody with a keyboard. */
  async function visitor(as: Parameters<SweptShop['cookieOf']>[0] | null = null) {
    const opened = await openPage(browser, { address: shop.address, language: 'en-GB' });
    if (as !== null) await opened.context.addCookies([shop.cookieOf(as)]);
    const { page } = opened;
    return {
      ...opened,
      /** Fills in fields and sends their form. */
      async fill(values: Readonly<Record<string, string>>) {
        for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
        await page.keyboard.press('Enter');
      },
      /** Types what a form asks for before it goes on. */
      async confirm(form: string) {
        const field = page.locator(`[data-form=${form}] [name=confirmation]`);
        await field.fill((await field.getAttribute('pattern')) ?? (await labelled(field)));
        await field.press('Enter');
      },
    };
  }

  test('a newcomer gets from sign-up to a key, and the page tells of the first call by itself', async () => {
    const { page, fill, offences } = await visitor();
    await page.goto('/portal/sign-up');
    await fill({ email: 'ann@books.example' });
    await page.locator('[data-part=link-sent]').waitFor();
    await page.goto(await linkFromMail(shop.app, 'ann@books.example'));
    await fill({ name: 'Ann', password: 'correct horse battery' });
    await page.locator('[name=purpose]').fill('Bestsellers of the month');
    await page.locator('[name=acceptsRules]').focus();
    await page.keyboard.press('Space');
    await fill({ serviceUrl: 'localhost:3000', serviceName: 'Club' });
    const key = (await page.locator('[data-part=fresh-key] code').textContent()) ?? '';
    await page.locator('[data-part=waiting]').waitFor();
    const { status } = await fetch(`${shop.address}/v1/category/list`, { headers: { 'x-api-key': key } });
    assert.equal(status, 200);
    await page.locator('[data-part=arrived]').waitFor();
    assert.equal(await page.locator('[data-part=fresh-key] code').textContent(), key, 'it stays in sight');
    assert.deepEqual(offences, []);
  });

  test('an endpoint shows its parameters when it is chosen, and the docs what they find while somebody types', async () => {
    const { page, offences } = await visitor('reader');
    await page.goto('/portal/test');
    await page.locator('[name=endpoint]').first().selectOption('itemList');
    await page.locator('#call [name=query]').waitFor();
    await page.goto('/docs');
    await page.locator('aside input[type=search]').pressSequentially('quota');
    await page.locator('aside #found li a').first().waitFor();
    assert.deepEqual(offences, []);
  });

  test('an operator brings a feed past its brake', async () => {
    const { page, confirm, offences } = await visitor('shop');
    const lines = [
      ...Array.from({ length: 20 }, (_, at) => book(9000 + at, `책 ${at}`)),
      ...Array.from({ length: 5 }, () => ({ kind: 'item', itemId: 0 })),
    ];
    await page.goto('/portal/console/feeds');
    const feed = { name: 'odd.jsonl', mimeType: 'text/plain', buffer: feedLines(lines) };
    await page.locator('[data-form=check] input[type=file]').setInputFiles(feed);
    await page.locator('[data-form=check] .primary').press('Enter');
    await confirm('import');
    await page.locator('[data-form=undo]').waitFor();
    const [entry] = await shop.app.importLog.list(1);
    assert.deepEqual([entry?.name, entry?.outcome, entry?.problemCount], ['odd.jsonl', 'imported', 5]);
    // A page that asks back is a 409.
    const others = offences.filter((one) => !one.includes('409'));
    assert.deepEqual(others, []);
  });

  for (const javaScript of [true, false])
    test(`33 columns are mapped with a keyboard in 1,200 px, ${javaScript ? 'with' : 'without'} scripts`, async () => {
      const { page, context, offences } = await openPage(browser, {
        address: shop.address,
        language: 'en-GB',
        javaScript,
      });
      await context.addCookies([shop.cookieOf('shop')]);
      await page.goto('/portal/console/feeds');
      const names = Array.from({ length: 30 }, (_, at) => `Column ${at}`);
      const cells = names.map((name) => `${name} of a book`);
      const rows = [
        ['Handle', 'Naming', ...names, 'Variant Price'],
        ['a-1', 'Lamp', ...cells, '9000'],
      ];
      const buffer = Buffer.from(rows.map((row) => `${row.join(',')}\n`).join(''));
      const file = { name: 'shop.csv', mimeType: 'text/csv', buffer };
      await page.locator('[type=file]').setInputFiles(file);
      await page.locator('[data-form=check] .primary').press('Enter');
      await page.locator('#form-map').waitFor();
      const heightOf = () => page.evaluate<number>('document.documentElement.scrollHeight');
      if (javaScript) {
        assert.ok((await heightOf()) <= 1200, `${await heightOf()} px`);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await axeViolations(page), [], colorScheme);
        }
        await page.setViewportSize(PHONE);
        assert.deepEqual(await misfits(page), []);
      }
      const column = page.getByLabel('Naming Lamp');
      await column.focus();
      await page.keyboard.type('Title');
      if (!javaScript) await page.locator('#form-map [type=file]').setInputFiles(file);
      await page.locator('#form-map .buttons .button').last().press('Enter');
      await page.locator('li', { has: column }).locator('details').waitFor();
      assert.equal(await column.inputValue(), 'title');
      assert.deepEqual(offences, []);
      await context.close();
    });

  test('the link of a demo sends what follows #, which leaves the address', async () => {
    const { page } = await visitor();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.goto('/portal/sign-in/demo#a-secret');
    assert.match((await sent).postData() ?? '', /(^|&)secret=a-secret(&|$)/);
    await page.waitForURL(`${shop.address}/portal/sign-in/demo`);
  });

  for (const path of ['/', '/docs', '/docs/endpoints/bestsellerMonthly', '/portal/sign-up']) {
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

  // Last: its covers are on another server.
  test('a cover that its own server does not give is drawn instead', async () => {
    await shop.app.feed(smallShop);
    const { page, context } = await openPage(browser, { address: shop.address });
    await context.route('https://img.example/**', (route) => route.abort());
    for (const path of ['/goods/1001', '/search?query=1001']) {
      await page.goto(path);
      const drawn = 'img[src$="/images/substitute/cover/1001.svg"]';
      await page.locator(drawn).first().waitFor();
      // Fails where the picture can't be shown.
      await page.evaluate(`document.querySelector('${drawn}').decode()`);
    }
  });
});

/** What a label asks for: the text is in its code or bold part. */
async function labelled(field: Locator): Promise<string> {
  return (await field.locator('xpath=preceding-sibling::label//*').first().textContent()) ?? '';
}
