import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailedLink, makeAccount, PASSWORD } from './accounts.ts';
import { visit } from './browser.ts';
import { axeViolations } from './journey.ts';
import type { Shop } from './shop-suite.ts';

/** Name and address of an account. */
export function nameAndAddressTests(shop: Shop): void {
  test('the owner changes both; the address only once its link is confirmed', async () => {
    const [old, email] = ['old@books.example', 'new@books.example'];
    const account = await makeAccount(shop.server, { email: old, name: 'Olga' });
    const { page, offences } = await shop.open({ language: 'ko-KR' }, account);
    await visit(page, '/portal/account');
    await page.getByLabel('새 이름').fill('올가');
    await page.getByRole('button', { name: '이름 저장' }).click();
    await page.getByText('이름을 저장했습니다.').waitFor();
    await page.locator('dd').getByText('올가').waitFor();
    await page.getByLabel('새 이메일 주소').fill(email);
    await page.getByLabel('현재 비밀번호', { exact: true }).fill('a guess of a stranger');
    await page.getByRole('button', { name: '확인 메일 보내기' }).click();
    await page.getByText('계정의 비밀번호가 아닙니다.').waitFor();
    await page.getByLabel('현재 비밀번호', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '확인 메일 보내기' }).click();
    await page.getByText(email).first().waitFor();
    assert.deepEqual(await axeViolations(page), [], 'account');
    assert.equal(await page.locator('dd').getByText(old).count(), 1, 'nothing has changed yet');

    const link = await mailedLink(shop.server, email, 'confirm-address');
    await page.goto(link);
    await page.getByRole('button', { name: '주소 바꾸기' }).waitFor();
    assert.deepEqual(await axeViolations(page), [], 'confirmation');
    await page.getByRole('button', { name: '주소 바꾸기' }).click();
    await page.getByText('이메일 주소를 바꿨습니다.').waitFor();
    await page.locator('dd').getByText(email).waitFor();
    assert.deepEqual(
      offences.filter((offence) => !offence.includes('status of 403')),
      [],
      'nothing but the refused password',
    );
    await page.goto(link);
    await page.getByText('쓸 수 없는 링크입니다').waitFor();
  });
}
