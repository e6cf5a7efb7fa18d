import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerOf, createRateLimiter } from '../../src/http/rate-limiter.ts';
import { rateLimiterContract } from '../contracts/accounts/rate-limiter-contract.ts';
import { fixedClock } from '../support/fixed-clock.ts';

rateLimiterContract('memory', () => {
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  return { clock, limiter: createRateLimiter(clock) };
});

test('many callers do not fill the memory: those quiet longest are forgotten first', async () => {
  const limiter = createRateLimiter(fixedClock('2026-11-20T12:00:00+09:00'));
  const once = { burst: 1, everySeconds: 1000 };
  assert.equal(await limiter.take('x', 'first', once), null);
  assert.equal(await limiter.take('x', 'first', once), 1000);
  for (let i = 0; i < 19_999; i++) await limiter.take('x', `caller ${i}`, once);
  assert.equal(await limiter.take('x', 'first', once), 1000, 'still known');
  await limiter.take('x', 'one too many', once);
  assert.equal(await limiter.take('x', 'first', once), null, 'forgotten');
});

test('a caller is a host of IPv4 or a /64 of IPv6', () => {
  assert.equal(callerOf('192.0.2.1'), '192.0.2.1');
  assert.equal(callerOf('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(callerOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2');
  assert.equal(callerOf('2001:0db8:1:2::9'), '2001:db8:1:2');
  assert.equal(callerOf('2001:db8::9'), '2001:db8:0:0');
  assert.equal(callerOf('::1'), '0:0:0:0');
  assert.equal(callerOf('fe80::1%eth0'), 'fe80:0:0:0');
});
