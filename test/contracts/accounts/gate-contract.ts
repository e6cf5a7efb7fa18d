import assert from 'node:assert/strict';
import { generateKey } from '../../../src/accounts/api-key.ts';
import { kstDayOf } from '../../../src/clock.ts';
import { STATUS_READS } from '../../../src/gate/create-gate.ts';
import { type Guarantee, preparedContract } from '../guarantee.ts';
import { newKey } from '../state-world.ts';
import { admitMany, countOf, GATE_CONTRACT_LIMITS, passed, type World, withKey } from './gate-world.ts';

/** What the gate guarantees on any rows (docs/api.md#order-of-checks). */
export const gateContract = preparedContract(withKey, (test) => {
  keyGuarantees(test);
  accountGuarantees(test);
  dayGuarantees(test);
  lookGuarantee(test);
});

/**
 * What the rule of src/gate/decide.ts guarantees. PostgreSQL's function is the same rule:
 * test/store/postgres/accounts/gate-rule.test.ts.
 */
export const gateRuleContract = preparedContract(withKey, ruleGuarantees);

function keyGuarantees(test: Guarantee<World>): void {
  test('a live key passes with its caller and limits', async (world) => {
    assert.deepEqual(await world.gate.admit(world.key), {
      outcome: 'passed',
      caller: { accountId: world.account.accountId, addOnUserKey: null },
      quota: {
        limits: GATE_CONTRACT_LIMITS,
        burst: { calls: GATE_CONTRACT_LIMITS.burst - 1, fullInSeconds: 1 },
        day: kstDayOf(world.clock.nowMs()),
        dailyUsed: 1,
        dailyRemaining: 699,
        dailyResetSeconds: 12 * 3600,
      },
      retryAfterMs: 0,
    });
  });

  test('unknown, malformed and empty keys are refused alike', async ({ gate, key, keyPrefix }) => {
    const damaged = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    for (const stranger of [generateKey(keyPrefix), damaged, '', 'x', keyPrefix, `${key} `]) {
      assert.equal(await gate.admit(stranger), null);
    }
  });

  test('a key is refused at the next call after its revoke, on every gate', async (world) => {
    const other = world.restart();
    await passed(world.gate.admit(world.key));
    await passed(other.admit(world.key));
    await world.accounts.revokeKey(world.account.accountId);
    assert.equal(await world.gate.admit(world.key), null);
    assert.equal(await other.admit(world.key), null);
  });

  test('a suspended account is refused until it is restored', async (world) => {
    await world.accounts.updateAccount(world.account.accountId, { suspended: true });
    assert.equal(await world.gate.admit(world.key), null);
    await world.accounts.updateAccount(world.account.accountId, { suspended: false });
    await passed(world.gate.admit(world.key));
  });

  test('a closed account is refused, and its calls leave nothing', async (world) => {
    await passed(world.gate.admit(world.key));
    await world.accounts.closeAccount(world.account.accountId);
    assert.equal(await world.gate.admit(world.key), null);
    assert.equal(await world.accounts.findLastDay(world.account.accountId), null);
  });

  test('tier, own limits and add-on enrolment hold from the next call on', async (world) => {
    const { accountId, userKey } = world.account;
    await world.accounts.updateAccount(accountId, { tier: 'partner', addOnEnrolled: true });
    const partner = await passed(world.gate.admit(world.key));
    assert.deepEqual(partner.quota.limits, world.tierLimits.partner);
    assert.equal(partner.caller.addOnUserKey, userKey);

    await world.accounts.updateAccount(accountId, {
      override: { burstPerSecond: null, burst: null, dailyQuota: 2 },
    });
    const own = await passed(world.gate.admit(world.key));
    assert.deepEqual(own.quota.limits, { ...world.tierLimits.partner, dailyQuota: 2 });
    assert.equal((await world.gate.admit(world.key))?.outcome, 'daily');
  });
}

/** Calls that the service itself makes for an account (docs/accounts.md#test-tool). */
function accountGuarantees(test: Guarantee<World>): void {
  test('an account passes as its key does, from the same allowance', async (world) => {
    const { accountId } = world.account;
    const byAccount = await passed(world.gate.admit(accountId));
    const byKey = await passed(world.gate.admit(world.key));
    assert.deepEqual(byAccount.caller, byKey.caller);
    assert.deepEqual([byAccount.quota.dailyRemaining, byKey.quota.dailyRemaining], [699, 698]);
  });

  test("an account without a live key, suspended or unknown, doesn't pass", async (world) => {
    const { accountId } = world.account;
    const refused = async (id: number) => assert.equal(await world.gate.admit(id), null);
    await refused(accountId + 1);
    await world.accounts.updateAccount(accountId, { suspended: true });
    await refused(accountId);
    await world.accounts.updateAccount(accountId, { suspended: false });
    await world.accounts.revokeKey(accountId);
    await refused(accountId);
    await world.accounts.issueKey(accountId);
    assert.equal((await world.gate.admit(accountId))?.outcome, 'passed');
  });
}

