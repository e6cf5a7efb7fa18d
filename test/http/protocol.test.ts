import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { message } from '../../src/messages/messages.ts';
import { suiteApp } from '../support/suite-app.ts';

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

function parse(answer: string) {
  const [head = '', text = ''] = answer.split('\r\n\r\n');
  const body: { errorCode: string; success: boolean; message: string; data: object } = JSON.parse(text);
  return { status: Number(head.split(' ')[1]), head, body };
}

function assertFailure(answer: string, status: number): void {
  const { status: answered, head, body } = parse(answer);
  const code = `COMMON_${status}`;
  assert.deepEqual([answered, body.errorCode, body.success, body.data], [status, code, false, {}]);
  assert.match(head, /content-type: application\/json; charset=utf-8/i);
  assert.match(head, new RegExp(`\r\nlink: <https://books\\.example/docs/errors/${code}>; rel="help"`, 'i'));
}

const HOST = 'Host: books.example\r\nConnection: close\r\n';

describe('malformed HTTP is answered in the envelope', () => {
  let port = 0;
  const app = suiteApp({}, async (app) => {
    port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port);
  });

  const get = (target: string, more = '') => `GET ${target} HTTP/1.1\r\n${HOST}${more}\r\n`;
  const list = '/v1/category/list';
  const chunked = 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n';
  const body = 'Content-Type: a/b\r\nContent-Length: 2\r\n\r\n{}';
  const vectors: readonly (readonly [title: string, bytes: string, status: number])[] = [
    ['not HTTP at all', 'hello\r\n\r\n', 400],
    ['unknown method', get(list).replace('GET', 'FOO'), 400],
    ['bad percent-encoding in the path', get('/v1/%zz'), 400],
    ['both length and chunked', `${get('/', chunked)}0\r\n\r\n`, 400],
    ['two lengths', `${get('/', 'Content-Length: 3\r\nContent-Length: 4\r\n')}abc`, 400],
    ['a blank before the colon', get('/', 'X-A : b\r\n'), 400],
    ['a folded header', get('/', 'X-A: b\r\n c\r\n'), 400],
    ['NUL in a header', get('/', 'X-A: \0\r\n'), 400],
    ...['*', 'http://', 'https://?a=b', 'ftp://books.example/v1', 'v1/category'].map(
      (target) => [`a target without a path: ${target}`, get(target), 400] as const,
    ),
    ['no Host', `GET ${list} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
    ['two Hosts', get(list, 'Host: a\r\n'), 400],
    ['an unknown expectation', get(list, 'Expect: 200-maybe\r\n'), 400],
    ['headers too large', get('/', `X-A: ${'a'.repeat(17_000)}\r\n`), 431],
    ['CONNECT', get('books.example:80').replace('GET', 'CONNECT'), 405],
    ['QUERY', get(list).replace('GET', 'QUERY'), 405],
    ['QUERY on an unknown path', get('/v1/nothing').replace('GET', 'QUERY'), 404],
    ['TRACE', get(list).replace('GET', 'TRACE'), 405],
    ['a body of an unknown kind to an endpoint', `POST ${list} HTTP/1.1\r\n${HOST}${body}`, 405],
    ['a body that never comes to an unknown path', `POST /x HTTP/1.1\r\n${HOST}${body}`, 404],
  ];
  for (const [title, bytes, status] of vectors)
    test(`${status}: ${title}`, async () => assertFailure(await exchange(port, bytes), status));

  test('408 COMMON_408: headers that stop coming, in the envelope, and the connection closes', async (t) => {
    const { server } = app.app;
    const usual = server.headersTimeout;
    t.after(() => {
      server.headersTimeout = usual;
    });
    server.headersTimeout = 1;
    const answer = await exchange(port, `GET /v1/category/list HTTP/1.1\r\n${HOST}`);
    assertFailure(answer, 408);
    assert.match(answer, /\r\nconnection: close/i);
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

  test('a target in absolute form is reduced to its path and query, and a fragment is dropped', async () => {
    for (const target of [`http://evil.example${list}?a=b`, `${list}?a=b#evil`]) {
      const answer = await exchange(port, get(target, `X-Api-Key: ${app.key}\r\n`));
      assert.equal(parse(answer).status, 200, target);
      assert.ok(answer.includes('"apiLink":"https://books.example/v1/category/list?a=b"'), target);
    }
  });

  test('400 COMMON_400: bytes outside ASCII, also behind another request and in two packets', async () => {
    const get = (target: string, host: string) =>
      `GET ${target} HTTP/1.1\r\n${host}Accept-Language: ko\r\nX-Api-Key: ${app.key}\r\n\r\n`;
    const first = get('/v1/category/list', 'Host: books.example\r\n');
    const raw = get(Buffer.from('/v1/goods/itemList?query=아침').toString('latin1'), HOST);
    const answers = await exchange(port, first + raw);
    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    assert.deepEqual(statuses, ['200', '400']);
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

  test('what is wrong with a target is said: blanks, doubled slashes, a query that was encoded twice', async () => {
    const asked = (target: string) => exchange(port, get(target, `X-Api-Key: ${app.key}\r\n`));
    const encode = message('api.badQuery');
    const twice = message('api.encodedTwice');
    const path = message('api.doubledSlash', { path: '/v1/category/list' });
    for (const [target, status, hint] of [
      ['/v1/goods/itemList?query=War & Peace', 400, encode],
      [Buffer.from('/v1/goods/itemList?query=아침').toString('latin1'), 400, encode],
      ['//v1/category/list', 404, path],
      ['/v1//category/list//', 404, path],
      ['/v1/goods/itemList?query=%25EC%2595%2584', 404, twice],
      ['/v1/goods/itemDetail?query=978%252088', 400, twice],
    ] as const) {
      const { status: answered, body } = parse(await asked(target));
      assert.equal(answered, status, target);
      assert.ok(body.message.endsWith(hint.en), body.message);
    }
  });
});
