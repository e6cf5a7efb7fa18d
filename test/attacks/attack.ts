import { connect } from 'node:net';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { smallShop } from '../support/small-shop.ts';
import type { Cleanup } from '../support/temp-dir.ts';

/** The server that is attacked, with a shop in it and a proxy's word on addresses taken. */
export interface Target {
  readonly address: string;
  /** A key whose limits don't matter. */
  readonly key: string;
  /** A figure of /metrics without labels, such as process_cpu_seconds_total. */
  metric(name: string): Promise<number>;
}

/** One attack, in a file of its own. */
export interface Attack {
  /** What is tried, and what must not happen. */
  readonly title: string;
  /**
   * Attacks with `load` times the smallest load that shows the fault. Resolves to what was measured. Throws when the
   * server doesn't stand it.
   */
  run(target: Target, load: number): Promise<string>;
}

/** Starts a server to attack. It ends with the test. */
export async function startTarget(t: Cleanup): Promise<Target> {
  const server = await startServer(t, {
    environment: {
      SEOGA_TRUSTED_PROXIES: '127.0.0.1',
      SEOGA_BURST: '1000000',
      SEOGA_BURST_PER_SECOND: '1000000',
      SEOGA_DAILY_QUOTA: '1000000',
    },
  });
  await server.seoga(['account', 'create', '--email', 'a@books.example', '--name', 'A']);
  const issued = await server.seoga(['key', 'issue', '--account', 'a@books.example']);
  await server.seoga(['import', '-'], {
    input: smallShop.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
  const operators = await operatorsAddress(server);
  return {
    address: server.address,
    key: issued.stdout.trim(),
    async metric(name) {
      const text = await (await fetch(`${operators}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    },
  };
}

async function operatorsAddress(server: ServerProcess): Promise<string> {
  await server.logged('health and metrics on');
  return /health and metrics on (http:\/\/[\d.:]+)/.exec(server.stderr())?.[1] ?? '';
}

/** Opens a connection, sends bytes and reads nothing. Ends when `close` is called. */
export function sendUnread(address: string, bytes: string): { close(): void } {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  socket.pause();
  socket.on('error', () => {});
  return { close: () => socket.destroy() };
}
