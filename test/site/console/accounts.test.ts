import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ROLES, type Role } from '../../../src/accounts/roles.ts';
import { suiteApp } from '../../support/suite-app.ts';
import {
  type Browser,
  csrfIn,
  faultOf,
  formIn,
  partOf,
  signedIn,
  suiteBrowser,
  textOf,
} from '../site-kit.ts';

const LIST = '/v1/category/list';

describe('accounts in the console', () => {
  const app = suiteApp();
  const owner = suiteBrowser(app, 'owner');
  const pageOf = (accountId: number | string) => `/portal/console/accounts/${accountId}`;
  const statusOf = async (key: string) => (await app.get(LIST, { 'x-api-key': key })).status;
  const keyOf = async ({ accountId }: Browser) => (await app.accounts.issueKey(accountId)) ?? '';
  const linesOf = async (accountId: number) => {
    const lines = await app.auditLog.list({ target: `account:${accountId}` }, 3);
    return lines.map(({ actor, action }) => `${actor} ${action}`);
  };

  test('accounts are found by a part of address or name, by number and by state; a page past the end is empty', async () => {
    const { email, accountId } = await signedIn(app);
    const found = async (query: string) => {
      const part = partOf(await owner.page(`/portal/console/accounts?${query}`), 'accounts') ?? '';
      return [...part.matchAll(/accounts\/(\d+)"/g)].map(([, id]) => Number(id));
    };
    assert.deepEqual(await found(`text=${encodeURIComponent(`OWNER OF ${email}`)}`), [accountId]);
    assert.deepEqual(await found(`text=${accountId}&role=developer&state=active&tier=free`), [accountId]);
    assert.deepEqual(await found('page=999'), []);
  });

  test('tier and own limits hold from the next call on; empty ones follow the tier; a wrong one stays in its field', async () => {
    const person = await signedIn(app);
    const key = await keyOf(person);
    const set = (values: Record<string, string | number>) =>
      owner.submit(pageOf(person.accountId), 'limits', values);
    const saved = await set({ tier: 'partner', dailyQuota: 2, burstPerSecond: 2.5, burst: 7 });
    assert.equal(saved.status, 200);
    assert.match(saved.text, /id="flash"/);
    const { tier, dailyQuota, burstPerSecond, burst } = formIn(saved.text, 'limits').fields;
    assert.deepEqual([tier, dailyQuota, burstPerSecond, burst], ['partner', '2', '2.5', '7']);
    assert.deepEqual([await statusOf(key), await statusOf(key), await statusOf(key)], [200, 200, 429]);
    const [, , , inNinetyDays] = (await owner.page(pageOf(person.accountId))).split('<dd>').slice(1);
    assert.equal(inNinetyDays?.split('</dd>')[0], '2');
    const wrong = await set({ burst: '1.5' });
    assert.equal(faultOf(wrong), '400 burst');
    assert.equal(formIn(wrong.text, 'limits').fields.burst, '1.5');
    await set({ tier: 'free', dailyQuota: '', burstPerSecond: '', burst: '' });
    assert.equal(await statusOf(key), 200);
    assert.equal((await linesOf(person.accountId))[0], `account:${owner.accountId} account.changed`);
  });

  test('what hits one account asks for its address or the end of its key, and does nothing before', async () => {
    const person = await signedIn(app);
    const key = await keyOf(person);
    const page = pageOf(person.accountId);
    for (const [form, typed, status] of [
      ['suspend', person.email.toUpperCase(), 401],
      ['revoke-key', key.slice(-4), 401],
      ['role', person.email, 200],
    ] as const) {
      await app.accounts.updateAccount(person.accountId, { suspended: false }, owner.accountId);
      const asked = await owner.submit(page, form, { role: 'viewer' });
      assert.deepEqual([asked.status, partOf(asked.text, 'confirm') !== null], [409, true], form);
      const wrong = await owner.submitIn(asked.text, page, form, { role: 'viewer', confirmation: 'x' });
      assert.equal(faultOf(wrong), '409 confirmation', form);
      if (form !== 'role') assert.equal(await statusOf(key), 200, form);
      const done = await owner.submitIn(asked.text, page, form, { role: 'viewer', confirmation: typed });
      assert.equal(done.status, 200, form);
      if (form !== 'role') assert.equal(await statusOf(key), status, form);
    }
    const actions = ['account.changed', 'key.revoked', 'account.changed'];
    const lines = actions.map((action) => `account:${owner.accountId} ${action}`);
    assert.deepEqual(await linesOf(person.accountId), lines);
    assert.equal((await app.accounts.findAccount(person.accountId))?.role, 'viewer');
  });

  test('the page of an account tells its service, key, calls and history, and nothing of others', async () => {
    const [person, other] = [await signedIn(app), await signedIn(app)];
    await keyOf(other);
    const about = { serviceName: '<i>Club</i>', serviceUrl: 'https://club.example', purpose: 'Books.' };
    const service = { ...about, commercial: false };
    const key = (await app.accounts.issueKey(person.accountId, service)) ?? '';
    for (let call = 0; call < 3; call++) await statusOf(key);
    await app.flush();
    const html = await owner.page(pageOf(person.accountId));
    const text = textOf(html);
    for (const shown of ['<i>Club</i>', key.slice(-4), '3 of 1,000,000'])
      assert.ok(text.includes(shown), shown);
    for (const hidden of ['<i>Club', other.email, key]) assert.equal(html.includes(hidden), false, hidden);
    assert.deepEqual(await linesOf(person.accountId), ['portal key.issued', 'portal account.created']);
    for (const id of [987_654, 0, 'abc']) assert.equal((await owner.get(pageOf(id))).status, 404);
  });

  /** Every form by which an operator decides on an account: the operator's own, a higher, an equal and a lower one. */
  test('403 FORBIDDEN: nobody decides on their own account, nor on one with more rights, by any way', async () => {
    const forms = ['limits', 'suspend', 'restore', 'role', 'revoke-key', 'approve', 'deny'];
    const people = new Map<Role, Browser>();
    for (const role of ROLES) people.set(role, await signedIn(app, role));
    for (const [role, operator] of people) {
      const another = await signedIn(app, role);
      for (const target of [...people.values(), another]) {
        await app.quotaRequests.add(target.accountId, 2_000_000, 'More');
        const [request] = await app.quotaRequests.list(target.accountId);
        const targetRole = (await app.accounts.findAccount(target.accountId))?.role ?? 'developer';
        const may =
          target !== operator && (role === 'owner' || (role === 'support' && targetRole === 'developer'));
        for (const form of forms) {
          app.clock.advance(60_000);
          const before = await linesOf(target.accountId);
          const own = pageOf(target.accountId);
          const path = /approve|deny/.test(form) ? '/portal/console/quota-requests' : own;
          // The page doesn't offer what isn't allowed.
          const answer = await operator.post(path, {
            form,
            csrf: csrfIn((await operator.get('/portal/console')).text),
            tier: 'free',
            role: 'developer',
            accountId: target.accountId,
            requestId: request?.requestId,
            dailyQuota: 999_999,
            note: 'No',
            confirmation: 'not what it asks for',
          });
          const isAllowed = may && (form !== 'role' || role === 'owner');
          // What may be done goes on, or asks for something else: to be typed, or to be there.
          const expected = isAllowed ? /^(303|409)$/ : /^403$/;
          assert.match(`${answer.status}`, expected, `${role}: ${form} of ${targetRole} ${target.accountId}`);
          if (!isAllowed) assert.deepEqual(await linesOf(target.accountId), before);
        }
      }
    }
  });
});
