import assert from 'node:assert/strict';
import type { AccountStore } from '../../../src/accounts/account-store.ts';
import type { RecentCalls } from '../../../src/accounts/recent-calls.ts';
import { kstDayOf, kstDayStartMs } from '../../../src/clock.ts';
import { stepOf } from '../../../src/gate/answer-times.ts';
import { RECENT_CALLS_MAX } from '../../../src/gate/recent-calls.ts';
import { preparedContract } from '../guarantee.ts';
import { newAccount } from '../state-world.ts';

/** Empty stores on the same data. */
export interface RecentCallsSetup {
  readonly accounts: AccountStore;
  readonly recent: RecentCalls;
  /** The same data from another process, or after a restart. */
  restart(): RecentCalls;
}

export const callAt = (atMs: number) => ({
  atMs,
  endpoint: 'itemDetail',
  query: 'searchType=ItemId&query=7',
  status: 200,
  errorCode: '',
  ms: 1.5,
});

/** What every adapter of the RecentCalls port guarantees. */
export const recentCallsContract = preparedContract(
  async (setup: RecentCallsSetup) => ({ ...setup, ...(await newAccount(setup.accounts)) }),
  (test) => {
    test('calls are listed newest first, before and after they were written, and after a restart', async ({
      recent,
      restart,
      accountId,
    }) => {
      const failed = { ...callAt(2), isTestRun: true, requestId: '6f1a' } as const;
      recent.record(accountId, callAt(1));
      recent.record(accountId, failed);
      const both = [failed, callAt(1)];
      assert.deepEqual(await recent.list(accountId), both);
      await recent.flush();
      assert.deepEqual(await recent.list(accountId), both);
      recent.record(accountId, callAt(3));
      assert.deepEqual(await recent.list(accountId), [callAt(3), ...both]);
      await recent.flush();
      const again = restart();
      assert.deepEqual(await again.list(accountId), [callAt(3), ...both]);
      assert.deepEqual(await again.list(accountId + 1), []);
    });

    test('only the last calls are kept, in memory as in the store', async ({ recent, accountId }) => {
      const total = 5 * RECENT_CALLS_MAX + 7;
      for (let i = 1; i <= total; i++) {
        recent.record(accountId, callAt(i));
        if (i === RECENT_CALLS_MAX) await recent.flush();
      }
      const expected = Array.from({ length: RECENT_CALLS_MAX }, (_, index) => callAt(total - index));
      assert.deepEqual(await recent.list(accountId), expected);
      await recent.flush();
      assert.deepEqual(await recent.list(accountId), expected);
    });

    test('refused and answered calls add up by day, before and after they were written, and after a restart', async ({
      recent,
      restart,
      accountId,
    }) => {
      const day = kstDayOf(Date.parse('2026-11-20T12:00:00+09:00'));
      const at = (onDay: number, more: object) => ({ ...callAt(kstDayStartMs(onDay) + 1000), ...more });
      const refusal = { status: 429, errorCode: 'RATE_001' };
      const expected = (times: number) => ({
        refused: [
          { day, endpoint: 'itemDetail', calls: 2 * times },
          { day, endpoint: 'itemList', calls: times },
          { day: day + 1, endpoint: 'itemList', calls: times },
        ],
        times: [
          { day, step: stepOf(1.5), calls: 2 * times },
          { day, step: stepOf(40), calls: times },
          { day: day + 1, step: stepOf(1.5), calls: times },
        ],
      });
      const recordAll = () => {
        recent.record(accountId, at(day, refusal));
        recent.record(accountId, at(day, {}));
        recent.record(accountId, at(day, { ...refusal, endpoint: 'itemList' }));
        recent.record(accountId, at(day, refusal));
        recent.record(accountId, at(day + 1, { ...refusal, endpoint: 'itemList' }));
        recent.record(accountId, at(day + 1, {}));
        recent.record(accountId, at(day, { ms: 40, status: 503 }));
        recent.record(accountId, at(day, { status: 304 }));
      };
      recordAll();
      assert.deepEqual(await recent.listFigures(accountId, day), expected(1));
      await recent.flush();
      assert.deepEqual(await recent.listFigures(accountId, day), expected(1));
      recordAll();
      assert.deepEqual(await recent.listFigures(accountId, day), expected(2));
      await recent.flush();
      const again = restart();
      assert.deepEqual(await again.listFigures(accountId, day), expected(2));
      const { refused, times } = expected(2);
      assert.deepEqual(await again.listFigures(accountId, day + 1), {
        refused: refused.slice(2),
        times: times.slice(2),
      });
      assert.deepEqual(await again.listFigures(accountId + 1, day), { refused: [], times: [] });
    });

    test('figures go with the usage of their day', async ({ recent, accounts, restart, accountId }) => {
      const day = kstDayOf(callAt(1).atMs);
      recent.record(accountId, callAt(1));
      recent.record(accountId, { ...callAt(2), status: 429 });
      await recent.flush();
      await accounts.deleteUsageBefore(day);
      const { refused, times } = await restart().listFigures(accountId, 0);
      assert.deepEqual([refused.length, times.length], [1, 1]);
      await accounts.deleteUsageBefore(day + 1);
      assert.deepEqual(await restart().listFigures(accountId, 0), { refused: [], times: [] });
    });

    test('a closed account has no calls, and those that wait do not come back', async ({
      recent,
      accounts,
      restart,
      accountId,
    }) => {
      recent.record(accountId, callAt(1));
      await recent.flush();
      recent.record(accountId, callAt(2));
      await accounts.closeAccount(accountId);
      await recent.flush();
      assert.deepEqual(await restart().list(accountId), []);
      assert.deepEqual(await restart().listFigures(accountId, 0), { refused: [], times: [] });
    });
  },
);
