import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { portOf } from '../support/server-process.ts';
import { suiteApp } from '../support/suite-app.ts';

/** Sends bytes as they are and reads until the server closes. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('utf8');
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

function parse(answer: string): {
  status: number;
  head: string;
  body: { errorCode: string; success: boolean; data: object };
} {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) };
}

const HOST = 'Host: books.example\r\nConnection: close\r\n';

describe('malformed HTTP is answered in the envelope', () => {
  let port = 0;
  const app = suiteApp({}, async (app) => {
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    port = portOf(app.app.server);
  });

  const vectors: [string, string, number, string][] = [
    ['not HTTP at all', 'hello\r\n\r\n', 400, 'COMMON_400'],
    ['unknown method', `FOO /v1/category/list HTTP/1.1\r\n${HOST}\r\n`, 400, 'COMMON_400'],
    ['bad percent-encoding in the path', `GET /v1/%zz HTTP/1.1\r\n${HOST}\r\n`, 400, 'COMMON_400'],
    [
      'both length and chunked',
      `GET / HTTP/1.1\r\n${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'COMMON_400',
    ],
    [
      'two lengths',
      `GET / HTTP/1.1\r\n${HOST}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`,
      400,
      'COMMON_400',
    ],
    ['a blank before the colon', `GET / HTTP/1.1\r\n${HOST}X-A : b\r\n\r\n`, 400, 'COMMON_400'],
    ['a folded header', `GET / HTTP/1.1\r\n${HOST}X-A: b\r\n c\r\n\r\n`, 400, 'COMMON_400'],
    ['NUL in a header', `GET / HTTP/1.1\r\n${HOST}X-A: \0\r\n\r\n`, 400, 'COMMON_400'],
    ['no Host', 'GET /v1/category/list HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'COMMON_400'],
    ['two Hosts', `GET /v1/category/list HTTP/1.1\r\nHost: a\r\n${HOST}\r\n`, 400, 'COMMON_400'],
    [
      'an unknown expectation',
      `GET /v1/category/list HTTP/1.1\r\n${HOST}Expect: 200-maybe\r\n\r\n`,
      400,
      'COMMON_400',
    ],
    ['headers too large', `GET / HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(17_000)}\r\n\r\n`, 431, 'COMMON_431'],
    ['CONNECT', `CONNECT books.example:80 HTTP/1.1\r\n${HOST}\r\n`, 405, 'COMMON_405'],
    ['QUERY', `QUERY /v1/category/list HTTP/1.1\r\n${HOST}\r\n`, 405, 'COMMON_405'],
    ['QUERY on an unknown path', `QUERY /v1/nothing HTTP/1.1\r\n${HOST}\r\n`, 404, 'COMMON_404'],
    ['TRACE', `TRACE /v1/category/list HTTP/1.1\r\n${HOST}\r\n`, 405, 'COMMON_405'],
    [
      'a body of an unknown kind to an endpoint',
      `POST /v1/category/list HTTP/1.1\r\n${HOST}Content-Type: a/b\r\nContent-Length: 2\r\n\r\n{}`,
      405,
      'COMMON_405',
    ],
    [
      'a body that never comes to an unknown path',
      `POST /x HTTP/1.1\r\n${HOST}Content-Type: a/b\r\nContent-Length: 2\r\n\r\n{}`,
      404,
      'COMMON_404',
    ],
  ];
  for (const [title, bytes, status, code] of vectors) {
    test(`${status} ${code}: ${title}`, async () => {
      const answer = parse(await exchange(port, bytes));
      assert.equal(answer.status, status);
      assert.equal(answer.body.errorCode, code);
      assert.equal(answer.body.success, false);
      assert.deepEqual(answer.body.data, {});
      assert.match(answer.head, /content-type: application\/json; charset=utf-8/i);
      assert.match(
        answer.head,
        new RegExp(`\r\nlink: <https://books\\.example/docs/errors/${code}>; rel="help"`, 'i'),
      );
    });
  }

  test('408 COMMON_408: headers that stop coming, in the envelope, and the connection closes', async (t) => {
    const { server } = app.app;
    const usual = server.headersTimeout;
    t.after(() => {
      server.headersTimeout = usual;
    });
    server.headersTimeout = 1;
    const answer = parse(await exchange(port, `GET /v1/category/list HTTP/1.1\r\n${HOST}`));
    assert.equal(answer.status, 408);
    assert.equal(answer.body.errorCode, 'COMMON_408');
    assert.match(answer.head, /\r\nconnection: close/i);
    assert.match(answer.head, /\r\nlink: <https:\/\/books\.example\/docs\/errors\/COMMON_408>; rel="help"/i);
  });

  const spoilers: [string, string][] = [
    ["bytes that aren't a request", 'hello\r\n\r\n'],
    ['an unknown expectation', `GET /v1/category/list HTTP/1.1\r\n${HOST}Expect: 200-maybe\r\n\r\n`],
    ['CONNECT', `CONNECT books.example:80 HTTP/1.1\r\n${HOST}\r\n`],
  ];
  for (const [title, bytes] of spoilers) {
    test(`a good request is answered before what follows it in the packet: ${title}`, async () => {
      const good = `GET /v1/category/list HTTP/1.1\r\nHost: books.example\r\nX-Api-Key: ${app.key}\r\n\r\n`;
      const answer = await exchange(port, good + good + bytes);
      const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map((match) => Number(match[1]));
      assert.deepEqual(statuses.slice(0, 2), [200, 200]);
      assert.equal(statuses.length, 3);
      assert.match(String(statuses[2]), /^40[05]$/);
    });
  }

  test('100 Continue never stands inside the answer to another request', async () => {
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
    const expect = 'Expect: 100-continue\r\n';
    const last = get('/nothing', 'Connection: close\r\n');
    const behind = await exchange(port, get('/v1/nothing') + get('/v1/nothing', expect) + last);
    assert.doesNotMatch(behind, /HTTP\/1\.1 100/);
    assert.equal(behind.match(/HTTP\/1\.1 404 /g)?.length, 2);
    const alone = await exchange(port, get('/v1/nothing', expect) + last);
    assert.match(alone, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 404 /);
  });

  // The black-box suite proves bytes outside ASCII and absolute targets (test/acceptance/rows/targets-and-headers.ts).
  test('400 COMMON_400: bytes outside ASCII, also behind another request and in two packets', async () => {
    const get = (target: string, host: string) =>
      `GET ${target} HTTP/1.1\r\n${host}Accept-Language: ko\r\nX-Api-Key: ${app.key}\r\n\r\n`;
    const first = get('/v1/category/list', 'Host: books.example\r\n');
    const raw = get(Buffer.from('/v1/goods/itemList?query=아침').toString('latin1'), HOST);
    const answers = await exchange(port, first + raw);
    assert.deepEqual(
      [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['200', '400'],
    );
    assert.match(answers, /content-language: ko\r\n[\s\S]*"errorCode":"COMMON_400"/i);
    const connected = once(app.app.server, 'connection');
    const socket = connect(port, '127.0.0.1');
    const [peer] = await connected;
    const at = raw.search(/[^ -~\r\n]/) + 1;
    socket.write(raw.slice(0, at), 'latin1');
    while (peer.bytesRead < at) await pause(1);
    socket.write(raw.slice(at), 'latin1');
    assert.equal(parse(await text(socket)).body.errorCode, 'COMMON_400');
  });
});
