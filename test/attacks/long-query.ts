import assert from 'node:assert/strict';
import type { Attack } from './attack.ts';

/** A quadratic reader takes about a second for each call. */
const SECONDS_A_CALL_MAX = 0.1;

export const longQuery: Attack = {
  title: 'a long query string does not hold up other callers',
  async run(target, load) {
    const calls = 10 * load;
    const headers = { 'x-api-key': target.key };
    const before = await target.metric('process_cpu_seconds_total');
    for (let i = 0; i < calls; i++) {
      const response = await fetch(`${target.server.address}/v1/category/list?%61${'?'.repeat(15_000)}`, {
        headers,
      });
      assert.equal(response.status, 200);
      await response.text();
    }
    const seconds = (await target.metric('process_cpu_seconds_total')) - before;
    assert.ok(seconds < calls * SECONDS_A_CALL_MAX, `${calls} calls took ${seconds} s of CPU`);
    return `${calls} calls, ${seconds.toFixed(2)} s of CPU`;
  },
};