function ruleGuarantees(test: Guarantee<World>): void {
  const burst = { burstPerSecond: 10, burst: 20, dailyQuota: null };

  test('of 100 calls at once exactly the burst passes; refused ones cost no quota', async (world) => {
    const { accountId } = world.account;
    await world.accounts.updateAccount(accountId, { override: burst });
    const admissions = await admitMany(world.gate, world.key, 100);
    assert.equal(countOf(admissions, 'passed'), 20);
    assert.equal(countOf(admissions, 'burst'), 80);
    for (const admission of admissions) {
      if (admission?.outcome !== 'burst') continue;
      assert.equal(admission.retryAfterMs, 100);
      assert.equal(admission.quota.dailyRemaining, 680);
    }
    assert.equal((await world.accounts.findLastDay(accountId))?.calls, 20);
  });

  test('burst is looked at before the day, and a daily refusal uses up no burst', async (world) => {
    const override = { ...burst, burst: 2, dailyQuota: 2 };
    await world.accounts.updateAccount(world.account.accountId, { override });
    await admitMany(world.gate, world.key, 2);
    assert.equal((await world.gate.admit(world.key))?.outcome, 'burst');
    world.clock.advance(200);
    const admissions = await admitMany(world.gate, world.key, 50);
    assert.equal(countOf(admissions, 'daily'), 50);
  });

  test('setting the wall clock neither ends nor lengthens a burst; retryAfterMs is exact', async (world) => {
    await world.accounts.updateAccount(world.account.accountId, { override: burst });
    await admitMany(world.gate, world.key, 20);
    for (const hours of [1, -2]) {
      world.clock.setWall(world.clock.nowMs() + hours * 3_600_000);
      const refused = await world.gate.admit(world.key);
      assert.deepEqual([refused?.outcome, refused?.retryAfterMs], ['burst', 100]);
    }
    world.clock.advance(99);
    assert.equal((await world.gate.admit(world.key))?.outcome, 'burst');
    world.clock.advance(1);
    assert.equal((await world.gate.admit(world.key))?.outcome, 'passed');
  });

  test('the day begins at 00:00 KST', async (world) => {
    world.clock.setWall(Date.parse('2026-11-20T23:59:59.999+09:00'));
    await admitMany(world.gate, world.key, 700);
    const before = await world.gate.admit(world.key);
    assert.ok(before?.outcome === 'daily');
    assert.partialDeepStrictEqual(before.quota, {
      limits: GATE_CONTRACT_LIMITS,
      day: kstDayOf(Date.parse('2026-11-20T12:00:00+09:00')),
      dailyUsed: 700,
      dailyRemaining: 0,
      dailyResetSeconds: 1,
    });
    world.clock.advance(1);
    const after = await passed(world.gate.admit(world.key));
    assert.equal(after.quota.dailyRemaining, 699);
    assert.equal(after.quota.dailyResetSeconds, 86_400);
    assert.equal(after.quota.day, kstDayOf(Date.parse('2026-11-21T12:00:00+09:00')));
  });
}

function dayGuarantees(test: Guarantee<World>): void {
  test('of 1,000 calls at once exactly the daily quota passes; other accounts have their own', async (world) => {
    const admissions = await admitMany(world.gate, world.key, 1000);
    assert.equal(countOf(admissions, 'passed'), 700);
    assert.equal(countOf(admissions, 'daily'), 300);
    const left = admissions.flatMap((one) => (one?.outcome === 'passed' ? [one.quota.dailyRemaining] : []));
    assert.deepEqual(
      left.sort((a, b) => a - b),
      Array.from({ length: 700 }, (_, index) => index),
    );
    const { key: other } = await newKey(world.accounts, { email: 'other@example.com' });
    assert.equal((await passed(world.gate.admit(other))).quota.dailyRemaining, 699);
  });

  test('the count of the day outlives revoke, new key and restart', async (world) => {
    await admitMany(world.gate, world.key, 699);
    await world.accounts.revokeKey(world.account.accountId);
    const newKey = await world.accounts.issueKey(world.account.accountId);
    assert.ok(newKey !== null);
    const gate = world.restart();
    assert.equal((await passed(gate.admit(newKey))).quota.dailyRemaining, 0);
    assert.equal((await gate.admit(newKey))?.outcome, 'daily');
  });

  test('a wall clock set back gives no fresh day, nor after a restart', async (world) => {
    await admitMany(world.gate, world.key, 700);
    world.clock.setWall(Date.parse('2026-11-19T23:00:00+09:00'));
    const refused = await world.gate.admit(world.key);
    assert.ok(refused?.outcome === 'daily');
    assert.equal(refused.quota.dailyResetSeconds, 25 * 3600);
    assert.equal((await world.restart().admit(world.key))?.outcome, 'daily');
  });

  test('a call that passed is in the store', async ({ gate, accounts, account, key }) => {
    for (const calls of [1, 2, 3]) {
      const { day } = (await passed(gate.admit(key))).quota;
      assert.deepEqual(await accounts.findLastDay(account.accountId), { day, calls });
    }
  });
}

function lookGuarantee(test: Guarantee<World>): void {
  test('looks tell the state, count nothing, and have a limit of their own for each account', async (world) => {
    const { gate, accounts, key, clock } = world;
    const { key: other } = await newKey(accounts, { email: 'other@example.com' });
    await passed(gate.admit(key));
    for (let looks = 0; looks < STATUS_READS.burst; looks++)
      assert.equal((await passed(gate.peek(key))).quota.dailyUsed, 1);
    const refused = await gate.peek(key);
    assert.ok(refused?.outcome === 'burst');
    assert.deepEqual([refused.retryAfterMs, refused.quota.dailyUsed], [1000, 1]);
    clock.advance(1000 * STATUS_READS.everySeconds);
    await passed(gate.peek(key));
    assert.equal((await gate.peek(key))?.outcome, 'burst');
    assert.equal((await passed(gate.peek(other))).quota.dailyUsed, 0);
    assert.equal((await passed(gate.admit(key))).quota.dailyUsed, 2);
  });
}
