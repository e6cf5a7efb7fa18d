import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  createConnectionGuard,
} from '../../src/http/connection-guard.ts';
import { listenOn } from './server-process.ts';

/** A server on a free port, and what it says of the connections that it cut. */
export async function serve(t: TestContext, limits: Partial<ConnectionLimits>, handler: RequestListener) {
  const cuts: string[] = [];
  const guard = createConnectionGuard({ ...CONNECTION_LIMITS, ...limits }, (reason) => cuts.push(reason));
  const server = guard.createServer({ keepAliveTimeout: 60_000 }, handler);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = await listenOn(server);
  return { port, cuts, server, guard };
}

/** A client that reads nothing until it is told to. */
export async function open(t: TestContext, port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.pause();
  await once(socket, 'connect');
  return socket;
}

/** As many requests, for /0, /1 and so on. */
export const requests = (count: number) =>
  Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
