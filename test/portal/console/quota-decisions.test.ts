import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  AccountQuotaRequestsPage,
  AccountQuotaRequestView,
  AuditPage,
} from '../../../src/portal/contract/console-accounts.ts';
import type { QuotaRequestsPage, UsagePage } from '../../../src/portal/contract/own-service.ts';
import { newDeveloper } from '../../support/operator.ts';
import { mailsTo, newestMail, PASSWORD } from '../../support/portal-client.ts';
import { suiteConsole } from '../../support/suite-app.ts';

const PATH = '/console/quota-requests';
const NO_BURST = { burstPerSecond: null, burst: null };

describe('quota requests in the console', () => {
  const { app, operator } = suiteConsole({ environment: { SEOGA_DAILY_QUOTA: '5000' } });
  async function newAsker(dailyQuota: number) {
    const person = await newDeveloper(app);
    const wish = { dailyQuota, reason: `for ${person.email}` };
    const asked = await person.post<QuotaRequestsPage>('/quota-requests', wish);
    // Mail is ordered by time, and the one of the sign-up has to be the older one.
    app.clock.advance(1000);
    return { ...person, requestId: asked.view.requests[0]?.requestId ?? 0 };
  }
  const listOf = async (state: string) =>
    (await operator.get<AccountQuotaRequestsPage>(`${PATH}?state=${state}`)).view;
  const decide = (way: 'approve' | 'deny', body: object) =>
    operator.post<AccountQuotaRequestView>(`${PATH}/${way}`, body);

  test('an approval holds at once, is told on the usage page and by mail, and leaves the queue', async () => {
    const asker = await newAsker(9000);
    const waiting = (await listOf('waiting')).requests.find(
      ({ request }) => request.requestId === asker.requestId,
    );
    assert.equal(waiting?.account.email, asker.email);
    assert.equal(waiting?.request.reason, `for ${asker.email}`);
    assert.equal(waiting?.dailyQuotaNow, 5000);

    const { requestId } = asker;
    const { status } = await decide('approve', { requestId, dailyQuota: 8000, ...NO_BURST, note: 'Enjoy!' });
    assert.equal(status, 200);
    assert.equal((await asker.get<UsagePage>('/usage')).view.dailyQuota, 8000);
    const [own] = (await asker.get<QuotaRequestsPage>('/quota-requests')).view.requests;
    assert.deepEqual([own?.status, own?.grantedQuota, own?.note], ['approved', 8000, 'Enjoy!']);
    const mail = await newestMail(app, asker.email);
    for (const part of [/8,000/, /Enjoy!/, /하루 8,000회/, /books\.example\/portal\/usage/])
      assert.match(mail, part);
    assert.ok((await listOf('waiting')).requests.every(({ request }) => request.requestId !== requestId));
    assert.equal((await listOf('decided')).requests[0]?.request.requestId, requestId);

    const { view } = await operator.get<AuditPage>(`/console/audit?account=${asker.accountId}`);
    assert.deepEqual(
      view.entries.slice(0, 2).map(({ actor, action }) => [actor.email, action]),
      [
        [operator.email, 'account.changed'],
        [operator.email, 'quota.approved'],
      ],
    );
    assert.equal(JSON.stringify(view.entries).includes('Enjoy!'), false, 'the log holds no words');
  });

  test('a denial needs words, changes no limit, and is told', async () => {
    const asker = await newAsker(9000);
    const { requestId } = asker;
    const silent = await decide('deny', { requestId, note: ' ' });
    assert.equal(silent.failure.field, 'note');
    const { view } = await decide('deny', { requestId, note: 'Cache more, please.\nThen ask again.' });
    assert.equal(view.request.status, 'denied');
    assert.equal((await asker.get<UsagePage>('/usage')).view.dailyQuota, 5000);
    assert.match(await newestMail(app, asker.email), /not approved.*Cache more, please\.\nThen ask again\./s);
    const again = await asker.post('/quota-requests', { dailyQuota: 6000, reason: 'now with a cache' });
    assert.equal(again.status, 200);
  });

  test('409 STALE: what is decided, withdrawn with its account, or never was; nobody gets a second mail', async () => {
    const asker = await newAsker(9000);
    const { email, requestId } = asker;
    const approval = { requestId, dailyQuota: 9000, ...NO_BURST, note: '' };
    assert.equal((await decide('approve', approval)).status, 200);
    const mails = await mailsTo(app, email);
    for (const refused of [
      await decide('approve', approval),
      await decide('deny', { requestId, note: 'no' }),
      await decide('deny', { requestId: 999_999, note: 'no' }),
    ]) {
      assert.equal(refused.status, 409);
      assert.equal(refused.failure.code, 'STALE');
    }
    assert.deepEqual(await mailsTo(app, email), mails);
    const gone = await newAsker(7000);
    await gone.post('/account/close', { confirmation: gone.email, password: PASSWORD });
    assert.equal((await decide('deny', { requestId: gone.requestId, note: 'no' })).failure.code, 'STALE');
    assert.equal((await asker.get<UsagePage>('/usage')).view.dailyQuota, 9000);
  });
});
