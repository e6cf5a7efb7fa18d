import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { takesLong, watchBody } from '../../src/http/connection-guard.ts';
import { listenOn } from '../support/server-process.ts';

test('a body that stops coming is cut, unless its route takes files', async (t) => {
  const server = createServer((request, response) => {
    if (request.url === '/file') takesLong(request);
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
