import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountView, PendingAddressView } from '../../src/portal/contract/own-account.ts';
import type { SessionView } from '../../src/portal/contract/sign-in.ts';
import {
  createPortalClient,
  mailsTo,
  newestMail,
  PASSWORD,
  signUp,
  tokenFromMail,
} from '../support/portal-client.ts';
import { suiteApp } from '../support/suite-app.ts';

describe('owners change name and address of their account', () => {
  const app = suiteApp();
  const ask = { language: 'en', password: PASSWORD };
  const sessionOf = async (client: { get: ReturnType<typeof createPortalClient>['get'] }) =>
    (await client.get<SessionView>('/session')).view.account;

  // Mails of the same moment are in no order.
  const hasMail = async (to: string, text: RegExp) =>
    (await mailsTo(app, to)).some((mail) => text.test(mail));

  test('a new name holds from the next page on, and the audit log does not hold it', async () => {
    const client = await signUp(app, 'name@books.example');
    const { status, view } = await client.post<AccountView>('/account/name', { name: ' 새 이름 ' });
    assert.deepEqual([status, view.name], [200, '새 이름']);
    assert.equal((await sessionOf(client))?.name, '새 이름');
    assert.equal(
      app.readAudit().some((line) => line.startsWith('account.renamed')),
      true,
    );
    assert.equal(app.readAudit().join().includes('새 이름'), false);
    for (const name of ['', ' ', 'x'.repeat(101)]) {
      const { status: refused, failure } = await client.post('/account/name', { name });
      assert.deepEqual([refused, failure.code, failure.field], [400, 'INVALID', 'name']);
    }
  });

  test('the address changes when its link is confirmed, not before; the session stays, both mailboxes hear of it', async () => {
    const client = await signUp(app, 'old@books.example');
    assert.equal((await client.post('/account/address', { ...ask, email: 'New@books.example' })).status, 200);
    assert.match(await newestMail(app, 'new@books.example'), /\/portal\/confirm-address\?token=/);
    assert.equal(await hasMail('old@books.example', /asked to change its email address/), true);
    const token = await tokenFromMail(app, 'new@books.example');
    const pending = await client.post<PendingAddressView>('/account/address/look', { token });
    assert.deepEqual(pending.view, { email: 'new@books.example' });
    assert.equal((await sessionOf(client))?.email, 'old@books.example');

    const { view } = await client.post<AccountView>('/account/address/confirm', { token });
    assert.equal(view.email, 'new@books.example');
    assert.equal((await sessionOf(client))?.email, 'new@books.example', 'still signed in');
    assert.equal(await hasMail('old@books.example', /Your address was changed/), true);
    const again = await client.post('/account/address/confirm', { token });
    assert.deepEqual([again.status, again.failure.code], [400, 'TOKEN_INVALID']);
    const other = createPortalClient(app);
    const signIn = (email: string) => other.post('/sign-in', { email, password: PASSWORD });
    assert.equal((await signIn('old@books.example')).status, 403);
    assert.equal((await signIn('new@books.example')).status, 200);
    assert.equal(app.readAudit().join().includes('books.example'), false, 'the audit log holds no address');
  });

  test('the answer never tells whether the new address has an account; its owner hears of it by mail', async () => {
    const client = await signUp(app, 'curious@books.example');
    await signUp(app, 'known@books.example');
    const free = await client.post('/account/address', { ...ask, email: 'free@books.example' });
    const known = await client.post('/account/address', { ...ask, email: 'known@books.example' });
    assert.deepEqual([known.status, known.text], [free.status, free.text]);
    assert.equal(await hasMail('known@books.example', /has an account already/), true);
    assert.equal(await hasMail('known@books.example', /confirm-address|curious/), false);
    const own = await client.post('/account/address', { ...ask, email: 'Curious@books.example' });
    assert.deepEqual([own.status, own.failure.field], [400, 'email']);
  });

  test('403 PASSWORD_WRONG: a session alone sends no link; guesses end in 429', async () => {
    const client = await signUp(app, 'guarded@books.example');
    const askWith = (password: string | null) =>
      client.post('/account/address', { ...ask, email: 'thief@books.example', password });
    for (const password of [null, 'a wrong password']) {
      const { status, failure } = await askWith(password);
      assert.deepEqual([status, failure.code, failure.field], [403, 'PASSWORD_WRONG', 'password']);
    }
    for (let guess = 2; guess < 10; guess++) await askWith(null);
    assert.deepEqual((await askWith(PASSWORD)).failure.code, 'TOO_MANY');
    assert.deepEqual(await mailsTo(app, 'thief@books.example'), []);
    assert.equal(await hasMail('guarded@books.example', /asked to change/), false);
  });

  test('429 TOO_MANY: a fifth request for the same new address; its mailbox got four mails', async () => {
    const client = await signUp(app, 'many@books.example');
    const asked = () => client.post('/account/address', { ...ask, email: 'target@books.example' });
    for (let count = 0; count < 4; count++) assert.equal((await asked()).status, 200);
    const { status, failure } = await asked();
    assert.deepEqual([status, failure.code], [429, 'TOO_MANY']);
    assert.equal((await mailsTo(app, 'target@books.example')).length, 4);
  });
});
