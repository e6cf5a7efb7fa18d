import assert from 'node:assert/strict';
import type { RateLimiter } from '../../../src/gate/decide.ts';
import type { FixedClock } from '../../support/fixed-clock.ts';
import { contractOf } from '../guarantee.ts';

export interface RateLimiterSetup {
  readonly limiter: RateLimiter;
  readonly clock: FixedClock;
}

const ALLOWANCE = { burst: 3, everySeconds: 10 };

export const rateLimiterContract = contractOf<RateLimiterSetup>((test) => {
  test('after the burst one passes every so many seconds, and waiting is told in whole seconds', async ({
    limiter,
    clock,
  }) => {
    const take = (who = 'a') => limiter.take('x', who, ALLOWANCE);
    const takeFour = async () => [await take(), await take(), await take(), await take()];
    assert.deepEqual(await takeFour(), [null, null, null, 10]);
    assert.equal(await take('b'), null, 'others are not held up');
    assert.equal(await limiter.take('y', 'a', ALLOWANCE), null, 'nor other things');
    clock.advance(9_999);
    assert.equal(await take(), 1);
    clock.advance(1);
    assert.deepEqual([await take(), await take()], [null, 10]);
    await limiter.forget('x', 'a');
    assert.deepEqual(await takeFour(), [null, null, null, 10]);
  });

  test('of many attempts at once exactly the burst passes', async ({ limiter }) => {
    const waits = await Promise.all(Array.from({ length: 50 }, () => limiter.take('x', 'a', ALLOWANCE)));
    assert.equal(waits.filter((wait) => wait === null).length, ALLOWANCE.burst);
  });
});
