import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountQuotaRequestView } from '../../../src/portal/contract/console-accounts.ts';
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
  const decide = (way: 'approve' | 'deny', body: object) =>
    operator.post<AccountQuotaRequestView>(`${PATH}/${way}`, body);

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
