import assert from 'node:assert/strict';
import { callsLeft } from '../../support/answer.ts';
import { secondsToMidnightInKorea } from '../calendar.ts';
import { CATEGORIES, ITEM_DETAIL, MONTHLY, type Rows } from '../rows.ts';

/** Limits over HTTP: docs/api.md#limits. Refusals: test/v1/limits.test.ts. */
export function limitRows({ operatorRow }: Rows): void {
  operatorRow(
    'rate headers: on every answer after the key; 20 at once, 10 a second, 5000 a day, to midnight in Korea',
    async ({ free: { call } }) => {
      const answers = [
        await call(CATEGORIES),
        await call(MONTHLY),
        await call(ITEM_DETAIL, { query: '9791199900998' }),
      ];
      assert.deepEqual(
        answers.map((answer) => [answer.status, callsLeft(answer)]),
        [
          [200, 4999],
          [400, 4998],
          [404, 4997],
        ],
      );
      for (const { headers } of answers) {
        assert.equal(headers['ratelimit-policy'], '"burst";q=20;w=2, "daily";q=5000;w=86400');
        const seconds = Number(/;t=(\d+)$/.exec(String(headers.ratelimit))?.[1]);
        assert.ok(Math.abs(seconds - secondsToMidnightInKorea()) <= 5, `${seconds}`);
      }
      assert.equal((await call(CATEGORIES, {}, { key: 'x' })).headers.ratelimit, undefined);
    },
  );
}
