import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import {
  allowSlowBody,
  CONNECTION_LIMITS,
  type ConnectionLimits,
  createConnectionGuard,
  watchBody,
} from '../../src/http/connection-guard.ts';
import { eventually } from '../support/eventually.ts';
import { listenOn } from '../support/server-process.ts';

async function serve(t: TestContext, limits: Partial<ConnectionLimits>, handler: RequestListener) {
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
async function open(t: TestContext, port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.pause();
  await once(socket, 'connect');
  return socket;
}

/** As many requests, for /0, /1 and so on. */
const requests = (count: number) =>
  Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');

test('a request more than a connection may have open cuts it, and no further one is worked on', async (t) => {
  let started = 0;
  const { port, cuts } = await serve(t, { openAnswersMax: 5 }, () => {
    started++;
  });
  const socket = await open(t, port);
  socket.resume().write(requests(500));
  await once(socket, 'close');
  assert.equal(started, 5);
  assert.deepEqual(cuts, ['requests without end']);
});

test('a connection that takes nothing of its answer is cut', async (t) => {
  const { port, server } = await serve(t, { stallMs: 300 }, (_request, response) => {
    response.end(Buffer.alloc(64 * 1024 * 1024));
  });
  const connected = once(server, 'connection');
  const socket = await open(t, port);
  const [peer] = await connected;
  socket.write(requests(1));
  await once(peer, 'close');
});

test('a draining server asks its callers to close, and waits for them', async (t) => {
  const responses: ServerResponse[] = [];
  const { port, guard } = await serve(t, {}, (_request, response) => responses.push(response));
  const [busy, idle] = [await open(t, port), await open(t, port)];
  const texts = [busy, idle].map((socket) => text(socket));
  idle.write(requests(1));
  await eventually(() => responses.length === 1);
  responses.shift()?.end('kept');
  await once(idle, 'data');
  busy.write(requests(1));
  await eventually(() => responses.length === 1);
  const drained = guard.drain({ askMs: 60_000, graceMs: 60_000 });
  await new Promise(setImmediate);
  responses.shift()?.end('ok');
  idle.write(requests(1));
  await eventually(() => responses.length === 1);
  responses.shift()?.end('last');
  const [ofBusy, ofIdle] = await Promise.all(texts);
  await drained;
  assert.match(ofBusy ?? '', /\r\nConnection: close\r\n.*ok/s);
  assert.match(ofIdle ?? '', /\r\nConnection: keep-alive\r\n.*\r\nConnection: close\r\n.*last/s);
});

test('a response that nobody reads ends with the grace', async (t) => {
  const { port, guard } = await serve(t, {}, (_request, response) => {
    response.end(Buffer.alloc(64 * 1024 * 1024));
  });
  const socket = await open(t, port);
  socket.write(requests(1));
  await once(socket, 'readable');
  await guard.drain({ askMs: 0, graceMs: 100 });
  socket.resume();
  await once(socket, 'close');
});

test('a slow reader is not cut, however long it takes', async (t) => {
  const size = 24 * 1024 * 1024;
  const { port, cuts } = await serve(t, { stallMs: 4_000 }, (_request, response) =>
    response.end(Buffer.alloc(size)),
  );
  const socket = await open(t, port);
  const startedMs = performance.now();
  socket.write(requests(1));
  let read = 0;
  socket.on('data', (chunk) => {
    read += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), 16);
  });
  socket.resume();
  await eventually(() => read > size || socket.closed);
  assert.ok(read > size, `${read} bytes of ${size} were read`);
  assert.ok(performance.now() - startedMs > 4_000, 'the reader was slower than a stall may be long');
  assert.deepEqual(cuts, []);
});

test('an answer that takes long to make reaches its caller, who may have closed the other side', async (t) => {
  const { port, server } = await serve(t, { stallMs: 100 }, (_request, response) => {
    server.on('timeout', () => response.end('late'));
  });
  const socket = await open(t, port);
  socket.end(requests(1));
  assert.match(await text(socket), /late$/);
});

