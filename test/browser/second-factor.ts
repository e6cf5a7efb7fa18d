import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { codeOf } from '../support/authenticator.ts';
import { makeAccount, PASSWORD } from './accounts.ts';
import { visit } from './browser.ts';
import { axeViolations, signIn } from './journey.ts';
import type { Shop } from './shop-suite.ts';

/** One-time codes at sign-in. */
export function secondFactorTests(shop: Shop): void {
  test('two-factor sign-in is set up, asked for, and other browsers are listed and signed out', async () => {
    const account = await makeAccount(shop.server, { email: 'tess@books.example', name: 'Tess' });
    const { page } = await shop.open({}, account);
    await visit(page, '/portal/account');
    await page.getByLabel('Confirm your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByLabel('Code', { exact: true }).and(page.locator(':focus')).waitFor();
    const secret = await page.locator('code').first().innerText();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, systemClock.nowMs()));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const recovery = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await page.locator(':focus').and(page.locator('div')).filter({ has: recovery }).waitFor();
    const codes = await recovery.allInnerTexts();
    assert.equal(codes.length, 10);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as text' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'recovery-codes.txt');
    assert.equal(await readFile(await download.path(), 'utf8'), `${codes.join('\n')}\n`);
    await page.getByRole('button', { name: 'I’ve saved them' }).click();
    await page.locator(':focus').getByText('10 recovery codes are left').waitFor();

    const other = await shop.open();
    await visit(other.page, '/portal/sign-in');
    await signIn(other.page, 'tess@books.example');
    await other.page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    assert.deepEqual(await axeViolations(other.page), []);
    await other.page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.waitForURL('**/portal/key');

    await page.reload();
    await page.getByText('This browser').waitFor();
    await page.getByRole('button', { name: /^Sign out of / }).click();
    await page.getByRole('button', { name: /^Sign out of / }).waitFor({ state: 'detached' });
    await other.page.reload();
    await other.page.waitForURL('**/portal/sign-in?*');
  });

  test('in Korean: codes are turned on; a sign-in takes a fresh code, or a recovery code once', async () => {
    const account = await makeAccount(shop.server, { email: 'uri@books.example', name: '우리' });
    const { page } = await shop.open({ language: 'ko-KR' }, account);
    const enter = async (code: string) => {
      await page.getByLabel('코드', { exact: true }).fill(code);
      await page.getByRole('button', { name: '로그인' }).click();
    };
    const signInAgain = async () => {
      await page.getByRole('banner').getByRole('button', { name: '로그아웃' }).click();
      await page.getByText('로그아웃했습니다.').waitFor();
      await page.getByLabel('이메일 주소').fill('uri@books.example');
      await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: '로그인' }).click();
      await page.getByRole('heading', { name: '코드를 입력해 주세요' }).waitFor();
    };
    await visit(page, '/portal/account');
    await page.getByLabel('비밀번호 확인').fill(PASSWORD);
    await page.getByRole('button', { name: '앱 등록하기' }).click();
    await page.getByRole('img', { name: '인증 앱용 QR 코드' }).waitFor();
    const secret = await page.locator('code').first().innerText();
    const used = codeOf(secret, systemClock.nowMs());
    await page.getByLabel('코드', { exact: true }).fill(used);
    await page.getByRole('button', { name: '켜기' }).click();
    const recovery = page.getByRole('list', { name: '복구 코드' }).getByRole('listitem');
    await recovery.first().waitFor();
    const [recoveryCode = ''] = await recovery.allInnerTexts();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: '저장했습니다' }).click();
    await page.getByText('복구 코드가 10개 남았습니다.').waitFor();

    await signInAgain();
    assert.deepEqual(await axeViolations(page), []);
    await enter(used);
    await page.getByText('코드가 맞지 않거나 이미 사용한 코드입니다.').waitFor();
    // The code of the next 30 seconds: accepted already, and for a minute more.
    await enter(codeOf(secret, systemClock.nowMs() + 30_000));
    await page.waitForURL('**/portal/key');

    await signInAgain();
    await enter(recoveryCode);
    await page.waitForURL('**/portal/key');
    await visit(page, '/portal/account');
    await page.getByText('복구 코드가 9개 남았습니다.').waitFor();
    await signInAgain();
    await enter(recoveryCode);
    await page.getByText('코드가 맞지 않거나 이미 사용한 코드입니다.').waitFor();
  });
}
