import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { StoreUnavailableError } from '../../../../src/sql-database.ts';
import { createPostgresGateRows } from '../../../../src/store/postgres/accounts/gate-rows.ts';
import { gateContract } from '../../../contracts/accounts/gate-contract.ts';
import { admitMany, countOf, passed, TIER_LIMITS } from '../../../contracts/accounts/gate-world.ts';
import { newKey } from '../../../contracts/state-world.ts';
import { patientMs } from '../../../support/patience.ts';
import { databaseBehindProxy, postgresSuite } from '../../../support/postgres-database.ts';
import { accountsDatabase } from './accounts-database.ts';

const INSTANCES = 3;

postgresSuite('the gate on PostgreSQL', () => {
  gateContract('PostgreSQL', accountsDatabase);
});

postgresSuite('gates of several instances on one database', () => {
  test('exactly the daily quota passes over all instances, by key and by account', async (t) => {
    const world = await populated(t);
    const gates = Array.from({ length: INSTANCES }, () => world.restart());
    const admissions = await Promise.all(
      gates.flatMap((gate) => [admitMany(gate, world.key, 200), admitMany(gate, world.accountId, 200)]),
    );
    assert.equal(countOf(admissions.flat(), 'passed'), 700);
    assert.equal(countOf(admissions.flat(), 'daily'), 1200 - 700);
  });

  test('calls of many accounts in any order never lock each other out', async (t) => {
    const world = await populated(t);
    const keys = [world.key];
    for (let number = 1; number < 20; number++)
      keys.push((await newKey(world.accounts, { email: `dev${number}@example.com` })).key);
    const gates = Array.from({ length: INSTANCES }, () => world.restart());
    const rounds = gates.map(async (gate, instance) => {
      for (let round = 0; round < 20; round++) {
        const order = (instance + round) % 2 === 0 ? keys : keys.toReversed();
        await Promise.all(order.map((key) => gate.admit(key)));
      }
    });
    await Promise.all(rounds);
    for (const key of keys) {
      const { quota } = await passed(world.gate.admit(key));
      assert.equal(quota.dailyUsed, INSTANCES * 20 + 1);
    }
  });

  test('a busy account delays its own calls alone, which fail in time and count nothing, or pass when it is free', async (t) => {
    const world = await populated(t);
    const other = await newKey(world.accounts, { email: 'other@example.com' });
    const [patient, hasty] = [world.open(), world.open(5, 1_000)];
    const waiting = await world.database.transaction(
      async (transaction) => {
        await transaction.query('SELECT FROM meter WHERE account_id = $1 FOR UPDATE', [world.accountId]);
        await assert.rejects(world.restart(hasty).admit(world.key), StoreUnavailableError);
        const gate = world.restart(patient);
        const [busy, beside] = [gate.admit(world.key), gate.admit(other.key)];
        assert.equal((await passed(beside)).quota.dailyUsed, 1);
        return { busy };
      },
      { timeoutMs: patientMs(60_000) },
    );
    assert.equal((await passed(waiting.busy)).quota.dailyUsed, 1);
  });

  test('a revoke, a suspension and a new quota hold for every call that starts after their answer, on every instance', async (t) => {
    const world = await populated(t);
    const { accounts, accountId } = world;
    const gates = Array.from({ length: INSTANCES }, () => world.restart());
    const quota = (dailyQuota: number) => ({ override: { burstPerSecond: null, burst: null, dailyQuota } });
    const changes = [
      [undefined, () => accounts.revokeKey(accountId)],
      [undefined, () => accounts.updateAccount(accountId, { suspended: true })],
      ['daily', () => accounts.updateAccount(accountId, quota(1))],
    ] as const;
    for (let round = 0; round < 17; round++) {
      for (const [outcome, change] of changes) {
        await accounts.updateAccount(accountId, { suspended: false, ...quota(1_000_000) });
        await accounts.revokeKey(accountId);
        const key = (await accounts.issueKey(accountId)) ?? '';
        let isAnswered = false;
        const callers = gates.map(async (gate) => {
          for (let calls = 0; calls < 6; calls++) {
            const startedAfter = isAnswered;
            const admission = await gate.admit(key);
            if (startedAfter) assert.equal(admission?.outcome, outcome);
          }
        });
        await change();
        isAnswered = true;
        for (const gate of gates) assert.equal((await gate.admit(key))?.outcome, outcome);
        await Promise.all(callers);
      }
    }
  });

  test('midnight comes once for all instances: no call is lost between two days', async (t) => {
    const world = await populated(t);
    await world.accounts.updateAccount(world.accountId, { tier: 'enterprise' });
    world.clock.setWall(Date.parse('2026-11-20T23:59:59.990+09:00'));
    const gates = Array.from({ length: INSTANCES }, () => world.restart());
    const days = new Map<number, number>();
    const callers = gates.map(async (gate) => {
      for (let calls = 0; calls < 60; calls++) {
        const { day } = (await passed(gate.admit(world.key))).quota;
        days.set(day, (days.get(day) ?? 0) + 1);
        if (calls % 10 === 0) world.clock.advance(1);
      }
    });
    await Promise.all(callers);
    const stored = await world.database.query<{ day: number; calls: number }>(
      'SELECT day, calls FROM call_total WHERE account_id = $1 ORDER BY day',
      [world.accountId],
    );
    assert.equal(days.size, 2);
    assert.deepEqual(new Map(stored.map(({ day, calls }) => [day, calls])), days);
  });

  test('a gate that warms up connects again when its connections fail', async (t) => {
    const { proxy, database } = await databaseBehindProxy(t, await accountsDatabase(t));
    const rows = createPostgresGateRows({ database, tierLimits: TIER_LIMITS });
    proxy.set('cut');
    const connecting = proxy.nextConnection();
    const warm = rows.warmUp(patientMs(20_000));
    await connecting;
    proxy.set('none');
    await warm;
    proxy.set('cut');
    await assert.rejects(rows.check(patientMs(20_000)), StoreUnavailableError);
  });
});

async function populated(t: TestContext) {
  const world = await accountsDatabase(t);
  return { ...world, ...(await newKey(world.accounts)) };
}
