import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { chromiumMissing, launchChromium, openPage, visit } from './browser.ts';
import { axeViolations, mailedLink, openShop, PASSWORD, signUp } from './journey.ts';

const WORDS = {
  'en-GB': {
    newName: 'New name',
    saveName: 'Save the name',
    named: 'The name is saved.',
    newAddress: 'New e-mail address',
    password: 'Your password',
    wrong: 'This is not the password of your account.',
    sendLink: 'Send the link',
    confirm: 'Change the address',
    changed: 'Your address is changed.',
    invalid: 'This link doesn’t work',
  },
  'ko-KR': {
    newName: '새 이름',
    saveName: '이름 저장',
    named: '이름을 저장했습니다.',
    newAddress: '새 이메일 주소',
    password: '현재 비밀번호',
    wrong: '계정의 비밀번호가 아닙니다.',
    sendLink: '확인 메일 보내기',
    confirm: '주소 바꾸기',
    changed: '이메일 주소를 바꿨습니다.',
    invalid: '쓸 수 없는 링크입니다',
  },
} as const;

describe('name and address of an account in a browser', { skip: chromiumMissing }, () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  let server: ServerProcess;
  let browser: Browser;
  before(async () => {
    server = await startServer({ after: (fn) => cleanups.push(fn) });
    await openShop(server);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    for (const clean of cleanups.reverse()) await clean();
  });

  for (const language of ['en-GB', 'ko-KR'] as const)
    test(`the owner changes both; the address only once its link is confirmed (${language})`, async () => {
      const words = WORDS[language];
      const { address } = server;
      const [old, email] = [`old-${language}@books.example`, `new-${language}@books.example`].map((one) =>
        one.toLowerCase(),
      );
      assert.ok(old !== undefined && email !== undefined);
      const first = await openPage(browser, { address, language: 'en-GB' });
      await signUp(first.page, server, { email: old, name: 'Olga' });
      const cookies = await first.context.cookies();
      await first.context.close();

      const { page, context, offences } = await openPage(browser, { address, language });
      await context.addCookies(cookies.filter(({ name }) => name.includes('session')));
      await visit(page, '/portal/account');
      await page.getByLabel(words.newName).fill('올가');
      await page.getByRole('button', { name: words.saveName }).click();
      await page.getByText(words.named).waitFor();
      await page.locator('dd').getByText('올가').waitFor();
      await page.getByLabel(words.newAddress).fill(email);
      await page.getByLabel(words.password, { exact: true }).fill('a guess of a stranger');
      await page.getByRole('button', { name: words.sendLink }).click();
      await page.getByText(words.wrong).waitFor();
      await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: words.sendLink }).click();
      await page.getByText(email).first().waitFor();
      assert.deepEqual(await axeViolations(page), [], 'account');
      assert.equal(await page.locator('dd').getByText(old).count(), 1, 'nothing has changed yet');

      const link = await mailedLink(server, email, 'confirm-address');
      await page.goto(link);
      await page.getByRole('button', { name: words.confirm }).waitFor();
      assert.deepEqual(await axeViolations(page), [], 'confirmation');
      await page.getByRole('button', { name: words.confirm }).click();
      await page.getByText(words.changed).waitFor();
      await page.locator('dd').getByText(email).waitFor();
      assert.deepEqual(
        offences.filter((offence) => !offence.includes('status of 403')),
        [],
        'nothing but the refused password',
      );
      await page.goto(link);
      await page.getByText(words.invalid).waitFor();
      await context.close();
    });
});
