import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDetail } from '../../../web/src/console/describe-detail.ts';

test('a change is told as what became of what, without the parts that stayed', () => {
  const override = { burstPerSecond: null, burst: null, dailyQuota: null };
  const detail = {
    from: { tier: 'free', suspended: false, override },
    to: { tier: 'partner', suspended: true, override: { ...override, dailyQuota: 9000 } },
  };
  assert.deepEqual(describeDetail(JSON.stringify(detail)), [
    'tier: free → partner',
    'suspended: false → true',
    'dailyQuota: – → 9000',
  ]);
});

test('anything else is shown as names and values, and anything but an object as it is', () => {
  assert.deepEqual(describeDetail('{}'), []);
  assert.deepEqual(describeDetail('{"dailyQuota":9000,"tier":"free","burst":null}'), [
    'dailyQuota: 9000',
    'tier: free',
    'burst: –',
  ]);
  assert.deepEqual(describeDetail('{"limits":{"burst":3}}'), ['burst: 3']);
  for (const text of ['', '[1]', '7', '<b>']) assert.deepEqual(describeDetail(text), [text]);
});
