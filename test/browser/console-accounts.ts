import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { callWith, type MadeAccount, makeAccount } from './accounts.ts';
import { APPEARANCES, DESKTOP, PHONE, visit } from './browser.ts';
import { axeViolations, pageWidth } from './journey.ts';
import { OPERATOR, type OperatorSite, type Shop, setOperator } from './shop-suite.ts';

/** Name of an account and a service as a hostile developer gives it. */
const HOSTILE_NAME = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const DEVELOPER = 'dan@books.example';

/** Accounts, limits, quota requests and the audit log in the console. They come first: they count the calls of the shop. */
export function accountTests(shop: Shop, operator: OperatorSite): void {
  let developer: MadeAccount;
  let key: string;

  before(async () => {
    developer = await makeAccount(shop.server, { email: DEVELOPER, name: HOSTILE_NAME });
    key = await developer.issueKey(HOSTILE_NAME);
  });

  async function openAccount(page: Page, email: string): Promise<void> {
    await visit(page, '/portal/console/accounts');
    await page.getByRole('searchbox', { name: 'Find accounts' }).fill(email.slice(0, 5));
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('1 account', { exact: true }).waitFor();
    await page.getByRole('link', { name: email }).click();
    await page.getByRole('heading', { name: 'About' }).waitFor();
  }

  test('an operator sees calls arrive, suspends an account, whose key fails at once, and restores it', async () => {
    const { page } = await operator.open();
    await visit(page, '/portal/key');
    await page.getByRole('banner').getByRole('link', { name: 'Console' }).click();
    await page.getByRole('heading', { name: 'Calls in the last hour' }).waitFor();
    for (let call = 0; call < 3; call++) assert.equal(await callWith(key, shop.server), 200);
    await page.locator('[data-figure=lastHour]').getByText('3', { exact: true }).waitFor();
    await page.getByText('As a table').click();
    await page.getByRole('cell', { name: '3', exact: true }).first().waitFor();

    await openAccount(page, DEVELOPER);
    assert.equal(await page.getByText(HOSTILE_NAME, { exact: true }).count(), 2, 'of account and service');
    await page.getByRole('button', { name: 'Suspend the account…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(OPERATOR);
    await dialog.getByRole('button', { name: 'Suspend it now' }).click();
    await dialog.getByText('That isn’t its address.').waitFor();
    assert.equal(await callWith(key, shop.server), 200);
    await dialog.getByRole('textbox').fill(DEVELOPER);
    await dialog.getByRole('button', { name: 'Suspend it now' }).click();
    await page.getByText('This account is suspended').waitFor();
    assert.equal(await callWith(key, shop.server), 401);
    await page.getByText('suspended: false → true').waitFor();
    await page.getByRole('button', { name: 'Restore the account' }).click();
    await page.getByText('suspended: true → false').waitFor();
    assert.equal(await callWith(key, shop.server), 200);
  });

  test('limits are set and follow the tier again; a wrong one is named at its field', async () => {
    const { page } = await operator.open();
    await openAccount(page, DEVELOPER);
    const quota = page.getByLabel('Calls per day', { exact: true });
    await quota.fill('many');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a whole number.').waitFor();
    await quota.fill('9000');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('of 9,000').waitFor();
    await quota.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('of 5,000').waitFor();
  });

  test('a quota request is approved, told to the developer, and found in the audit log', async () => {
    const asking = await shop.open({}, developer);
    await visit(asking.page, '/portal/usage');
    await asking.page.getByLabel('Calls you need per day').fill('9000');
    await asking.page.getByLabel('Why').fill(HOSTILE_NAME);
    await asking.page.getByRole('button', { name: 'Send the request' }).click();
    await asking.page.getByText('Your request is under review.').waitFor();

    const { page } = await operator.open();
    await visit(page, '/portal/console');
    await page
      .getByRole('navigation', { name: 'Console' })
      .getByRole('link', { name: 'Quota requests' })
      .click();
    await page.getByText(HOSTILE_NAME).first().waitFor();
    await page.getByRole('button', { name: 'Approve…' }).click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Calls per day', { exact: true }).inputValue(), '9000');
    await dialog.getByLabel('Calls per day', { exact: true }).fill('8000');
    await dialog.getByLabel('Reply to the developer').fill('Enjoy <b>these</b>.');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('No requests are waiting for a decision.').waitFor();
    await page.locator('[role=tabpanel] > :focus').waitFor();
    await page.getByRole('tab', { name: 'Decided' }).click();
    await page.getByText('8,000 per day').waitFor();

    await visit(asking.page, '/portal/usage');
    await asking.page.getByText('of 8,000 per day').waitFor();
    await asking.page.getByText('Enjoy <b>these</b>.').waitFor();
    const mail = await shop.server.seoga(['mail', '--to', DEVELOPER]);
    assert.match(mail.stdout, /8,000 calls a day/);

    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByLabel('What').selectOption({ label: 'quota approved' });
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL('**/portal/console/audit?action=quota.approved');
    const row = page.getByRole('row').filter({ hasText: 'dailyQuota: 8000' });
    assert.match(await row.innerText(), new RegExp(`${OPERATOR}.*quota approved.*${DEVELOPER}`, 's'));
    const href = (await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? '';
    const file = await page.request.get(href);
    assert.match(
      await file.text(),
      /^\ufeffid,time,actor,action,target,detail,reason\r\n.*quota\.approved.*\r\n$/s,
    );
  });

  test('a key is revoked by its last characters and fails with the next call', async () => {
    const leaky = await makeAccount(shop.server, { email: 'leaky@books.example', name: 'Leaky' });
    const doomed = await leaky.issueKey('Leaky');
    const { page } = await operator.open();
    await openAccount(page, 'leaky@books.example');
    await page.getByRole('button', { name: 'Revoke the key…' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(doomed.slice(-4));
    await page.getByRole('button', { name: 'Revoke it now' }).click();
    await page.getByText('No active key.').waitFor();
    assert.equal(await callWith(doomed, shop.server), 401);
  });

  test('the last owner cannot give up the role; whoever loses theirs is out with the next click', async () => {
    const { page } = await operator.open();
    await openAccount(page, OPERATOR);
    await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('viewer');
    await page.getByRole('button', { name: 'Change the role…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(OPERATOR);
    await dialog.getByRole('button', { name: 'Change the role' }).click();
    await dialog.getByText('This is the last active owner.').waitFor();
    await dialog.getByRole('button', { name: 'Leave it as it is' }).click();

    const email = 'second@books.example';
    const second = await makeAccount(shop.server, { email, name: 'Second' });
    await setOperator(shop.server, email, 'on');
    const other = await shop.open({}, second);
    // The overview refreshes by itself, and might find out before the click.
    await visit(other.page, '/portal/console/accounts');
    await other.page.getByRole('link', { name: 'Audit log', exact: true }).waitFor();
    await setOperator(shop.server, email, 'off');
    await other.page.getByRole('link', { name: 'Audit log', exact: true }).click();
    await other.page.getByRole('heading', { name: 'For operators only' }).waitFor();
    assert.equal(await other.page.getByRole('link', { name: 'Console' }).count(), 0);
  });

  test('a developer finds no link to the console and a plain page at its address; a stranger signs in first', async () => {
    const { page } = await shop.open({}, developer);
    await visit(page, '/portal/key');
    await page.getByRole('banner').getByRole('link', { name: 'Usage' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Console' }).count(), 0);
    for (const path of ['', '/accounts', '/accounts/1', '/quota-requests', '/audit']) {
      await visit(page, `/portal/console${path}`);
      await page.getByRole('heading', { name: 'For operators only' }).waitFor();
    }
    assert.deepEqual(await axeViolations(page), []);
    const stranger = await shop.open();
    await visit(stranger.page, '/portal/console/audit');
    await stranger.page.waitForURL('**/portal/sign-in?next=**');
  });

  const PAGES = [
    ['/portal/console', '[data-figure=lastHour]'],
    ['/portal/console/accounts', 'tbody tr'],
    ['/portal/console/accounts?text=nobody-at-all', '[role=status]'],
    ['/portal/console/quota-requests', 'article'],
    ['/portal/console/quota-requests?state=decided', '[role=tabpanel] tbody tr, [role=tabpanel] p'],
    ['/portal/console/audit', 'tbody tr'],
    ['/portal/console/audit?from=2020-01-01&until=2020-01-02', 'form'],
  ] as const;

  describe('on every page', () => {
    let accountPath = '';
    before(async () => {
      // Something waits, so that the queue is not empty.
      const waiting = await makeAccount(shop.server, { email: 'waiting@books.example', name: HOSTILE_NAME });
      await waiting.post('/quota-requests', { dailyQuota: 70_000, reason: 'x'.repeat(1000) });
      const { page } = await operator.open();
      await openAccount(page, DEVELOPER);
      accountPath = new URL(page.url()).pathname;
    });
    const pages = () => [...PAGES, [accountPath, '#history'] as const];

    for (const [language, scheme] of APPEARANCES) {
      test(`${language}, ${scheme}: nothing is wider than a phone of 360 px, breaks a rule of axe or writes to the console`, async () => {
        const { page, offences } = await operator.open({ language, scheme });
        for (const [path, whole] of pages()) {
          await page.setViewportSize(PHONE);
          await visit(page, path);
          await page.locator(whole).first().waitFor();
          assert.ok((await pageWidth(page)) <= 360, `${path}: ${await pageWidth(page)} px`);
          await page.setViewportSize(DESKTOP);
          for (const details of await page.locator('main details').all()) {
            await details.locator('summary').click();
          }
          assert.deepEqual(await axeViolations(page), [], `${path} and axe`);
        }
        await visit(page, '/portal/console/quota-requests');
        await page.locator('article button').first().click();
        await page.locator('dialog button[type=submit]').waitFor();
        assert.deepEqual(await axeViolations(page), [], 'the dialog of a decision');
        assert.deepEqual(offences, []);
      });
    }
  });
}
