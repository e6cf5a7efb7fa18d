import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBatcher } from '../../src/gate/create-gate.ts';
import type { Decided, GateRows } from '../../src/gate/decide.ts';
import { StoreUnavailableError } from '../../src/sql-database.ts';

const FAR_MS = 600_000;
const LIMITS = { burstPerSecond: 1, burst: 10, dailyQuota: 10 };

test('calls of one turn are one batch, and each key one group; each call is told what is left after it', async () => {
  const { batches, decide } = rowsBehindTheFirst({ isHeld: false });
  const decisions = [decide('a', false), decide('a', true), decide('b', false), decide('a', false)];
  const used = (await Promise.all(decisions)).map((one) => one?.quota.dailyUsed);
  assert.deepEqual(batches, [{ a: 2, b: 1 }]);
  assert.deepEqual(used, [1, 2, 1, 2]);
});

test('calls that come while a batch is under way go together in the next one', async () => {
  const { batches, release, decide } = rowsBehindTheFirst({ patienceMs: FAR_MS });
  const decisions = [decide('a', false), decide('b', false)];
  for (let turn = 0; turn < 10; turn++) {
    await nextTurn();
    decisions.push(decide(turn % 2 === 0 ? 'a' : 'b', false));
  }
  assert.deepEqual(batches, [{ a: 1, b: 1 }]);
  release();
  await Promise.all(decisions);
  assert.deepEqual(batches, [
    { a: 1, b: 1 },
    { a: 5, b: 5 },
  ]);
});

test('a batch that is late does not hold up the next one where two may be under way', async () => {
  const { batches, release, decide } = rowsBehindTheFirst({});
  const first = decide('a', false);
  await nextTurn();
  assert.equal((await decide('b', false))?.outcome, 'passed');
  assert.equal(batches.length, 2);
  release();
  assert.equal((await first)?.outcome, 'passed');
});

test('a call that has waited too long for the batch before its own fails', async () => {
  const { batches, decide } = rowsBehindTheFirst({ queueMaxMs: -1 });
  await assert.rejects(decide('a', false), StoreUnavailableError);
  assert.deepEqual(batches, []);
});

test('a call of a busy account is decided in a later batch', async () => {
  const { batches, decide } = rowsBehindTheFirst({ isHeld: false, busyAtFirst: 'a' });
  const decisions = await Promise.all([decide('a', false), decide('b', false)]);
  assert.deepEqual(
    decisions.map((one) => one?.outcome),
    ['passed', 'passed'],
  );
  assert.deepEqual(batches, [{ a: 1, b: 1 }, { a: 1 }]);
});

interface Setting {
  /** The key whose account is busy during the first batch. */
  readonly busyAtFirst?: string;
  readonly isHeld?: boolean;
  readonly patienceMs?: number;
  readonly queueMaxMs?: number;
}

/** Rows that let everything pass; the first batch waits until `release` is called. `batches` has calls by key. */
function rowsBehindTheFirst({ isHeld = true, busyAtFirst, patienceMs, queueMaxMs = FAR_MS }: Setting) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const batches: Record<string, number>[] = [];
  const rows: GateRows = {
    callTimeoutMs: FAR_MS,
    queueMaxMs,
    ticks: 1,
    batchesMax: 2,
    async decide(batch) {
      batches.push(Object.fromEntries(batch.map(({ hash, calls }) => [hash, calls])));
      if (isHeld && batches.length === 1) await released;
      const isFirst = batches.length === 1;
      return batch.map(({ hash, calls }): Decided | 'busy' => {
        if (isFirst && hash === busyAtFirst) return 'busy';
        const passed = { day: 1, usedBefore: 0, admitted: calls, debtUs: 0 };
        return { caller: { accountId: 1, addOnUserKey: null }, limits: LIMITS, passed, nowMs: 0 };
      });
    },
    findHash: async () => null,
  };
  return { batches, release, decide: createBatcher(rows, patienceMs) };
}
