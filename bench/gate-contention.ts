import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { systemClock } from '../src/clock.ts';
import { parseDatabaseUrl } from '../src/config/database-url.ts';
import { createDatabase } from '../src/store/postgres/database.ts';
import { migratePostgres } from '../src/store/postgres/migrate.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { type BatchTimes, fitHeldShare, simulate } from './gate-contention-model.ts';
import { makeKeys, openGate } from './postgres-gate-subject.ts';

/**
 * The worst case of the gate: all calls of all instances belong to one account, so their batches wait for one row. Batches are timed on
 * one instance; the model then predicts the calls a second of several, which real processes confirm or not.
 *
 * Usage: node bench/gate-contention.ts [calls in flight on each instance] [seconds a run]
 */
const clients = Number(process.argv[2] ?? 64);
const seconds = Number(process.argv[3] ?? 3);
const INSTANCES = [1, 2, 4];
const BATCHES = [8, 64] as const;
const TIMED_BATCHES = 200;

const [, , , , url, key] = process.argv;
if (url !== undefined && key !== undefined) await beInstance(url, key);
else await compare();

async function compare(): Promise<void> {
  const server = await startPostgres();
  const address = `postgres://${server.user}:${server.password}@127.0.0.1:${server.port}/postgres`;
  const hot = await makeKey(address);
  const times = await timeBatches(address, hot);
  console.log(
    `a batch takes ${times.fixedMs.toFixed(2)} ms and ${(times.perCallMs * 1000).toFixed(0)} us for each of its calls`,
  );
  const measured = [];
  for (const instances of INSTANCES) measured.push(await runInstances(instances, address, hot));
  const heldShare = fitHeldShare({ times, clients }, measured[0] ?? 0);
  console.log(`share of a batch during which the row is held, from one instance: ${heldShare.toFixed(2)}`);
  console.log('instances  calls/s measured  calls/s by the model  ratio');
  for (const [at, instances] of INSTANCES.entries()) {
    const model = simulate({ times, clients, heldShare, instances });
    const real = measured[at] ?? Number.NaN;
    console.log(`${instances}  ${real.toFixed(0)}  ${model.toFixed(0)}  ${(real / model).toFixed(2)}`);
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

/** Median times of batches that run alone give a straight line. */
async function timeBatches(address: string, hot: string): Promise<BatchTimes> {
  const { gate, close } = openInstance(address);
  const medians: number[] = [];
  for (const size of BATCHES) {
    const took: number[] = [];
    for (let batch = 0; batch < TIMED_BATCHES; batch++) {
      const startMs = systemClock.monotonicMs();
      await Promise.all(Array.from({ length: size }, () => gate.admit(hot, 'itemDetail')));
      took.push(systemClock.monotonicMs() - startMs);
    }
    medians.push(took.toSorted((a, b) => a - b)[TIMED_BATCHES / 2] ?? Number.NaN);
  }
  await close();
  const [small = 0, large = 0] = medians;
  const perCallMs = Math.max(0, (large - small) / (BATCHES[1] - BATCHES[0]));
  return { fixedMs: small - perCallMs * BATCHES[0], perCallMs };
}

/** Calls a second of several processes together. */
async function runInstances(instances: number, address: string, hot: string): Promise<number> {
  const args = [import.meta.filename, String(clients), String(seconds), address, hot];
  const runs = Array.from({ length: instances }, () => promisify(execFile)(process.execPath, args));
  const outputs = await Promise.all(runs);
  return outputs.reduce((sum, { stdout }) => sum + Number(stdout), 0);
}

/** One instance: its clients call one after the other. Prints calls a second. */
async function beInstance(address: string, hot: string): Promise<void> {
  const { gate, close } = openInstance(address);
  await gate.admit(hot, 'itemDetail');
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
  console.log(calls / ((systemClock.monotonicMs() - startMs) / 1000));
  await close();
}
