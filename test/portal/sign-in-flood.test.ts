import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASHES_AT_ONCE_MAX, HASHES_WAITING_MAX } from '../../src/accounts/hash-queue.ts';
import { createPortalClient } from '../support/portal-client.ts';
import { smallShop } from '../support/small-shop.ts';
import { createTestApp } from '../support/test-app.ts';

test('429 with Retry-After: more sign-ins at once than can be checked; compressed answers leave meanwhile', async (t) => {
  const app = await createTestApp(t);
  await app.feed(smallShop);
  const clients = Array.from({ length: 80 }, (_, i) => createPortalClient(app, `192.0.2.${i + 1}`));
  for (const client of clients) await client.get('/session');
  const done: string[] = [];
  const flood = clients.map(async (client, i) => {
    const credentials = { email: `nobody-${i}@books.example`, password: 'wrong horse battery' };
    const answer = await client.post('/sign-in', credentials);
    done.push('sign-in');
    return answer;
  });
  const list = await app.get('/v1/category/list', { 'accept-encoding': 'gzip' });
  assert.equal(list.status, 200);
  done.push('list');
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ status }) => status === 429);
  const checked = answers.filter(({ status }) => status === 403);
  assert.equal(refused.length + checked.length, answers.length);
  // Places that become free while the flood arrives let a few more through.
  assert.ok(checked.length >= HASHES_AT_ONCE_MAX + HASHES_WAITING_MAX, `${checked.length} were checked`);
  assert.ok(refused.length > 0, 'some were refused');
  for (const { headers, failure } of refused) {
    assert.match(String(headers['retry-after']), /^[1-9]\d*$/);
    assert.equal(failure.code, 'TOO_MANY');
  }
  const signInsBefore = done.indexOf('list');
  assert.ok(signInsBefore < answers.length - 1, 'the list did not wait for the flood');
});
