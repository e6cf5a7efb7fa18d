import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { linkFromMail, mailsTo } from '../../support/mails.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import {
  type Browser,
  csrfIn,
  faultOf,
  faultsIn,
  issueKey,
  newBrowser,
  PASSWORD,
  partOf,
  SERVICE,
  signedIn,
  textOf,
} from '../site-kit.ts';
import { isSignedIn, signIn, signUp } from './people.ts';

const SETTINGS = '/portal/account';

describe('owners change name and address of their account', () => {
  const app = suiteApp();
  const ask = (browser: Browser, email: string, password = PASSWORD) =>
    browser.submit(SETTINGS, 'address', { email, password });
  const hasMail = async (to: string, text: RegExp) =>
    (await mailsTo(app, to)).some((mail) => text.test(mail));

  test('a new name holds from the next page on, and the audit log does not hold it', async () => {
    const browser = await signUp(app, 'name@books.example');
    const saved = await browser.submit(SETTINGS, 'name', { name: ' 새 이름 ' });
    assert.equal(saved.status, 200);
    assert.ok(saved.text.includes('value="새 이름"'));
    assert.ok(app.readAudit().some((line) => line.startsWith('account.renamed')));
    assert.equal(app.readAudit().join().includes('새 이름'), false);
  });

  test('the address changes when its link is confirmed, not before; the session stays, both mailboxes hear of it', async () => {
    const browser = await signUp(app, 'old@books.example');
    assert.equal((await ask(browser, 'New@books.example')).status, 200);
    const link = await linkFromMail(app, 'new@books.example');
    assert.match(link, /^\/portal\/confirm-address\?/);
    assert.equal(await hasMail('old@books.example', /asked to change its email address/), true);
    const account = () => app.accounts.findAccount(browser.accountId);
    const other = await signUp(app, 'another@books.example');
    assert.equal((await other.get(link)).status, 400, 'in the account that asked for it only');
    assert.equal((await browser.get(link)).status, 200);
    assert.equal((await account())?.email, 'old@books.example', 'opening the link changes nothing');
    assert.equal((await browser.submit(link, 'confirm')).status, 200);
    assert.equal((await account())?.email, 'new@books.example');
    assert.equal(await hasMail('old@books.example', /Your address was changed/), true);
    assert.equal((await browser.get(link)).status, 400, 'the link works once');
    assert.equal((await signIn(newBrowser(app), 'old@books.example')).status, 403);
    assert.equal((await signIn(newBrowser(app), 'new@books.example')).status, 200);
    assert.equal(app.readAudit().join().includes('books.example'), false, 'the audit log holds no address');
  });

  test('the answer never tells whether the new address has an account; its owner hears of it by mail', async () => {
    const browser = await signUp(app, 'curious@books.example');
    await signUp(app, 'known@books.example');
    const pages = [];
    for (const email of ['freed@books.example', 'known@books.example']) {
      const answer = await ask(browser, email);
      pages.push([answer.status, textOf(partOf(answer.text, 'address') ?? '').replaceAll(email, '')]);
    }
    assert.deepEqual(pages[0], pages[1]);
    assert.equal(await hasMail('known@books.example', /has an account already/), true);
    assert.equal(await hasMail('known@books.example', /confirm-address|curious/), false);
    assert.equal(faultOf(await ask(browser, 'Curious@books.example')), '400 email');
  });

  test('429 TOO_MANY: ten guesses at the own password, and a fifth request for the same new address', async () => {
    const browser = await signUp(app, 'guarded@books.example');
    const requests = async (count: number, email: string, password?: string) => {
      const statuses: number[] = [];
      for (let n = 0; n < count; n++) statuses.push((await ask(browser, email, password)).status);
      return statuses;
    };
    assert.deepEqual(await requests(5, 'target@books.example'), [200, 200, 200, 200, 429]);
    assert.equal((await mailsTo(app, 'target@books.example')).length, 4);
    assert.deepEqual(await requests(11, 'thief@books.example', ''), [...Array(10).fill(403), 429]);
    assert.deepEqual(await mailsTo(app, 'thief@books.example'), []);
  });

  test('a link to set a password goes to the address of the account, which nobody types', async () => {
    const browser = await signUp(app, 'forgetful@books.example');
    await browser.submit(SETTINGS, 'password', { email: 'thief@books.example' });
    assert.match(await linkFromMail(app, 'forgetful@books.example'), /reset-password/);
    assert.deepEqual(await mailsTo(app, 'thief@books.example'), []);
  });

  test('who declines mails gets none; operators choose their own, which the audit log notes', async () => {
    const developer = await signedIn(app);
    const wanted = async ({ accountId }: Browser) => {
      const { quotaMails, operatorMails } = (await app.accounts.findAccount(accountId)) ?? {};
      return [quotaMails, operatorMails];
    };
    await developer.submit(SETTINGS, 'mails', { quotaMails: undefined, operatorMails: undefined });
    assert.deepEqual(await wanted(developer), [false, true], 'only operators choose mails of operators');
    const operator = await signedIn(app, 'support');
    await operator.submit(SETTINGS, 'mails', { operatorMails: undefined });
    assert.deepEqual(await wanted(operator), [true, false]);
    const lines = app.readAudit().filter((line) => line === `account.changed account:${operator.accountId}`);
    assert.equal(lines.length, 1);
  });

  test('the list of sessions shows place and browser, and ends one of them or all', async () => {
    const owner = await signUp(app, 'sessions@books.example', newBrowser(app, '198.51.100.7'));
    const other = newBrowser(app, '2001:db8:1:2::5');
    await signIn(other, owner.email);
    const third = newBrowser(app);
    await signIn(third, owner.email);
    const list = partOf(await owner.page(SETTINGS), 'sessions') ?? '';
    for (const place of ['198.51.100.*', '2001:db8:1:*']) assert.ok(list.includes(place), place);
    const sessions = await app.identity.listSessions(owner.accountId);
    const foreign = sessions.find(({ place }) => place === '2001:db8:1:*')?.sessionId ?? '';
    const stranger = await signUp(app, 'stranger@books.example');
    const csrf = csrfIn(await stranger.page(SETTINGS));
    const stolen = { form: 'end-session', csrf, sessionId: foreign };
    assert.equal((await stranger.post(SETTINGS, stolen)).status, 404);
    assert.equal(await isSignedIn(other), true);
    assert.equal((await owner.submit(SETTINGS, 'end-session', {}, foreign)).status, 200);
    assert.deepEqual([await isSignedIn(other), await isSignedIn(third)], [false, true]);
    await owner.submit(SETTINGS, 'sign-out-everywhere');
    assert.deepEqual([await isSignedIn(owner), await isSignedIn(third)], [false, false]);
  });
});

