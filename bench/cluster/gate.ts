import { createAccountStore } from '../../src/accounts/account-store.ts';
import { createKeyHash } from '../../src/accounts/api-key.ts';
import { type CallLog, createCallLog } from '../../src/accounts/call-log.ts';
import type { RecentCall } from '../../src/accounts/latest-calls.ts';
import { systemClock } from '../../src/clock.ts';
import { parseDatabaseUrl } from '../../src/config/readers.ts';
import { createGate } from '../../src/gate/create-gate.ts';
import { createRateLimiter } from '../../src/http/rate-limiter.ts';
import { createPostgresGateRows } from '../../src/store/postgres/accounts/gate-rows.ts';
import { createDatabase, type Database } from '../../src/store/postgres/database.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { head, inTurn, median, medianOf, ratio, row } from '../figures.ts';
import { cpuUs } from '../http/servers.ts';
import type { Cluster } from './cluster.ts';

const ACCOUNTS = 1000;
const BATCHES = [1, 8, 64];
const REFERENCE = 'one-row commit';
const UNLIMITED = { burstPerSecond: 1_000_000, burst: 1_000_000, dailyQuota: 1_000_000_000 };
const KEYS = { pepper: 'a pepper for measuring', keyPrefix: 'seoga_live_' };

type RunBatch = (from: number, size: number) => Promise<unknown>;

/**
 * One call through the gate and into the call log, in batches of calls that arrive in one turn of the event loop, each of
 * another account or all of one. The reference is a bare UPDATE of one row and its commit, over the same connections.
 */
export async function measureGate(cluster: Cluster): Promise<void> {
  const address = parseDatabaseUrl(cluster.url);
  const database = createDatabase({ address, connectionsMax: 4, callTimeoutMs: 20_000 });
  await migratePostgres(database);
  const keys = await makeKeys(database);
  await database.query('ANALYZE', [], 10_000);
  const gate = createGate({
    limiter: createRateLimiter(systemClock),
    rows: createPostgresGateRows({
      database,
      tierLimits: { free: UNLIMITED, partner: UNLIMITED, enterprise: UNLIMITED },
    }),
    hashOf: createKeyHash(KEYS.keyPrefix, KEYS.pepper),
  });
  const callLog = createCallLog({ database, clock: systemClock }, (error) => {
    throw error;
  });
  const call = async (at: number) => {
    const decision = await gate.admit(keys[at % keys.length] ?? '');
    if (decision?.outcome !== 'passed') throw new Error(decision?.outcome);
    const { caller, quota } = decision;
    const ended = { endpoint: 'itemDetail', query: '', status: 200, errorCode: '', ms: 1 };
    callLog.record(caller.accountId, { atMs: systemClock.nowMs(), ...ended }, quota.day);
  };
  const subjects: Readonly<Record<string, RunBatch>> = {
    'gate, many accounts': (from, size) =>
      Promise.all(Array.from({ length: size }, (_, at) => call(from + at))),
    'gate, one account': (_from, size) => Promise.all(Array.from({ length: size }, () => call(0))),
    [REFERENCE]: (from) =>
      database.query('UPDATE meter SET full_at_us = full_at_us + 1 WHERE account_id = $1', [
        1 + (from % ACCOUNTS),
      ]),
  };
  head('batch', 'subject', 'p50 ms of a batch', 'client us a call', 'server us a call', 'p50 / reference');
  for (const batch of BATCHES) {
    const results = await inTurn(subjects, cluster.rounds, (run) => measureRound(run, batch, cluster));
    for (const [name, rounds] of results) {
      const p50 = medianOf('p50Ms', rounds);
      const us = (['clientUs', 'serverUs'] as const).map((field) => medianOf(field, rounds).toFixed(0));
      row(batch, name, p50.toFixed(2), ...us, ratio(p50, medianOf('p50Ms', results.get(REFERENCE))));
    }
  }
  await callLog.flush();
  await measureCallLog(database, callLog, cluster);
  await database.close();
}

/** Accounts of a batch, and batches a round: those of five seconds. */
const LOGGED = 200;
const LOGGED_BATCHES = 10;

/** What the call log costs beside the gate, by how many calls each account makes between two batches. */
async function measureCallLog(database: Database, callLog: CallLog, { rounds, pid }: Cluster): Promise<void> {
  const readWal = async () => {
    const [row] = await database.query<{ at: number }>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS at`,
    );
    return row?.at ?? 0;
  };
  const round = async (each: number) => {
    const before = { client: process.cpuUsage(), serverUs: cpuUs(pid), wal: await readWal() };
    for (let batch = 0; batch < LOGGED_BATCHES; batch++) {
      for (let at = 0; at < LOGGED * each; at++) callLog.record(1 + (at % LOGGED), loggedCall(at), 1);
      await callLog.flush();
    }
    const { user, system } = process.cpuUsage(before.client);
    const calls = LOGGED * each * LOGGED_BATCHES;
    return {
      serverUs: (cpuUs(pid) - before.serverUs) / calls,
      clientUs: (user + system) / calls,
      wal: ((await readWal()) - before.wal) / calls,
    };
  };
  head('calls of an account in a batch of the call log', 'server us a call', 'client us', 'WAL bytes');
  for (const [each, measured] of await inTurn({ 1: 1, 5: 5, 50: 50 }, rounds, round)) {
    const figures = (['serverUs', 'clientUs', 'wal'] as const).map((field) => medianOf(field, measured));
    row(each, ...figures.map((figure) => figure.toFixed(1)));
  }
}

function loggedCall(at: number): RecentCall {
  const turn = Math.floor(at / LOGGED);
  return {
    atMs: systemClock.nowMs(),
    endpoint: ['itemDetail', 'itemDetail', 'itemList'][turn % 3] ?? '',
    query: `searchType=ItemId&query=${at}`,
    status: turn % 7 === 0 ? 404 : 200,
    errorCode: '',
    ms: 1.2 ** ((turn * 5) % 8),
  };
}

async function makeKeys(database: Database): Promise<string[]> {
  const store = createAccountStore({ ...KEYS, database, clock: systemClock });
  const keys: string[] = [];
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const email = `dev${number}@example.com`;
    const account = await store.createAccount({ email, name: 'Dev', tier: 'free', role: 'developer' });
    const key = account === null ? null : await store.issueKey(account.accountId);
    if (key === null) throw new Error('the database is not empty');
    keys.push(key);
  }
  return keys;
}

/** `p50Ms` is the median of all batches, from the first call of one to its last answer. */
async function measureRound(run: RunBatch, batch: number, { calls, pid }: Cluster) {
  const client = process.cpuUsage();
  const serverBeforeUs = cpuUs(pid);
  const took: number[] = [];
  for (let from = 0; from < calls; from += batch) {
    const startMs = systemClock.monotonicMs();
    await run(from, batch);
    took.push(systemClock.monotonicMs() - startMs);
  }
  const { user, system } = process.cpuUsage(client);
  const serverUs = (cpuUs(pid) - serverBeforeUs) / calls;
  return { p50Ms: median(took), clientUs: (user + system) / calls, serverUs };
}
