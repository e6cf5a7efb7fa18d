import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailedLink, makeAccount, PASSWORD } from './accounts.ts';
import { visit } from './browser.ts';
import { axeViolations } from './journey.ts';
import type { Shop } from './shop-suite.ts';

const WORDS = {
  'en-GB': {
    newName: 'New name',
    saveName: 'Save the name',
    named: 'Your name was saved.',
    newAddress: 'New email address',
    password: 'Your password',
    wrong: 'This isn’t your account’s password.',
    sendLink: 'Send the link',
    confirm: 'Change the address',
    changed: 'Your address was changed.',
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

/** Name and address of an account. */
export function nameAndAddressTests(shop: Shop): void {
  for (const language of ['en-GB', 'ko-KR'] as const)
    test(`the owner changes both; the address only once its link is confirmed (${language})`, async () => {
      const words = WORDS[language];
      const [old, email] = [`old-${language}@books.example`, `new-${language}@books.example`].map((one) =>
        one.toLowerCase(),
      );
      assert.ok(old !== undefined && email !== undefined);
      const account = await makeAccount(shop.server, { email: old, name: 'Olga' });
      const { page, offences } = await shop.open({ language }, account);
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

      const link = await mailedLink(shop.server, email, 'confirm-address');
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
    });
}
