import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { promisify } from 'node:util';
import { systemClock } from '../src/clock.ts';
import { parseDatabaseUrl } from '../src/config/database-url.ts';
import { createDatabase } from '../src/store/postgres/database.ts';
import { migratePostgres } from '../src/store/postgres/migrate.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { cpuLimit, fitElsewhere, lineThrough, simulate } from './gate/contention-model.ts';
import { GATE_LIMITS, makeKeys, openGate } from './gate/postgres-gate-subject.ts';
import { cpuUsOfTree } from './http/servers.ts';

/**
 * The worst case of the gate: all calls of all instances belong to one account, so their batches wait for one row. How long a batch holds
 * the row is measured inside the server, where batches run and commit one after the other, with no instance and no network. What a
 * batch takes besides follows from the calls a second of one instance. The model then predicts several, and real processes
 * confirm it or not. The row is one limit, the CPU of this machine the other; when something else runs, there is less of
 * it than the model thinks.
 *
 * Usage: node bench/gate-contention.ts [calls in flight on each instance] [seconds a run]
 */
const clients = Number(process.argv[2] ?? 64);
const seconds = Number(process.argv[3] ?? 3);
const INSTANCES = [1, 2, 4];
const BATCHES = [8, 64] as const;
const HELD_BATCHES = 2_000;

interface Run {
  readonly callsASecond: number;
  readonly instanceUs: number;
  readonly databaseUs: number;
}

const [, , , , url, key] = process.argv;
if (url !== undefined && key !== undefined) await beInstance(url, key);
else await compare();

async function compare(): Promise<void> {
  const server = await startPostgres();
  const address = `postgres://${server.user}:${server.password}@127.0.0.1:${server.port}/postgres`;
  const hot = await makeKey(address);
  const held = lineThrough(BATCHES, await timeInServer(address));
  console.log(
    `load of the machine before: ${loadavg()[0]?.toFixed(1)}, with ${availableParallelism()} cores`,
  );
  console.log(
    `the row is held for ${held.fixedMs.toFixed(2)} ms and ${(held.perCallMs * 1000).toFixed(1)} us for each call of a batch`,
  );
  const runs: Run[] = [];
  for (const instances of INSTANCES) runs.push(await runInstances(instances, address, hot, server.pid()));
  const elsewhereMs = fitElsewhere({ held, clients }, runs[0]?.callsASecond ?? Number.NaN);
  console.log(
    `a batch takes ${elsewhereMs.toFixed(2)} ms besides; CPU in us is that of instance and database`,
  );
  console.log('instances  CPU a call  calls/s measured  row allows  CPU allows  measured / model');
  for (const [at, instances] of INSTANCES.entries()) {
    const run = runs[at];
    if (run === undefined) continue;
    const row = simulate({ held, elsewhereMs, clients, instances });
    const cpu = cpuLimit({ ...run, instances, cores: availableParallelism() });
    const cost = `${run.instanceUs.toFixed(0)} + ${run.databaseUs.toFixed(0)}`;
    const cells = [instances, cost, run.callsASecond.toFixed(0), row.toFixed(0), cpu.toFixed(0)];
    console.log(`${cells.join('  ')}  ${(run.callsASecond / Math.min(row, cpu)).toFixed(2)}`);
  }
}

async function makeKey(address: string): Promise<string> {
  const database = open(address, 1);
  await migratePostgres(database);
  const [key = ''] = await makeKeys(database, 1);
  await database.close();
  return key;
}

function openInstance(address: string) {
  const database = open(address, 4);
  const gate = openGate(database);
  return { gate, close: () => gate.flush().then(database.close) };
}

function open(address: string, connectionsMax: number) {
  return createDatabase({ address: parseDatabaseUrl(address), connectionsMax, callTimeoutMs: 20_000 });
}

/** Mean times of batches that the server runs and commits itself: nobody's work and no network but its own. */
async function timeInServer(address: string): Promise<number[]> {
  const database = open(address, 1);
  const means: number[] = [];
  for (const size of BATCHES) {
    const batches = (count: number) =>
      database.queryWithin(
        120_000,
        `DO $$
         DECLARE hot bytea := (SELECT hash FROM api_key);
         BEGIN
           FOR batch IN 1..${count} LOOP
             PERFORM gate_decide_3(ARRAY[hot], ARRAY[${size}], ARRAY[0], ${GATE_LIMITS}, NULL, NULL);
             COMMIT;
           END LOOP;
         END $$`,
      );
    await batches(HELD_BATCHES / 10);
    const startMs = systemClock.monotonicMs();
    await batches(HELD_BATCHES);
    means.push((systemClock.monotonicMs() - startMs) / HELD_BATCHES);
  }
  await database.close();
  return means;
}

/** Several processes together. */
async function runInstances(instances: number, address: string, hot: string, server: number): Promise<Run> {
  const args = [import.meta.filename, String(clients), String(seconds), address, hot];
  const before = databaseCpuUs(server);
  const runs = Array.from({ length: instances }, () => promisify(execFile)(process.execPath, args));
  const told = (await Promise.all(runs)).map(({ stdout }) => stdout.trim().split(' ').map(Number));
  const sum = (at: number) => told.reduce((total, one) => total + (one[at] ?? Number.NaN), 0);
  return {
    callsASecond: sum(0),
    instanceUs: sum(1) / sum(2),
    databaseUs: (databaseCpuUs(server) - before) / sum(2),
  };
}

/** CPU of the server's processes, those that have ended included. */
function databaseCpuUs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const endedUs = (Number(fields[13]) + Number(fields[14])) * 10_000;
  return cpuUsOfTree(pid) + endedUs;
}

/** One instance: its clients call one after the other. Prints calls a second, CPU in us and calls. */
async function beInstance(address: string, hot: string): Promise<void> {
  const { gate, close } = openInstance(address);
  await gate.admit(hot, 'itemDetail');
  const cpu = process.cpuUsage();
  const startMs = systemClock.monotonicMs();
  const endMs = startMs + seconds * 1000;
  let calls = 0;
  const client = async () => {
    while (systemClock.monotonicMs() < endMs) {
      await gate.admit(hot, 'itemDetail');
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const { user, system } = process.cpuUsage(cpu);
  console.log(calls / ((systemClock.monotonicMs() - startMs) / 1000), user + system, calls);
  await close();
}