test('when too many bytes wait, those who read least are cut and the others are not', async (t) => {
  const { port, cuts } = await serve(t, { unsentBytesMax: 16 * 1024 * 1024 }, (request, response) => {
    response.end(Buffer.alloc(request.url === '/0' ? 64 * 1024 * 1024 : 1_000));
  });
  const greedy = await open(t, port);
  greedy.write('GET /0 HTTP/1.1\r\nHost: a\r\n\r\n');
  const modest = await open(t, port);
  modest.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n');
  await eventually(() => cuts.length > 0);
  assert.deepEqual(cuts, ['answers that nobody reads']);
  modest.resume();
  await once(modest, 'data');
  assert.equal(modest.closed, false);
});

const CONNECT = 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n';

const ENDINGS = [
  ['after CONNECT', CONNECT],
  ['after CONNECT behind a request', requests(1) + CONNECT],
  ['after bytes that are no request', 'hello\r\n\r\n'],
] as const;

for (const [title, bytes] of ENDINGS)
  for (const leaves of [true, false])
    test(`${title} a connection is read to its end, and ${leaves ? 'ends with its caller' : 'cut when it stays'}`, {
      timeout: 60_000,
    }, async (t) => {
      const limits = leaves ? { closeMs: 3_600_000, stallMs: 3_600_000 } : { closeMs: 200 };
      const { port, server, guard } = await serve(t, limits, (_request, response) => response.end('first'));
      const end = (socket: Socket) => guard.endAfterResponses(socket, () => Buffer.from('last'));
      server.on('connect', ({ socket }) => end(socket));
      server.on('clientError', (_error, socket) => end(socket as Socket));
      const connected = once(server, 'connection');
      const socket = await open(t, port);
      const [peer] = await connected;
      t.after(() => peer.destroy());
      socket.resume().write(bytes);
      const [first] = await once(socket, 'data');
      assert.match(String(first), /first|last/);
      const closed = once(peer, 'close');
      // Bytes that nobody reads would hide that it has left.
      socket.write('xxxx');
      if (leaves) socket.end();
      await closed;
    });

test('a server whose connections are all taken says so', async (t) => {
  const { port, guard, server } = await serve(t, { connectionsMax: 1 }, () => {});
  assert.equal(guard.takesConnections(), true);
  const connected = once(server, 'connection');
  const socket = await open(t, port);
  const [peer] = await connected;
  assert.equal(guard.takesConnections(), false);
  socket.destroy();
  await once(peer, 'close');
  assert.equal(guard.takesConnections(), true);
});

test('a caller may have so many connections, whatever others have: a host of IPv4, or a /64 of IPv6', async (t) => {
  const { server } = await serve(t, { connectionsPerAddressMax: 2 }, () => {});
  const enter = (remoteAddress: string) => {
    const socket = Object.assign(new PassThrough(), { remoteAddress });
    t.after(() => socket.destroy());
    server.emit('connection', socket);
    return socket;
  };
  const first = enter('2001:db8:1:2::1');
  const others = ['2001:db8:1:2:ffff::9', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::1'].map(enter);
  const refused = [first, ...others].map((socket) => socket.destroyed);
  assert.deepEqual(refused, [false, false, true, false]);
  const ended = once(first, 'close');
  first.destroy();
  await ended;
  assert.equal(enter('2001:db8:1:2::7').destroyed, false);
});

test('a body that stops coming is cut, unless its route takes files', async (t) => {
  const server = createServer((request, response) => {
    if (request.url === '/file') allowSlowBody(request);
    watchBody(request, 50);
    request.resume().once('end', () => response.end('whole'));
  });
  const port = await listenOn(server);
  t.after(() => server.close());
  const begin = (path: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n1`);
    return socket;
  };
  const file = begin('/file');
  await once(begin('/form').resume(), 'close');
  file.write('2');
  const [answer] = await once(file, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 200 /);
});
