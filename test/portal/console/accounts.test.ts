import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  AccountsPage,
  AuditPage,
  ConsoleAccountPage,
} from '../../../src/portal/contract/console-accounts.ts';
import type { UsagePage } from '../../../src/portal/contract/own-service.ts';
import { newDeveloper } from '../../support/operator.ts';
import { issueKey, PASSWORD } from '../../support/portal-client.ts';
import { suiteConsole } from '../../support/suite-app.ts';

const LIST = '/v1/category/list';
const NO_LIMITS = { dailyQuota: null, burstPerSecond: null, burst: null };

describe('accounts in the console', () => {
  const { app, operator } = suiteConsole();
  const newPerson = () => newDeveloper(app);
  const statusOf = async (key: string) => (await app.get(LIST, { 'x-api-key': key })).status;
  const change = (path: string, body: object) =>
    operator.post<ConsoleAccountPage>(`/console/account${path}`, body);
  const pageOf = (accountId: number) =>
    operator.get<ConsoleAccountPage>(`/console/account?accountId=${accountId}`);
  /** The newest lines about an account: who did what. */
  const linesOf = async (accountId: number, count: number) => {
    const { view } = await operator.get<AuditPage>(`/console/audit?account=${accountId}`);
    return view.entries.slice(0, count).map(({ actor, action, detail }) => [actor.id, action, detail]);
  };
  const operatorId = () => `account:${operator.accountId}`;

  test('accounts are found by a part of address or name, by number and by state', async () => {
    const { email } = await newPerson();
    const find = async (query: string) => {
      const { accounts } = (await operator.get<AccountsPage>(`/console/accounts?${query}`)).view;
      return accounts.map((account) => account.email);
    };
    assert.deepEqual(await find(`text=${encodeURIComponent(`OWNER OF ${email}`)}`), [email]);
    assert.deepEqual(await find('role=owner&state=active'), [operator.email]);
    assert.deepEqual(await find('page=999'), []);
    assert.equal((await operator.get('/console/accounts?role=queen')).failure.field, 'role');
  });

  test('tier and own limits hold from the next call on; empty ones follow the tier', async () => {
    const person = await newPerson();
    const key = await issueKey(person);
    const { accountId } = person;
    const limits = { dailyQuota: 2, burstPerSecond: 2.5, burst: 7 };
    const { view } = await change('/limits', { accountId, tier: 'partner', ...limits });
    assert.equal(view.account.tier, 'partner');
    assert.deepEqual(view.override, limits);
    assert.deepEqual([view.usage.dailyQuota, view.usage.burst, view.usage.burstPerSecond], [2, 7, 2.5]);
    assert.deepEqual([await statusOf(key), await statusOf(key), await statusOf(key)], [200, 200, 429]);
    await change('/limits', { accountId, tier: 'free', ...NO_LIMITS });
    assert.equal(await statusOf(key), 200);
    const [line] = await linesOf(accountId, 1);
    assert.deepEqual(line?.slice(0, 2), [operatorId(), 'account.changed']);
  });

  test('a revoked key is refused with the next call; its end has to be typed', async () => {
    const person = await newPerson();
    const { accountId } = person;
    assert.equal((await change('/revoke-key', { accountId, confirmation: 'abcd' })).failure.code, 'NO_KEY');
    const key = await issueKey(person);
    const wrong = await change('/revoke-key', { accountId, confirmation: 'xxxx' });
    assert.equal(wrong.failure.code, 'CONFIRMATION_WRONG');
    const { view } = await change('/revoke-key', { accountId, confirmation: key.slice(-4) });
    assert.equal(view.keys.live, null);
    assert.equal(await statusOf(key), 401);
    assert.deepEqual(await linesOf(accountId, 1), [[operatorId(), 'key.revoked', '{}']]);
  });

  test('an owner gives roles', async () => {
    const other = await newPerson();
    const whom = { accountId: other.accountId, confirmation: other.email };
    for (const role of ['owner', 'developer'] as const)
      assert.equal((await change('/role', { ...whom, role })).view.account.role, role);
  });

  test('one account’s page tells its service, key, calls and history, and nothing of others', async () => {
    const person = await newPerson();
    const other = await newPerson();
    await issueKey(other);
    const key = await issueKey(person);
    for (let call = 0; call < 3; call++) await statusOf(key);
    const { view, text } = await pageOf(person.accountId);
    assert.equal(view.keys.service?.serviceName, 'Reading club');
    assert.equal(view.keys.live?.masked.slice(-4), key.slice(-4));
    const own = (await person.get<UsagePage>('/usage')).view;
    assert.deepEqual(view.usage, own);
    assert.equal(view.usage.callsToday, 3);
    const actions = view.audit.map(({ action }) => action);
    assert.deepEqual(actions, ['key.issued', 'account.created']);
    assert.ok(view.audit.every(({ target }) => target.accountId === person.accountId));
    assert.equal(text.includes(other.email), false);
    assert.equal(text.includes(key), false);
  });

  test('404 NOT_FOUND: an account that does not exist or is closed', async () => {
    const person = await newPerson();
    await person.post('/account/close', { confirmation: person.email, password: PASSWORD });
    // For the limit on requests.
    app.clock.advance(60_000);
    for (const accountId of [person.accountId, 987_654]) {
      assert.equal((await pageOf(accountId)).status, 404);
      const body = { accountId, confirmation: person.email };
      assert.equal((await change('/suspend', body)).status, 404);
      assert.equal((await change('/restore', { accountId })).status, 404);
      assert.equal((await change('/limits', { accountId, tier: 'free', ...NO_LIMITS })).status, 404);
      assert.equal((await change('/revoke-key', body)).status, 404);
    }
    assert.equal((await operator.get('/console/account')).failure.field, 'accountId');
  });
});
