import assert from 'node:assert/strict';
import { generateKey } from '../../src/accounts/api-key.ts';
import { stateTests } from '../store/sql/both-databases.ts';

const HOUR_MS = 3_600_000;

stateTests('operator tokens', (test) => {
  test('a token leads to its name until it is revoked, and no other text does', async ({ tokens }) => {
    const token = await tokens.issue('warehouse');
    assert.ok(token !== null);
    assert.equal(await tokens.findName(token), 'warehouse');
    const last = token.endsWith('0') ? '1' : '0';
    for (const stranger of ['', 'warehouse', token.slice(0, -1) + last, generateKey('seoga_ops_')])
      assert.equal(await tokens.findName(stranger), null);
    assert.equal(await tokens.revoke('warehouse'), true);
    assert.equal(await tokens.findName(token), null);
    assert.equal(await tokens.revoke('warehouse'), false);
  });

  test('a name that could break a log line is refused', async ({ tokens }) => {
    for (const name of ['', 'two words', 'a\nb', 'x'.repeat(51)])
      await assert.rejects(tokens.issue(name), RangeError);
    assert.deepEqual(await tokens.list(), []);
  });

  test('an answer is found by name and key for a day', async ({ tokens, clock }) => {
    const receipt = { fingerprint: 'f-1', status: 200, body: '{"lines":1}' };
    await tokens.storeReceipt('till', 'request-1', receipt);
    assert.deepEqual(await tokens.findReceipt('till', 'request-1'), receipt);
    assert.equal(await tokens.findReceipt('web', 'request-1'), null);
    assert.equal(await tokens.findReceipt('till', 'request-2'), null);
    clock.advance(24 * HOUR_MS - 1);
    assert.deepEqual(await tokens.findReceipt('till', 'request-1'), receipt);
    clock.advance(1);
    assert.equal(await tokens.findReceipt('till', 'request-1'), null);
  });
});