describe('closing and taking along', () => {
  const REASON = 'Reason that only this person would give';
  const EMAIL = 'leaving.person@books.example';

  test('closing ends key and sessions and leaves no byte of the person in the data folder', async (t) => {
    const app = await createTestApp(t);
    const browser = await signUp(app, EMAIL);
    const elsewhere = newBrowser(app);
    await signIn(elsewhere, EMAIL);
    const key = await issueKey(browser);
    const call = () => app.app.inject({ url: '/v1/category/list', headers: { 'x-api-key': key } });
    await call();
    await browser.submit('/portal/usage', 'quota', { dailyQuota: 5_000_000, reason: REASON });
    await browser.submit('/portal/key', 'enrol');
    await newBrowser(app).submit('/portal/forgot-password', 'request', { email: EMAIL });
    await app.background.idle();
    const { serviceName, serviceUrl, purpose } = SERVICE;
    const traces = [EMAIL, `Owner of ${EMAIL}`, serviceName, serviceUrl, purpose, REASON];
    assert.ok(tracesIn(app, [EMAIL]).length > 0, 'there is something to delete');
    const refused = await browser.submit(SETTINGS, 'close', { confirmation: 'yes', password: PASSWORD });
    assert.deepEqual(faultsIn(refused.text), ['confirmation']);
    assert.equal((await call()).statusCode, 404);
    const closed = await browser.submit(SETTINGS, 'close', { confirmation: EMAIL, password: PASSWORD });
    assert.equal(closed.status, 200);
    assert.equal((await call()).statusCode, 401);
    assert.deepEqual([await isSignedIn(browser), await isSignedIn(elsewhere)], [false, false]);
    assert.deepEqual(await app.accounts.listKeys(browser.accountId), []);
    assert.deepEqual(await app.listUsage(browser.accountId), []);
    assert.deepEqual(tracesIn(app, traces), []);
    const audit = app.readAudit().join('\n');
    assert.ok(audit.includes(`account.closed account:${browser.accountId}`));
    assert.ok(traces.every((trace) => !audit.includes(trace)));
    // The address is free for a new account, which has nothing of the old one.
    const next = await signUp(app, EMAIL);
    assert.equal(partOf(await next.page('/portal/key'), 'key-history'), null);
  });

  test('409 LAST_OWNER: the last owner cannot close the account; with another owner it goes', async (t) => {
    const app = await createTestApp(t);
    const owner = await signUp(app, EMAIL);
    await app.accounts.updateAccount(owner.accountId, { role: 'owner' });
    const close = () => owner.submit(SETTINGS, 'close', { confirmation: EMAIL, password: PASSWORD });
    assert.equal((await close()).status, 409);
    await signedIn(app, 'owner');
    assert.equal((await close()).status, 200);
  });

  test("the owner downloads everything about the account, nothing of others', and no secret", async (t) => {
    const app = await createTestApp(t);
    await issueKey(await signUp(app, 'other@books.example'));
    const browser = await signUp(app, EMAIL);
    const key = await issueKey(browser);
    await app.app.inject({ url: '/v1/category/list', headers: { 'x-api-key': key } });
    await browser.submit('/portal/usage', 'quota', { dailyQuota: 5_000_000, reason: REASON });
    await app.flush();
    const answer = await browser.get('/portal/account/data.json');
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="account_2026-11-21.json"');
    const data = JSON.parse(answer.text);
    assert.equal(
      Object.keys(data).join(),
      'account,secondFactor,keys,quotaRequests,sessions,connections,usage,refusedCalls,answerTimes,addOnClicks,recentCalls',
    );
    const { account, keys, quotaRequests, sessions, usage } = data;
    assert.deepEqual([account.email, keys[0].service.serviceName], [EMAIL, SERVICE.serviceName]);
    assert.deepEqual([keys[0].last4, keys[0].revokedAt], [key.slice(-4), null]);
    assert.equal(quotaRequests[0].reason, REASON);
    assert.deepEqual([keys.length, sessions.length, usage.length], [1, 1, 1]);
    for (const secret of [key, PASSWORD, 'argon2', 'other@books.example'])
      assert.equal(answer.text.includes(secret), false, secret);
    assert.equal((await newBrowser(app).get('/portal/account/data.json')).status, 303);
  });
});

/** Which of the texts are found in which file of the data folder, however it is stored there. */
function tracesIn({ config }: TestApp, texts: readonly string[]): string[] {
  return readdirSync(config.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      return texts.filter((text) => bytes.includes(text)).map((text) => `${entry.name}: ${text}`);
    });
}
