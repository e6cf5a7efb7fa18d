import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { changeAccount } from '../../support/decide.ts';
import { eventually } from '../../support/eventually.ts';
import { dayText, todayInKorea } from '../calendar.ts';
import type { Client } from '../client.ts';
import { CATEGORIES, failed, MONTHLY, type Rows, succeeded, USAGE } from '../rows.ts';

interface Usage {
  readonly today: Readonly<Record<string, unknown>>;
  readonly burst: Readonly<Record<string, unknown>>;
  readonly calls: readonly Readonly<Record<string, unknown>>[];
}

/** An account's own counts and limits: docs/api.md#usage. */
export function usageRows({ operatorRow }: Rows): void {
  operatorRow(
    'usage: the calls of today up to the last one, by endpoint and outcome, and the limits',
    async ({ accounts, server }) => {
      const override = { burstPerSecond: null, burst: null, dailyQuota: 100 };
      await changeAccount(server, accounts.counted.email, { override });
      const ask = () => usageOf(accounts.counted);
      const date = dayText(todayInKorea());
      const resetAt = `${dayText(todayInKorea() + 1)}T00:00:00.000+09:00`;
      assert.deepEqual(await ask(), {
        today: { date, used: 0, limit: 100, remaining: 100, resetAt },
        burst: { callsPerSecond: 10, callsAtOnce: 20 },
        calls: [],
      });
      const fine = (count: number) => ({ date, endpoint: 'categoryList', status: '2xx', count });
      const refused = { date, endpoint: 'bestsellerMonthly', status: '4xx', count: 1 };
      for (let n = 1; n <= 3; n++) {
        succeeded(await accounts.counted.call(CATEGORIES));
        const { today } = await ask();
        assert.deepEqual(today, { date, used: n, limit: 100, remaining: 100 - n, resetAt });
        await splitIs(ask, [fine(n)]);
      }
      failed(await accounts.counted.call(MONTHLY), 400, 'PARAM_001');
      await splitIs(ask, [refused, fine(3)]);
    },
  );
}

/** The split by endpoint and outcome. Where several instances share it, it may lag (docs/machines.md#many-machines). */
async function splitIs(ask: () => Promise<Usage>, expected: Usage['calls']): Promise<void> {
  await eventually(ask, ({ calls }) => isDeepStrictEqual(calls, expected));
}

/** The account's own figures, which have a limit of their own. */
async function usageOf({ call }: Client): Promise<Usage> {
  const answer = await eventually(
    () => call(USAGE),
    ({ status }) => status !== 429,
  );
  return succeeded(answer).data.data as Usage;
}
