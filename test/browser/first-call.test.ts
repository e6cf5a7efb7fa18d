import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linkFromMail } from '../support/mails.ts';
import { suiteCleanup } from '../support/temp-dir.ts';
import { chromiumMissing, launchChromium, openPage } from './browser.ts';
import { openSweptShop } from './swept-shop.ts';

describe('a newcomer with a keyboard', { skip: chromiumMissing }, () => {
  const t = suiteCleanup();

  test('gets from sign-up to a key, and the page tells of the first call by itself', async () => {
    const shop = await openSweptShop(t);
    const { page, offences } = await openPage(await launchChromium(t), {
      address: shop.address,
      language: 'en-GB',
    });
    const fill = async (values: Readonly<Record<string, string>>) => {
      for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
      await page.keyboard.press('Enter');
    };
    await page.goto(`${shop.address}/portal/sign-up`);
    await fill({ email: 'ann@books.example' });
    await page.locator('[data-part=link-sent]').waitFor();
    await page.goto(shop.address + (await linkFromMail(shop.app, 'ann@books.example')));
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
    assert.equal(
      await page.locator('[data-part=fresh-key] code').textContent(),
      key,
      'the key stays in sight',
    );
    assert.deepEqual(offences, []);
  });

  test('the link of a demo sends what follows #, which leaves the address', async () => {
    const shop = await openSweptShop(t);
    const { page } = await openPage(await launchChromium(t), { address: shop.address, language: 'en-GB' });
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.goto(`${shop.address}/portal/sign-in/demo#a-secret`);
    assert.match((await sent).postData() ?? '', /(^|&)secret=a-secret(&|$)/);
    await page.waitForURL(`${shop.address}/portal/sign-in/demo`);
  });
});
