import { type ChildProcess, fork } from 'node:child_process';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../src/clock.ts';
import { type ShopSize, shopCategories } from './shop.ts';

const WARM_UP_MS = 4_000;
const IDLE_MS = 6_000;
/** Requests a second, well below what one process can answer, and connections. */
const RATE = 150;
const CONNECTIONS = 4;
/** No round asks for what an earlier one asked for: ready bodies are kept. */
const URLS_A_ROUND = 2_003;

export interface Latency {
  readonly answers: number;
  readonly p50: number;
  readonly p99: number;
}

export interface HttpFigures {
  readonly idle: Latency;
  readonly busy: Latency;
  readonly runMs: number;
}

/** List answers at a steady pace, during a full run on a thread of the same server, and alone before and after it. */
export async function measureHttp(size: ShopSize, folder: string): Promise<HttpFigures> {
  const child = fork(join(import.meta.dirname, 'server.ts'), [folder]);
  try {
    const { port, key } = (await answerOf(child)) as { port: number; key: string };
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const client = { port, key, agent, urls: listUrls(size) };
    await drive(client, 0, setTimeout(WARM_UP_MS));
    const before = await drive(client, 1, setTimeout(IDLE_MS));
    const done = answerOf(child);
    child.send('run');
    const busy = await drive(client, 2, done);
    const { elapsedMs } = (await done) as { elapsedMs: number };
    const after = await drive(client, 3, setTimeout(IDLE_MS));
    agent.destroy();
    return { idle: latencyOf([...before, ...after]), busy: latencyOf(busy), runMs: elapsedMs };
  } finally {
    child.kill();
  }
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)));
  });
}

function listUrls(size: ShopSize): string[] {
  return shopCategories(size).flatMap(({ categoryId }) =>
    ['A', 'M', 'F'].map((sex) => `/v1/category/bestsellerMonthly?categoryId=${categoryId}&sex=${sex}`),
  );
}

interface Client {
  readonly port: number;
  readonly key: string;
  readonly agent: Agent;
  readonly urls: readonly string[];
}

/** Sends requests at a fixed pace until `end`; a late answer counts from when its request was due. */
async function drive(client: Client, round: number, end: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const over = end.then(() => {
    isOver = true;
  });
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const startMs = systemClock.monotonicMs();
  for (let sent = 0; !isOver; sent++) {
    const dueMs = startMs + (sent * 1000) / RATE;
    const waitMs = dueMs - systemClock.monotonicMs();
    if (waitMs > 0) await setTimeout(waitMs);
    const url =
      client.urls[(Math.imul(round * URLS_A_ROUND + sent, 0x9e3779b1) >>> 0) % client.urls.length] ?? '';
    pending.push(
      request(client, url).then((isListed) => {
        if (isListed) times.push(systemClock.monotonicMs() - dueMs);
      }),
    );
  }
  await Promise.all([over, ...pending]);
  return times;
}

function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { answers: sorted.length, p50: at(0.5), p99: at(0.99) };
}

/** Whether there is such a list: in a small shop some categories sell nothing to some buyers. */
function request({ port, key, agent }: Client, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent, headers: { 'x-api-key': key } }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 200) resolve(true);
        else if (response.statusCode === 404) resolve(false);
        else reject(new Error(`${path} was answered with ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}
