import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { open, requests, serve } from '../support/guarded-server.ts';

test('of many requests in one packet only so many are worked on at once, and all are answered in order', async (t) => {
  const pending: ServerResponse[] = [];
  let most = 0;
  const { port } = await serve(t, { openAnswersMax: 3 }, (request, response) => {
    pending.push(response);
    most = Math.max(most, pending.length);
    setImmediate(() => {
      pending.splice(pending.indexOf(response), 1);
      response.end(`<${request.url}>`);
    });
  });
  const socket = await open(t, port);
  let answers = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answers += chunk;
  });
  socket.write(requests(1_000));
  socket.resume();
  await eventually(() => answers.includes('</999>'));
  const order = [...answers.matchAll(/<\/(\d+)>/g)].map((match) => Number(match[1]));
  assert.deepEqual(
    order,
    Array.from({ length: 1_000 }, (_, i) => i),
  );
  assert.equal(most, 3);
});

test('requests whose answers nobody reads wait without being worked on', async (t) => {
  let started = 0;
  const body = Buffer.alloc(4 * 1024 * 1024);
  const { port } = await serve(t, { openAnswersMax: 5 }, (_request, response) => {
    started++;
    response.end(body);
  });
  const socket = await open(t, port);
  socket.write(requests(500));
  await eventually(() => started >= 5);
  // A second connection is answered, so the first packet has been worked off as far as it will be.
  const second = await open(t, port);
  second.write(requests(1));
  second.resume();
  await once(second, 'data');
  // What the kernel takes of the first answers lets a few more begin, never all.
  assert.ok(started < 20, `${started} were started`);
});

test('more requests than may wait end the connection', async (t) => {
  const { port, cuts } = await serve(t, { openAnswersMax: 1, waitingPerConnectionMax: 10 }, () => {});
  const socket = await open(t, port);
  socket.resume().write(requests(12));
  await once(socket, 'close');
  assert.deepEqual(cuts, ['requests without end']);
});

test('more requests than may wait on all connections end the one that adds to them', async (t) => {
  const { port } = await serve(t, { openAnswersMax: 1, waitingMax: 10 }, () => {});
  const first = await open(t, port);
  first.write(requests(9));
  const second = await open(t, port);
  second.resume().write(requests(9));
  await once(second, 'close');
  assert.equal(first.closed, false);
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
  const { port } = await serve(t, { stallMs: 4_000 }, (_request, response) =>
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
});

test('an answer that takes long to make does not end its connection', async (t) => {
  const { port, server } = await serve(t, { stallMs: 100 }, (_request, response) => {
    const stalls = { count: 0 };
    server.on('timeout', () => {
      stalls.count++;
      response.end('late');
    });
  });
  const socket = await open(t, port);
  socket.setEncoding('utf8').write(requests(1));
  socket.resume();
  const [answer] = await once(socket, 'data');
  assert.match(answer, /late$/);
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
