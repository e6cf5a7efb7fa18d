import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createHeadReader } from '../../src/http/plain-head.ts';

const seen: IncomingMessage[] = [];
const server = createServer({ requireHostHeader: false }, (request, response) => {
  seen.push(request);
  response.end();
});
server.on('clientError', (_error, socket) => socket.destroy());

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => server.close());

const NEXT = 'GET /next HTTP/1.1\r\nHost: a\r\n\r\n';

/** What Node's server makes of a packet and one more request, once it has answered all of it or refused. */
async function readByNode(packet: Buffer): Promise<IncomingMessage[]> {
  seen.length = 0;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // Half-closed: the server ends the connection behind its last answer.
  socket.resume().end(Buffer.concat([packet, Buffer.from(NEXT)]));
  await once(socket, 'close');
  return [...seen];
}

const line = fc.oneof(
  fc.constantFrom(
    ...[
      'Host: books.example',
      'host:\tbooks.example ',
      'HOST:',
      'Host: a',
      'X-Api-Key: seoga_live_1',
      'x-api-key: ',
    ],
    ...['Connection: keep-alive', 'connection: Keep-Alive', 'Connection: close', 'Connection: keep-alive, x'],
    ...['Accept-Encoding: gzip, br', 'Accept-Language: ko', 'If-None-Match: "a", W/"b"', 'Accept: */*'],
    ...['Content-Length: 0', 'Content-Length: 3', 'Transfer-Encoding: chunked', 'Expect: 100-continue'],
    ...[
      'Upgrade: h2c',
      ' folded',
      'no colon',
      ': no name',
      'bad name: 1',
      'Name : 1',
      'X: \x01',
      'X: \xe9',
      'X: a\rb',
    ],
    ...['Cookie: a=b; c=d', 'Proxy-Connection: close', 'Keep-Alive: timeout=5', ''],
  ),
  fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) }),
);
const requestLine = fc.oneof(
  { weight: 4, arbitrary: fc.constant('GET /v1/usage?a=%20&b=c HTTP/1.1') },
  fc.constantFrom(
    ...['GET /v1/usage HTTP/1.0', 'HEAD / HTTP/1.1', 'GET  / HTTP/1.1', 'get / HTTP/1.1', 'GET / HTTP/1.1 '],
    ...[
      'GET /# HTTP/1.1',
      'GET http://a/ HTTP/1.1',
      'GET * HTTP/1.1',
      'GET /"<> HTTP/1.1',
      'GET /\xeb HTTP/1.1',
    ],
    ...[
      'GET / HTTP/1.1\r\nGET / HTTP/1.1',
      '\r\nGET / HTTP/1.1',
      'GET /a b HTTP/1.1',
      'GET /a HTTP/1.1 HTTP/1.1',
    ],
  ),
);
const end = fc.oneof(
  { weight: 4, arbitrary: fc.constant('\r\n\r\n') },
  fc.constantFrom('\r\n', '\n\n', '\r\n\r\nabc', '\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n', ''),
);
const packets = fc
  .tuple(requestLine, fc.array(line, { maxLength: 6 }), end)
  .map(([first, lines, last]) => Buffer.from([first, 'Host: a', ...lines].join('\r\n') + last, 'latin1'));

test("what is read as a plain head is one request to Node's parser, with the same target and headers", async () => {
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(packets, async (packet) => {
      const head = createHeadReader()(packet);
      if (head === null) return;
      plain++;
      const [request, next, ...others] = await readByNode(packet);
      assert.ok(request !== undefined);
      // No body comes before the next request, and the end of the connection only if it was asked for.
      assert.deepEqual([next?.url, others], [head.closes ? undefined : '/next', []]);
      assert.deepEqual([request.method, request.httpVersion, request.url], ['GET', '1.1', head.url]);
      const { host, 'x-api-key': key } = request.headers;
      const { 'accept-encoding': encoding, 'accept-language': language } = request.headers;
      const ifNoneMatch = request.headers['if-none-match'];
      const read = { host, 'x-api-key': key, 'accept-encoding': encoding, 'accept-language': language };
      assert.deepEqual({ ...NONE, ...head.headers }, { ...NONE, ...read, 'if-none-match': ifNoneMatch });
      assert.equal(request.headers['content-length'], undefined);
    }),
    { numRuns: 2_000 },
  );
  assert.ok(plain > 50, `${plain} packets were plain`);
});

const NONE = {
  host: undefined,
  'x-api-key': undefined,
  'accept-encoding': undefined,
  'accept-language': undefined,
  'if-none-match': undefined,
};

test('one reader reads the heads of a connection, each with its own headers', () => {
  const read = createHeadReader();
  const packet = (url: string, key: string) =>
    Buffer.from(`GET ${url} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n\r\n`);
  for (const [url, key] of [
    ['/1', 'a'],
    ['/2', 'a'],
    ['/3', 'b'],
    ['/4', 'a'],
  ] as const)
    assert.deepEqual(read(packet(url, key)), {
      url,
      headers: { host: 'a', 'x-api-key': key },
      closes: false,
    });
  assert.equal(read(Buffer.from('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n')), null);
  assert.equal(read(Buffer.concat([packet('/', 'a'), packet('/', 'a')])), null);
  assert.equal(read(packet('/', 'a'.repeat(9_000))), null);
});
