import { cpSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';
import { issueKey, type ServerProcess, startServer } from '../support/server-process.ts';
import { smallShop } from '../support/small-shop.ts';
import { type Cleanup, tempDir } from '../support/temp-dir.ts';

/** A started server with a small shop and a key whose limits don't matter. */
export interface Shop {
  readonly server: ServerProcess;
  readonly key: string;
  /** Calls with the key. Resolves to the status, after the whole answer was read. */
  call(path: string): Promise<number>;
  /** A figure of /metrics without labels, such as process_cpu_seconds_total. */
  metric(name: string): Promise<number>;
}

/** What is attacked. A proxy's word on addresses is taken. */
export interface Target extends Shop {
  /** A copy of the shop's data folder, for attacks that stop or damage it. */
  copyData(): string;
  /** Another server, on such a copy, with further settings. */
  startOn(dataDir: string, settings?: Readonly<Record<string, string>>): Promise<Shop>;
}

/** One attack, in a file of its own. */
export interface Attack {
  /** What is tried, and what must not happen. */
  readonly title: string;
  /** Why it can't be run here, or nothing. */
  readonly skip?: string | false;
  /**
   * Attacks with `load` times the smallest load that shows the fault. Resolves to what was tried and seen. Throws when
   * the server doesn't stand it.
   */
  run(target: Target, load: number): Promise<string>;
}

/** A list that the shop has at any time. */
export const LIST = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-31';

const SETTINGS = {
  SEOGA_TRUSTED_PROXIES: '127.0.0.1',
  SEOGA_BURST: '1000000',
  SEOGA_BURST_PER_SECOND: '1000000',
  SEOGA_DAILY_QUOTA: '1000000',
};

/** Starts a server to attack. It ends with the test. */
export async function startTarget(t: Cleanup): Promise<Target> {
  const server = await startServer(t, { environment: SETTINGS });
  const key = await issueKey(server);
  await server.seoga(['import', '-'], { input: jsonLines(smallShop) });
  const shop = await shopOf(server, key);
  await eventually(async () => (await shop.call(LIST)) === 200);
  const backup = join(tempDir(t), 'backup');
  await server.seoga(['backup', backup]);
  return {
    ...shop,
    copyData() {
      const folder = tempDir(t);
      cpSync(backup, folder, { recursive: true });
      return folder;
    },
    startOn: async (dataDir, settings = {}) =>
      shopOf(await startServer(t, { dataDir, environment: { ...SETTINGS, ...settings } }), key),
  };
}

async function shopOf(server: ServerProcess, key: string): Promise<Shop> {
  await server.logged('health and metrics on');
  const operators = /health and metrics on (http:\/\/[\d.:]+)/.exec(server.stderr())?.[1] ?? '';
  return {
    server,
    key,
    async call(path) {
      const response = await fetch(server.address + path, { headers: { 'x-api-key': key } });
      await response.arrayBuffer();
      return response.status;
    },
    async metric(name) {
      const text = await (await fetch(`${operators}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    },
  };
}

/** Opens a connection, sends bytes and reads nothing. Ends when `close` is called. */
export function sendUnread(address: string, bytes: string): { close(): void } {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  socket.pause();
  socket.on('error', () => {});
  return { close: () => socket.destroy() };
}
