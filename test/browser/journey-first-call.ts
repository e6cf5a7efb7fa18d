import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ServerProcess } from '../support/server-process.ts';
import { callWith, PASSWORD } from './accounts.ts';
import { visit } from './browser.ts';
import { firstCall, issueKey, signIn } from './journey.ts';
import type { Shop } from './shop-suite.ts';

const PERSON = { email: 'ada@books.example', name: 'Ada' };

/** From an empty installation to the closed account. */
export function firstCallTests(shop: Shop): void {
  test('sign-up, key, calls, counters, test tool, revoke, new key, and the end', async () => {
    const { server } = shop;
    const { page } = await shop.open();
    const effort = await countEffort(page);
    const key = await firstCall(page, server, PERSON);
    // The mailed link is a click in another program.
    assert.deepEqual([effort.clicks + 1, effort.fields.size], [7, 6], 'as docs/portal.md says');

    await keyIsOnlyOnTheScreen(page, key);
    await page.getByText('Your call has arrived.').waitFor();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('heading', { name: 'Your key is active' }).waitFor();
    await page.getByText('not used yet').waitFor({ state: 'detached' });
    assert.ok(!(await page.content()).includes(key), 'the key is gone from the page');
    await page.getByRole('cell', { name: `${key.slice(0, 15)}…${key.slice(-4)}` }).waitFor();

    await counterFollowsCalls(page, key, server);
    await testToolRuns(page);
    await usageIsShown(page);

    await visit(page, '/portal/key');
    await revoke(page, key);
    assert.equal(await callWith(key, server), 401, 'the old key is refused with the next call');
    const second = await issueKey(page, 'Corner shop');
    assert.notEqual(second, key);
    assert.equal(await callWith(second, server), 200);
    assert.equal(await callWith(key, server), 401);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    // One alone: a second one would fail the wait.
    await page.getByRole('cell', { name: 'revoked' }).waitFor();

    await closeAccount(page);
    assert.equal(await callWith(second, server), 401);

    await signIn(page, PERSON.email);
    await page.getByRole('alert').waitFor();
  });
}

/** Counts what a person presses, and the fields that they fill in. */
async function countEffort(page: Page) {
  const effort = { clicks: 0, fields: new Set<string>() };
  await page.exposeFunction('countEffort', (field: string) => {
    if (field === '') effort.clicks += 1;
    else effort.fields.add(field);
  });
  await page.addInitScript(`
    addEventListener('pointerdown', () => countEffort(''), true);
    addEventListener('input', ({ target: { type, name } }) => {
      if (type !== 'checkbox') countEffort(location.pathname + ' ' + name);
    }, true);
  `);
  return effort;
}

async function keyIsOnlyOnTheScreen(page: Page, key: string): Promise<void> {
  assert.match(key, /^seoga_live_[0-9A-Za-z]{38}$/);
  const kept = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state])',
  );
  assert.ok(!kept.includes(key), kept);
  assert.ok(await page.getByText(key, { exact: true }).isVisible());
}

async function counterFollowsCalls(page: Page, key: string, server: ServerProcess): Promise<void> {
  await visit(page, '/portal/usage');
  await page.locator('[data-count="1"]').waitFor();
  assert.equal(await callWith(key, server), 200);
  assert.equal(await callWith(key, server), 200);
  // Nothing is pressed: the page asks by itself.
  await page.locator('[data-count="3"]').waitFor();
}

async function testToolRuns(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Test tool' }).click();
  await page.getByText('Each run counts as one of today’s calls.').waitFor();
  await page.getByLabel('Category, level 1').selectOption({ label: '국내도서' });
  await page.getByLabel('Category, level 2').selectOption({ label: '소설' });
  await page.getByRole('button', { name: 'Run' }).click();
  const answer = page.getByRole('region', { name: 'Response' });
  await answer.getByText('200', { exact: true }).waitFor();
  await answer.getByText('"success"').waitFor();
  await page.getByRole('tab', { name: 'Covers' }).click();
  await answer.getByRole('listitem').first().waitFor();
  await page.getByRole('tab', { name: 'Headers' }).click();
  await answer.getByText('ratelimit', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'curl' }).click();
  await answer.getByText(/X-Api-Key: \$SEOGA_API_KEY.*categoryId=001001/s).waitFor();

  await page.getByLabel('Endpoint').selectOption('bestsellerExport');
  await page.getByRole('button', { name: 'Run' }).click();
  await answer.getByRole('columnheader', { name: '상품명' }).waitFor();
  const download = page.waitForEvent('download');
  await answer.getByRole('button', { name: /Download bestseller_\d{8}\.xlsx/ }).click();
  assert.match((await download).suggestedFilename(), /^bestseller_\d{8}\.xlsx$/);
}

async function usageIsShown(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Usage' }).click();
  await page.locator('[data-count="5"]').waitFor();
  await page.getByText('5 calls in this period').waitFor();
  await page.getByLabel('Endpoint').selectOption('bestsellerExport');
  await page.getByText('1 call in this period').waitFor();
  await page.getByText('As a table').click();
  await page.getByRole('table', { name: 'Calls by day' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const rows = readFileSync(await (await download).path(), 'utf8')
    .trimEnd()
    .split(/\r?\n/);
  assert.ok(
    rows.some((row) => /^\d{4}-\d\d-\d\d,bestsellerExport,2,1,Y$/.test(row)),
    rows.join(),
  );
  const calls = page.getByRole('table', { name: 'Latest calls' });
  await calls.getByRole('cell', { name: /^bestsellerExport/ }).waitFor();
  assert.equal(await calls.getByRole('row').count(), 6, 'a row for each call and the head');
  const made = calls.getByRole('row', { name: /bestsellerMonthly categoryId=001001/ });
  await made.getByRole('link', { name: 'Run again' }).click();
  await page.getByText('ID 001001', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Endpoint').inputValue(), 'bestsellerMonthly');
  await page.goBack();

  await page.getByLabel('Calls you need per day').fill('50,000');
  await page.getByLabel('Why').fill('More visitors in December.');
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByRole('cell', { name: 'under review' }).waitFor();
}

async function revoke(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Revoke the key…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('none');
  await dialog.getByRole('button', { name: 'Revoke it now' }).click();
  await dialog.getByText('These aren’t the last 4 characters.').waitFor();
  await dialog.getByRole('textbox').fill(key.slice(-4));
  await dialog.getByRole('button', { name: 'Revoke it now' }).click();
  await page.getByText('The key was revoked.').waitFor();
}

async function closeAccount(page: Page): Promise<void> {
  await visit(page, '/portal/account');
  await page.getByRole('button', { name: 'Close the account…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Your key stops working.').waitFor();
  const confirmation = dialog.locator('[name=confirmation]');
  await confirmation.fill('someone@else.example');
  await dialog.getByRole('button', { name: 'Close it for good' }).click();
  await dialog.getByText('That isn’t the address of this account.').waitFor();
  await confirmation.fill(PERSON.email);
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Close it for good' }).click();
  await page.getByText('Your account is closed').waitFor();
}
