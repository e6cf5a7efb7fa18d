import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { generateKey } from '../../../../src/accounts/api-key.ts';
import type { Gate } from '../../../../src/gate/gate.ts';
import { StoreUnavailableError } from '../../../../src/gate/store-unavailable-error.ts';
import { createSqliteGate } from '../../../../src/store/sqlite/accounts/gate.ts';
import { gateContract } from '../../../contracts/accounts/gate-contract.ts';
import { TIER_LIMITS } from '../../../contracts/accounts/gate-world.ts';
import { newKey } from '../../../contracts/state-world.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { accountsFile, KEY_PREFIX } from './accounts-file.ts';

function setUp(t: TestContext) {
  const file = accountsFile(t);
  const writeErrors: unknown[] = [];
  const gateOn = (db = file.connect()) =>
    createSqliteGate({
      ...file,
      db,
      tierLimits: TIER_LIMITS,
      onWriteError: (error) => writeErrors.push(error),
    });
  const gateDb = file.connect();
  return {
    ...file,
    tierLimits: TIER_LIMITS,
    writeErrors,
    gateDb,
    accountsDb: file.connect(),
    gate: gateOn(gateDb),
    gateOn,
    restart: () => gateOn(),
  };
}

gateContract('SQLite', setUp);

test('a malformed key is refused without a look-up: even when the store cannot be read', async (t) => {
  const { gate, gateDb } = setUp(t);
  gateDb.close();
  assert.deepEqual(await gate.admit('junk', 'itemDetail'), { outcome: 'unknown-key' });
  await assert.rejects(gate.admit(generateKey(KEY_PREFIX), 'itemDetail'));
});

test('a call waits for another writer and is then on disk', async (t) => {
  const world = setUp(t);
  const { accountId, ticket } = await admitOne(world);
  const other = world.connect();
  other.exec('BEGIN IMMEDIATE');
  let resolved = false;
  const settled = world.gate.settle(ticket, 200).then(() => {
    resolved = true;
  });
  // Two turns of the loop are enough for the first attempt, which meets the lock.
  await nextTurn();
  await nextTurn();
  assert.equal(resolved, false);
  other.exec('COMMIT');
  await settled;
  assert.equal(await callsOf(world, accountId), 1);
  assert.deepEqual(world.writeErrors, []);
});

test('behind a writer that does not end, calls fail within a second or two, uncounted, and the next one passes', async (t) => {
  const world = setUp(t);
  const { accountId, key, ticket } = await admitOne(world);
  const other = world.connect();
  other.exec('BEGIN IMMEDIATE');
  await assert.rejects(world.gate.settle(ticket, 200), StoreUnavailableError);
  assert.equal(world.writeErrors.length, 1);
  assert.match(String(world.writeErrors[0]), /locked/);
  other.exec('COMMIT');

  const next = await world.gate.admit(key, 'author');
  assert.ok(next.outcome === 'admitted');
  assert.equal(next.quota.dailyUsed, 1);
  await world.gate.settle(next.ticket, 200);
  assert.equal(await callsOf(world, accountId), 1);
});

test('on a full disk calls fail, uncounted, and pass again as soon as there is room', async (t) => {
  const world = setUp(t);
  const { accountId, key, ticket } = await admitOne(world);
  const limit = 'PRAGMA max_page_count';
  const pages = world.gateDb.prepare('PRAGMA page_count').get()?.page_count;
  world.gateDb.exec(`${limit} = ${pages}`);
  const endpoints = Array.from({ length: 500 }, (_, index) => `endpoint number ${index}`);
  const settled = await Promise.allSettled(
    endpoints.map((endpoint) => world.gate.settle({ ...ticket, endpoint }, 200)),
  );
  assert.equal(settled.filter((one) => one.status === 'rejected').length, 500);
  assert.match(String(world.writeErrors[0]), /full/);
  assert.equal(await callsOf(world, accountId), 0);
  const looks = [world.gate.identify(key), world.gate.identifyAccount(accountId)];
  for (const { outcome } of await Promise.all(looks)) assert.equal(outcome, 'identified');

  world.gateDb.exec(`${limit} = 1000000`);
  const next = await world.gate.admit(key, 'author');
  assert.ok(next.outcome === 'admitted');
  await world.gate.settle(next.ticket, 200);
  assert.equal(await callsOf(world, accountId), 1);
});

/** Every way to the accounts file while calls are answered. */
const METHODS: Readonly<Record<keyof Gate, (gate: Gate, held: Held) => Promise<unknown>>> = {
  admit: (gate, { key }) => gate.admit(key, 'author'),
  admitAccount: (gate, { accountId }) => gate.admitAccount(accountId, 'author'),
  identify: (gate, { key }) => gate.identify(key),
  identifyAccount: (gate, { accountId }) => gate.identifyAccount(accountId),
  settle: (gate, { ticket }) => gate.settle(ticket, 200),
};

/** What may be wrong with the file at `path`, which only a new gate uses. */
const FAULTS: Readonly<Record<string, (path: string, t: TestContext) => void>> = {
  damaged(path) {
    writeFileSync(path, readFileSync(path).fill(0xee, 4096));
  },
  // Another process that recovers the file keeps readers out, too.
  busy(path, t) {
    const other = new DatabaseSync(path);
    t.after(() => other.close());
    other.exec('BEGIN EXCLUSIVE');
  },
  'cut short'(path) {
    truncateSync(path, 4096);
  },
};

for (const [what, damage] of Object.entries(FAULTS)) {
  for (const [method, use] of Object.entries(METHODS)) {
    test(`${method} on an accounts file that is ${what}: StoreUnavailableError`, async (t) => {
      const world = setUp(t);
      const held = await admitOne(world);
      // In one file, without a log beside it.
      const path = join(tempDir(t), 'copy.db');
      world.accountsDb.prepare('VACUUM INTO ?').run(path);
      const db = new DatabaseSync(path, { timeout: 0 });
      t.after(() => db.close());
      const gate = world.gateOn(db);
      damage(path, t);
      await assert.rejects(use(gate, held), StoreUnavailableError);
    });
  }
}

test('a tier without limits is a fault of the store, not a refusal', async (t) => {
  const world = setUp(t);
  const { accountId, key } = await admitOne(world);
  world.accountsDb.exec(`PRAGMA ignore_check_constraints = ON; UPDATE account SET tier = 'gold'`);
  // Another process would be noticed at the next turn of the event loop.
  await nextTurn();
  await assert.rejects(world.gate.admit(key, 'itemDetail'), /unexpected value in the store: gold/);
  assert.equal(await callsOf(world, accountId), 0);
});

type World = ReturnType<typeof setUp>;
type Held = Awaited<ReturnType<typeof admitOne>>;

async function admitOne({ accounts, gate }: World) {
  const { accountId, key } = await newKey(accounts);
  const admission = await gate.admit(key, 'itemDetail');
  assert.ok(admission.outcome === 'admitted');
  return { accountId, key, ticket: admission.ticket };
}

async function callsOf({ accounts }: World, accountId: number): Promise<number> {
  const rows = await accounts.listUsage(accountId, 0);
  return rows.reduce((sum, row) => sum + row.calls, 0);
}
