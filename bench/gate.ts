import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createAccountStore } from '../src/accounts/account-store.ts';
import { createKeyHashes } from '../src/accounts/api-key.ts';
import { kstDayOf, systemClock } from '../src/clock.ts';
import { createGate } from '../src/gate/create-gate.ts';
import { createSqliteGateRows } from '../src/store/sqlite/accounts/gate-rows.ts';
import { ACCOUNTS_FILE, migrate, openDatabase, transaction } from '../src/store/sqlite/database.ts';
import { createSqliteSql } from '../src/store/sqlite/sql-driver.ts';

/**
 * CPU of one call through the gate (admit and settle), in batches of calls that arrive in one turn of the event
 * loop. Reference in the same run, on a file of the same shape: a Map look-up of the key and a bare prepared
 * UPSERT for each call, one transaction a batch; no key hashing, no read of the key, no limits, no promises.
 *
 * Usage: node bench/gate.ts [calls a round] [rounds]
 */
const callsARound = Number(process.argv[2] ?? 16_000);
const rounds = Number(process.argv[3] ?? 9);
const ACCOUNTS = 1000;
const BATCHES = [1, 16];
const PEPPER = 'a pepper for measuring';
const KEY_PREFIX = 'seoga_live_';
const UNLIMITED = { burstPerSecond: 1_000_000, burst: 1_000_000, dailyQuota: 1_000_000_000 };

type RunBatch = (keys: readonly string[]) => Promise<void>;

const folder = mkdtempSync(join(tmpdir(), 'seoga-bench-'));
try {
  const gate = await gateSubject(join(folder, 'gate', ACCOUNTS_FILE));
  const reference = await referenceSubject(join(folder, 'reference', ACCOUNTS_FILE));
  console.log(
    'batch  gate us/call  reference us/call  ratio   (CPU, median of',
    rounds,
    'interleaved rounds)',
  );
  for (const batch of BATCHES) {
    const gateUs: number[] = [];
    const referenceUs: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const pair = [await measure(gate, batch), await measure(reference, batch)] as const;
      // The first round only warms up.
      if (round === 0) continue;
      gateUs.push(pair[0]);
      referenceUs.push(pair[1]);
    }
    const [ours, bare] = [median(gateUs), median(referenceUs)];
    const cells = [
      ours.toFixed(1).padStart(12),
      bare.toFixed(1).padStart(17),
      (ours / bare).toFixed(2).padStart(5),
    ];
    console.log(String(batch).padStart(5), '', cells.join('  '));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Subject {
  readonly keys: readonly string[];
  readonly runBatch: RunBatch;
}

async function gateSubject(path: string): Promise<Subject> {
  const { db, keys } = await newFile(path);
  const fail = (error: unknown) => {
    throw error;
  };
  const tierLimits = { free: UNLIMITED, partner: UNLIMITED, enterprise: UNLIMITED };
  const gate = createGate({
    rows: createSqliteGateRows({ db, clock: systemClock, tierLimits, onCountError: fail }),
    hashOf: createKeyHashes(KEY_PREFIX, PEPPER),
    onWriteError: fail,
  });
  const call = async (key: string) => {
    const decision = await gate.admit(key);
    if (decision.outcome !== 'passed') throw new Error(decision.outcome);
    const { caller, quota } = decision;
    gate.settle({ ...caller, day: quota.day, endpoint: 'itemDetail', statusCode: 200 });
  };
  return {
    keys: [...keys.keys()],
    runBatch: async (batch) => {
      await Promise.all(batch.map(call));
    },
  };
}

async function referenceSubject(path: string): Promise<Subject> {
  const { db, keys } = await newFile(path);
  const day = kstDayOf(systemClock.nowMs());
  const upsert = db.prepare(`
    INSERT INTO usage_total (account_id, day, calls)
    VALUES (?, ?, 1)
    ON CONFLICT DO UPDATE SET calls = calls + 1`);
  return {
    keys: [...keys.keys()],
    runBatch: async (batch) => {
      // The gate commits once a turn of the loop; so does the reference.
      await new Promise((resolve) => setImmediate(resolve));
      transaction(db, () => {
        for (const key of batch) upsert.run(keys.get(key) ?? 0, day);
      });
    },
  };
}

/** A file with accounts, and the number of the account that holds each key. */
async function newFile(path: string): Promise<{ db: DatabaseSync; keys: Map<string, number> }> {
  const db = openDatabase(path, { busyTimeoutMs: 0 });
  migrate(db, 'accounts');
  const accounts = createAccountStore({
    database: createSqliteSql(db),
    pepper: PEPPER,
    keyPrefix: KEY_PREFIX,
    clock: systemClock,
  });
  const keys = new Map<string, number>();
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const email = `dev${number}@example.com`;
    const account = await accounts.createAccount({ email, name: 'Dev', tier: 'free', role: 'developer' });
    const key = account === null ? null : await accounts.issueKey(account.accountId);
    if (account === null || key === null) throw new Error('the file is not empty');
    keys.set(key, account.accountId);
  }
  return { db, keys };
}

/** Microseconds of CPU (user and system) a call. Each call of a batch is another account's. */
async function measure({ keys, runBatch }: Subject, batchSize: number): Promise<number> {
  const before = process.cpuUsage();
  for (let start = 0; start < callsARound; start += batchSize) {
    const batch = Array.from({ length: batchSize }, (_, index) => keys[(start + index) % keys.length] ?? '');
    await runBatch(batch);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / callsARound;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
