/**
 * CPU per answer over HTTP, seen from outside: `seoga serve` with everything on, and next to it, in turn, Fastify that
 * answers the same bytes from Buffers. What counts is the CPU time of a server's whole process tree, all threads, divided
 * by its answers; items and pages are drawn at random. Times are those of 32 connections that are always busy.
 *
 * node bench/http.ts [--items 20000] [--rounds 5] [--answers 1500] [--only TEXT]
 *   --answers N  answers a round
 *   --only TEXT  only answers whose name holds it
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../demo/random.ts';
import { generateKey } from '../src/accounts/api-key.ts';
import { head, inTurn, medianOf, quantile, ratio, readOptions, row, withFolder } from './figures.ts';
import { getRequest, load, measureLoad, timesOf } from './http/load.ts';
import { type Scenario, scenariosOf } from './http/scenarios.ts';
import {
  ask,
  type MeasuredServer,
  memoryMb,
  readShop,
  type Seoga,
  startOther,
  startSeoga,
  writeDemo,
} from './http/servers.ts';

const options = readOptions({ items: 20_000, rounds: 5, answers: 1500, only: '' });
/** Bodies of one kind that the reference answers in turn. */
const BODIES = 64;
const COLD_CALLS = 400;
/** Calls before the first round of a server: until then most of its code isn't compiled. */
const FIRST_CALLS = 20_000;

await withFolder(async (folder, t) => {
  const seoga = await startSeoga(t, writeDemo(folder, options.items), join(folder, 'data'));
  const scenarios = scenariosOf(await readShop(seoga)).filter(({ name }) => name.includes(options.only));
  const bodies = join(folder, 'bodies');
  for (const scenario of scenarios) await saveBodies(scenario, seoga, join(bodies, slug(scenario.name)));
  const reference = await startOther(t, join(import.meta.dirname, 'http', 'reference.ts'), bodies);
  const [first] = scenarios;
  if (first === undefined) throw new Error('no answer has such a name');
  for (const { server, next } of Object.values(callsOf(first, seoga, reference)))
    await load({ port: server.port, status: first.status ?? 200, next, requests: FIRST_CALLS });
  head('answer', 'bytes', 'Seoga us', 'Fastify + Buffer us', 'ratio', 'p50 ms', 'p99', 'p99.9');
  for (const scenario of scenarios) await measure(scenario, seoga, reference);
  console.log(`\n${options.items} items; serve holds ${memoryMb(seoga.pid).toFixed(0)} MB`);
});

function slug(name: string): string {
  return name.replaceAll(/[^a-z0-9]+/gi, '-');
}

/** Keeps what Seoga answers, for the servers that have nothing to work out. */
async function saveBodies(scenario: Scenario, seoga: Seoga, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { below } = createRandom(5);
  const headers = { ...scenario.headers, 'X-Api-Key': scenario.hasJunkKey ? 'junk' : seoga.key };
  let head = {};
  for (let at = 0; at < BODIES; at++) {
    // From the end: a call that has to be the first of its kind must find nothing ready.
    const back = 1 + below(Math.min(scenario.paths.length, 200));
    const answer = await ask(seoga, scenario.paths[scenario.paths.length - back] ?? '', headers);
    const type = answer.headers.get('content-type');
    head = { status: answer.status, headers: type === null ? {} : { 'Content-Type': type } };
    writeFileSync(join(folder, `${at}.body`), Buffer.from(await answer.arrayBuffer()));
  }
  writeFileSync(join(folder, 'head.json'), JSON.stringify(head));
}

async function measure(scenario: Scenario, seoga: Seoga, reference: MeasuredServer): Promise<void> {
  const { name, status = 200 } = scenario;
  const measured = await inTurn(
    callsOf(scenario, seoga, reference),
    options.rounds,
    ({ server: { pid, port }, next, requests }) => measureLoad([pid], { port, status, next, requests }),
  );
  const [ours = [], floor = []] = measured.values();
  const [us, floorUs] = [medianOf('us', ours), medianOf('us', floor)];
  const shares = [0.5, 0.99, 0.999].map((share) => quantile(timesOf(ours), share).toFixed(1));
  row(
    name,
    ours[0]?.bytes.toFixed(0) ?? '',
    us.toFixed(1),
    floorUs.toFixed(1),
    ratio(us, floorUs),
    ...shares,
  );
}

/** What comes next at each server: any path of an answer, or each of them once where it has to find nothing ready. */
function callsOf(
  { name, paths, isCold, headers, hasJunkKey }: Scenario,
  seoga: Seoga,
  reference: MeasuredServer,
) {
  const request = (path: string, key: string) => getRequest(path, { 'X-Api-Key': key, ...headers });
  const { below } = createRandom(6);
  let at = 0;
  const draw = () => paths[isCold ? at++ % paths.length : below(paths.length)] ?? '';
  const ready = request(`/ready/${slug(name)}`, 'bench');
  // Strangers send another key each time. A key with a right checksum costs most.
  const key = () => (hasJunkKey ? generateKey('seoga_live_') : seoga.key);
  const requests = options.answers;
  return {
    seoga: { server: seoga, next: () => request(draw(), key()), requests: isCold ? COLD_CALLS : requests },
    reference: { server: reference, next: () => ready, requests },
  };
}
