import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { headerLines, TextHeadResponse } from '../../src/http/text-head-response.ts';

const CONSTANT = ['x-frame-options', 'DENY', 'content-security-policy', "default-src 'none'"];

interface Given {
  readonly status: number;
  readonly headers: readonly string[];
}

let given: Given = { status: 200, headers: [] };
/** Whether the last answer's head was written as text. */
let wasText = false;

const server = createServer(
  { ServerResponse: TextHeadResponse, keepAliveTimeout: 65_000, requireHostHeader: false },
  (request, response: ServerResponse) => {
    const { status, headers } = given;
    const own = [...headers, 'content-length', '2'];
    try {
      wasText =
        request.url === '/text' &&
        response instanceof TextHeadResponse &&
        response.writeTextHead(status, headerLines([...CONSTANT, ...own]));
      if (!wasText) response.writeHead(status, [...CONSTANT, ...own]);
      response.end('ok', 'latin1');
    } catch {
      wasText = false;
      response.destroy();
    }
  },
);

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => server.close());

/** Everything that the server sends for a request, with one and the same Date. */
async function bytesOf(path: string, method: string, connection: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  // Half-closed: the server ends the connection behind its last answer.
  socket.end(`${method} ${path} HTTP/1.1\r\nConnection: ${connection}\r\n\r\n`);
  await once(socket, 'close');
  return text.replace(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/, '\r\nDate: now\r\n');
}

test('a head that is written as text has the bytes of the one that Node writes', async () => {
  const name = fc.stringMatching(/^[a-z]{1,8}-[a-z]{1,8}$/).map((text) => `x-${text}`);
  const value = fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  });
  const plain = fc.stringMatching(/^[\t -~\x80-\xff]*$/);
  const headers = fc.array(fc.tuple(name, fc.oneof(plain, plain, plain, value)), { maxLength: 4 });
  const statuses = fc.constantFrom(200, 304, 401, 404, 429, 503);
  let texts = 0;
  await fc.assert(
    fc.asyncProperty(
      statuses,
      headers,
      fc.constantFrom('GET', 'HEAD'),
      fc.constantFrom('keep-alive', 'close'),
      async (status, pairs, method, connection) => {
        given = { status, headers: pairs.flat() };
        const expected = await bytesOf('/node', method, connection);
        assert.equal(await bytesOf('/text', method, connection), expected);
        if (wasText) texts++;
      },
    ),
    { numRuns: 60 },
  );
  assert.ok(texts > 0);
});

test('a value that could end its line is refused as Node refuses it', async () => {
  given = { status: 200, headers: ['x-name', 'one\r\nx-other: two'] };
  assert.equal(await bytesOf('/text', 'GET', 'keep-alive'), '');
  assert.equal(wasText, false);
});
