import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { suiteCleanup } from '../support/temp-dir.ts';
import { mailedLink, PASSWORD } from './accounts.ts';
import { chromiumMissing, launchChromium, openPage, visit } from './browser.ts';
import { axeViolations, completeSignUp, startSignUp } from './journey.ts';

const TERMS = 'https://shop.example/terms';
const PRIVACY = 'https://shop.example/privacy';

describe('notices of the operator in a browser', { skip: chromiumMissing }, () => {
  const t = suiteCleanup();
  let server: ServerProcess;
  let browser: Browser;

  before(async () => {
    browser = await launchChromium(t);
    server = await startServer(t, {
      environment: {
        SEOGA_TERMS_URL: TERMS,
        SEOGA_PRIVACY_URL: PRIVACY,
        SEOGA_CONTACT: 'help@shop.example',
      },
    });
  });

  for (const [language, terms, privacy, contact] of [
    ['en-GB', 'Terms of use', 'Privacy notice', 'Contact'],
    ['ko-KR', '이용약관', '개인정보 처리방침', '문의'],
  ] as const) {
    test(`${language}: terms, privacy notice and contact stand in the footer and in the FAQ`, async () => {
      const { page, context, offences } = await openPage(browser, { address: server.address, language });
      await visit(page, '/docs/faq');
      for (const place of [page.getByRole('contentinfo'), page.getByRole('main')]) {
        for (const [name, address] of [
          [terms, TERMS],
          [privacy, PRIVACY],
          [contact, 'mailto:help@shop.example'],
        ] as const) {
          const link = place.getByRole('link', { name, exact: true });
          await link.waitFor();
          assert.equal(await link.getAttribute('href'), address);
        }
      }
      assert.deepEqual(await axeViolations(page), []);
      assert.deepEqual(offences, []);
      await context.close();
    });
  }

  test('an account needs consent to the privacy notice, and its owner downloads its data', async () => {
    const { page, context, offences } = await openPage(browser, {
      address: server.address,
      language: 'en-GB',
    });
    await visit(page, '/portal/sign-up');
    const notice = page.getByRole('main').getByRole('link', { name: 'privacy notice' });
    assert.equal(await notice.getAttribute('href'), PRIVACY);
    await startSignUp(page, 'ann@books.example');
    await page.getByText('ann@books.example').waitFor();
    await page.goto(await mailedLink(server, 'ann@books.example', 'verify-email'));
    await page.getByLabel('Name', { exact: true }).fill('Ann');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Please agree before you create the account.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByLabel('I agree to the privacy notice.').check();
    await completeSignUp(page, 'Ann');
    await page.goto(`${server.address}/portal/account`);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download your data (JSON)' }).click();
    const file = await (await downloading).path();
    const { account } = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual([account.email, account.name], ['ann@books.example', 'Ann']);
    assert.deepEqual(offences, []);
    await context.close();
  });
});
