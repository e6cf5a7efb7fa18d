import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { countAddresses } from '../../src/http/rate-limiter.ts';
import { open, requests, serve } from '../support/guarded-server.ts';

test('callers of IPv6 are counted by /64, and one too many is refused until another leaves', () => {
  const { enter } = countAddresses(2);
  const leave = enter('2001:db8:1:2::1');
  assert.ok(leave !== null && enter('2001:db8:1:2:ffff::9') !== null);
  assert.equal(enter('2001:db8:1:2:3:4:5:6'), null);
  assert.notEqual(enter('2001:db8:1:3::1'), null);
  leave();
  assert.notEqual(enter('2001:db8:1:2:3:4:5:6'), null);
});

const CONNECT = 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n';

const ENDINGS = [
  ['after CONNECT', CONNECT],
  ['after CONNECT behind a request', requests(1) + CONNECT],
  ['after bytes that are no request', 'hello\r\n\r\n'],
] as const;

for (const [title, bytes] of ENDINGS)
  test(`${title} a connection is read to its end, and cut when its caller stays`, async (t) => {
    const { port, server, guard } = await serve(t, { closeMs: 200 }, (_request, response) =>
      response.end('first'),
    );
    const end = (socket: Socket) => guard.endAfterAnswers(socket, () => Buffer.from('last'));
    server.on('connect', ({ socket }) => end(socket));
    server.on('clientError', (_error, socket) => end(socket as Socket));
    for (const leaves of [true, false]) {
      const connected = once(server, 'connection');
      const socket = await open(t, port);
      const [peer] = await connected;
      socket.resume().write(bytes);
      const [first] = await once(socket, 'data');
      assert.match(String(first), /first|last/);
      socket.write('xxxx');
      if (leaves) socket.end();
      await once(peer, 'close');
    }
  });

test('a caller who leaves after CONNECT is let go at once, not when it is cut', {
  timeout: 60_000,
}, async (t) => {
  const limits = { closeMs: 3_600_000, stallMs: 3_600_000 };
  const { port, server, guard } = await serve(t, limits, () => {});
  server.on('connect', ({ socket }) => guard.endAfterAnswers(socket, () => Buffer.from('last')));
  const connected = once(server, 'connection');
  const socket = await open(t, port);
  const [peer] = await connected;
  t.after(() => peer.destroy());
  const closed = once(peer, 'close');
  socket.resume().write(CONNECT);
  await once(socket, 'data');
  // Bytes that nobody reads would hide that it has left.
  socket.end('more');
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
