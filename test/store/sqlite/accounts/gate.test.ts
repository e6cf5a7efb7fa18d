import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createKeyHash, generateKey } from '../../../../src/accounts/api-key.ts';
import { kstDayOf } from '../../../../src/clock.ts';
import { createGate } from '../../../../src/gate/create-gate.ts';
import { createRateLimiter } from '../../../../src/http/rate-limiter.ts';
import { StoreUnavailableError } from '../../../../src/sql-database.ts';
import { createMeters, createSqliteGateRows } from '../../../../src/store/sqlite/accounts/gate-rows.ts';
import { gateContract, gateRuleContract } from '../../../contracts/accounts/gate-contract.ts';
import { admitMany, passed, TIER_LIMITS } from '../../../contracts/accounts/gate-world.ts';
import { newKey } from '../../../contracts/state-world.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { accountsFile, KEY_PREFIX, PEPPER } from './accounts-file.ts';

function setUp(t: TestContext) {
  const file = accountsFile(t);
  const countErrors: unknown[] = [];
  const gateOn = (db = file.connect()) =>
    createGate({
      rows: createSqliteGateRows({
        db,
        clock: file.clock,
        tierLimits: TIER_LIMITS,
        onCountError: (error) => countErrors.push(error),
      }),
      limiter: createRateLimiter(file.clock),
      hashOf: createKeyHash(KEY_PREFIX, PEPPER),
    });
  const gateDb = file.connect();
  return {
    ...file,
    tierLimits: TIER_LIMITS,
    countErrors,
    gateDb,
    accountsDb: file.connect(),
    gate: gateOn(gateDb),
    gateOn,
    restart: () => gateOn(),
  };
}

gateContract('SQLite', setUp);
gateRuleContract('SQLite', setUp);

test('a malformed key is refused without a look-up: even when the store cannot be read', async (t) => {
  const { gate, gateDb } = setUp(t);
  gateDb.close();
  assert.equal(await gate.admit('junk'), null);
  await assert.rejects(gate.admit(generateKey(KEY_PREFIX)), /statement has been finalized/);
});

test('a call waits for another writer and is then on disk', async (t) => {
  const { accounts, connect, countErrors, gate } = setUp(t);
  const { accountId, key } = await newKey(accounts);
  const other = connect();
  other.exec('BEGIN IMMEDIATE');
  let isDecided = false;
  const decided = passed(gate.admit(key)).finally(() => {
    isDecided = true;
  });
  // The first attempt meets the lock.
  await nextTurn();
  await nextTurn();
  assert.equal(isDecided, false);
  other.exec('COMMIT');
  const { day } = (await decided).quota;
  assert.deepEqual(await accounts.findLastDay(accountId), { day, calls: 1 });
  assert.deepEqual(countErrors, []);
});

test('behind a writer that does not end, calls fail within a second or two, uncounted, and the next one passes', async (t) => {
  const { accounts, connect, countErrors, gate } = setUp(t);
  const { key } = await newKey(accounts);
  const other = connect();
  other.exec('BEGIN IMMEDIATE');
  const failed = await Promise.allSettled([gate.admit(key), gate.admit(key)]);
  for (const one of failed)
    assert.ok(one.status === 'rejected' && one.reason instanceof StoreUnavailableError);
  assert.equal(countErrors.length, 1);
  other.exec('COMMIT');
  assert.equal((await passed(gate.admit(key))).quota.dailyUsed, 1);
});

test('on a full disk calls fail, uncounted, while looks pass; calls pass as soon as there is room', async (t) => {
  const { accounts, countErrors, gate, gateDb } = setUp(t);
  const { key } = await newKey(accounts);
  const limit = 'PRAGMA max_page_count';
  gateDb.exec(`${limit} = ${gateDb.prepare('PRAGMA page_count').get()?.page_count}`);
  const insert = gateDb.prepare('INSERT INTO usage_total (account_id, day, calls) VALUES (0, ?, 1)');
  let rows = 0;
  assert.throws(() => {
    for (;;) insert.run(rows++);
  }, /full/);
  await assert.rejects(gate.admit(key), StoreUnavailableError);
  assert.equal(countErrors.length, 1);
  assert.equal((await passed(gate.peek(key))).quota.dailyUsed, 0);
  gateDb.exec(`${limit} = 1000000`);
  assert.equal((await passed(gate.admit(key))).quota.dailyUsed, 1);
});

const FAULTS: Readonly<Record<string, (path: string, t: TestContext) => void>> = {
  damaged(path) {
    writeFileSync(path, readFileSync(path).fill(0xee, 4096));
  },
  // Another process that recovers the file keeps readers out.
  busy(path, t) {
    const other = new DatabaseSync(path);
    t.after(() => other.close());
    other.exec('BEGIN EXCLUSIVE');
  },
  'cut short'(path) {
    truncateSync(path, 4096);
  },
};

for (const [what, damage] of Object.entries(FAULTS))
  test(`every way to an accounts file that is ${what}: StoreUnavailableError`, async (t) => {
    const { accounts, accountsDb, gate, gateOn } = setUp(t);
    const { accountId, key } = await newKey(accounts);
    await passed(gate.admit(key));
    const path = join(tempDir(t), 'copy.db');
    accountsDb.prepare('VACUUM INTO ?').run(path);
    const db = new DatabaseSync(path, { timeout: 0 });
    t.after(() => db.close());
    const broken = gateOn(db);
    damage(path, t);
    for (const who of [key, accountId])
      for (const use of [broken.admit, broken.peek]) await assert.rejects(use(who), StoreUnavailableError);
  });

for (const [ahead, isIgnored] of [
  [2, false],
  [3, true],
] as const) {
  const title = `a day that a clock counted ${ahead} days ahead is ${isIgnored ? 'ignored' : 'kept'} once it is right`;
  test(`${title}, on disk and in memory`, async (t) => {
    const { accounts, clock, gate, restart } = setUp(t);
    const { key } = await newKey(accounts);
    const day = kstDayOf(clock.nowMs());
    await admitMany(gate, key, 7);
    clock.setWall(clock.nowMs() + ahead * 86_400_000);
    assert.equal((await passed(gate.admit(key))).quota.day, day + ahead);
    clock.setWall(clock.nowMs() - ahead * 86_400_000);
    for (const [used, one] of [gate, restart()].entries()) {
      const { quota } = await passed(one.admit(key));
      const expected = isIgnored ? [day, 8 + used] : [day + ahead, 2 + used];
      assert.deepEqual([quota.day, quota.dailyUsed], expected);
    }
  });
}

test('memory stays bounded: meters that are full again are dropped, and no other', (t) => {
  const meters = createMeters(accountsFile(t).connect(), 10);
  const full = { day: 20_000, used: 1, fullAtUs: 0 };
  for (let accountId = 1; accountId <= 1000; accountId++) {
    meters.find(accountId, 20_000, 1);
    meters.hold(accountId, full);
    assert.ok(meters.size() <= 11, `${meters.size()} meters held`);
  }
  for (let accountId = 1; accountId <= 100; accountId++) {
    meters.find(accountId, 20_000, 1);
    meters.hold(accountId, { ...full, used: 2, fullAtUs: 2 });
  }
  for (let accountId = 1; accountId <= 100; accountId++)
    assert.equal(meters.find(accountId, 20_000, 1).used, 2);
});
