import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { StoreUnavailableError } from '../../src/gate/store-unavailable-error.ts';
import { suiteNetworkApp } from '../support/network-app.ts';
import type { TestApp } from '../support/test-app.ts';

const ITEM = '/v1/goods/itemDetail?searchType=ItemId&query=1001';

/** A caller that speaks bytes. */
class Caller {
  readonly socket: Socket;
  #text = '';
  #closed = false;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay();
    this.socket.on('data', (chunk: string) => {
      this.#text += chunk;
    });
    this.socket.on('close', () => {
      this.#closed = true;
    });
    this.socket.on('error', () => {});
  }

  write(text: string): void {
    this.socket.write(text, 'latin1');
  }

  /** The next answer: what stays the same from call to call. */
  async answer(hasBody = true): Promise<string> {
    for (;;) {
      const end = this.#text.indexOf('\r\n\r\n') + 4;
      const head = this.#text.slice(0, end);
      const isBodiless = !hasBody || head.startsWith('HTTP/1.1 304');
      const length = isBodiless ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
      if (end > 3 && this.#text.length >= end + length) {
        const answer = this.#text.slice(0, end + length);
        this.#text = this.#text.slice(end + length);
        return answer
          .replace(/\r\nDate: [^\r]*/i, '')
          .replace(/;r=\d+/g, '')
          .replace(/seoga_request_[\w-]+|[\da-f]{8}-[\da-f-]{27}/g, 'id');
      }
      if (this.#closed) return `closed: ${this.#text}`;
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    }
  }
}

describe('connections with plain calls', () => {
  let app: TestApp;
  let port = 0;
  suiteNetworkApp((network) => {
    ({ app, port } = network);
  });

  const head = (path: string, lines: readonly string[] = []) =>
    `GET ${path} HTTP/1.1\r\n${['Host: a', `X-Api-Key: ${app.key}`, ...lines].join('\r\n')}\r\n\r\n`;

  /** A connection that the HTTP server has taken over, because its first request wasn't a call. */
  async function nodeCaller(): Promise<Caller> {
    const caller = new Caller(port);
    caller.write('HEAD /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n');
    await caller.answer(false);
    return caller;
  }

  const used = async () => {
    const rows = await app.accounts.listUsage(app.accountId, 0);
    return rows.reduce((sum, { calls }) => sum + calls, 0);
  };

  const path = fc.constantFrom(
    ITEM,
    `${ITEM}&detail=Y`,
    '/v1/goods/itemDetail?searchType=ItemId&query=999999',
    '/v1/goods/itemDetail',
    '/v1/category/bestsellerMonthly?categoryId=001&pageSize=2',
    '/v1/category/bestsellerMonthly/export?categoryId=001',
    '/v1/category/list',
    '/v1/goods/itemList?query=%EA%B5%AC%EC%9A%B4%EB%AA%BD',
    '/v1/goods/itemList?query=%',
    '/v1/usage',
    '/v1/nothing',
    '/robots.txt',
  );
  const lines = fc.subarray([
    'Accept-Encoding: gzip',
    'If-None-Match: *',
    'Accept-Language: ko',
    'Connection: keep-alive',
  ]);
  const calls = fc.array(fc.tuple(path, lines), { minLength: 1, maxLength: 5 });

  test("answers have the bytes of the HTTP server's, whatever comes before them", async () => {
    await fc.assert(
      fc.asyncProperty(calls, fc.boolean(), async (sent, closes) => {
        const [plain, node] = [new Caller(port), await nodeCaller()];
        for (const [index, [target, extra]] of sent.entries()) {
          const isLast = closes && index === sent.length - 1;
          const bytes = head(target, isLast ? [...extra, 'Connection: close'] : extra);
          plain.write(bytes);
          const answer = await plain.answer();
          node.write(bytes);
          assert.equal(withoutInstant(answer), withoutInstant(await node.answer()));
          if (isLast) assert.deepEqual([await plain.answer(), await node.answer()], ['closed: ', 'closed: ']);
        }
        plain.socket.destroy();
        node.socket.destroy();
      }),
      { numRuns: 60 },
    );
  });

  test('however the bytes are cut into packets, each request is answered once, in order', async () => {
    const paths = [ITEM, '/v1/goods/itemDetail?query=x', '/v1/category/list', `${ITEM}&detail=Y`];
    const caller = await nodeCaller();
    const expected: string[] = [];
    for (const target of paths) {
      caller.write(head(target));
      expected.push(withoutInstant(await caller.answer()));
    }
    const bytes = paths.map((target) => head(target)).join('');
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 4 }),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        async (cuts, pauses) => {
          const before = await used();
          const plain = new Caller(port);
          const ends = [...cuts.sort((a, b) => a - b), bytes.length];
          for (const [index, end] of ends.entries()) {
            plain.write(bytes.slice(ends[index - 1] ?? 0, end));
            if (pauses[index] === true) await new Promise(setImmediate);
          }
          for (const answer of expected) assert.equal(withoutInstant(await plain.answer()), answer);
          plain.socket.destroy();
          assert.equal((await used()) - before, paths.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a call that comes while another one is being answered waits for it', async (t) => {
    const settle = app.gate.settle.bind(app.gate);
    const connected = once(app.app.server, 'connection');
    const caller = new Caller(port);
    const [peer] = await connected;
    const calls = [head('/v1/category/list'), head(ITEM), head('/v1/goods/itemDetail')];
    // Each call is on disk only after the next one has been read.
    let read = 0;
    t.mock.method(app.gate, 'settle', async (...call: Parameters<typeof settle>) => {
      const next = calls.shift();
      if (next !== undefined) {
        read += next.length;
        caller.write(next);
        while (peer.bytesRead < read) await new Promise(setImmediate);
      }
      return settle(...call);
    });
    const [first = ''] = calls.splice(0, 1);
    read = first.length;
    caller.write(first);
    assert.match(await caller.answer(), /"categoryName":"/);
    assert.match(await caller.answer(), /"itemId":1001,/);
    assert.match(await caller.answer(), /"errorCode":"PARAM_/);
    caller.socket.destroy();
  });

  for (const [target, status] of [
    [ITEM, '200'],
    ['/v1/goods/itemDetail', '400'],
  ] as const)
    test(`a caller who closes its side behind a call gets the answer: ${status}`, async (t) => {
      const settle = app.gate.settle.bind(app.gate);
      const connected = once(app.app.server, 'connection');
      const caller = new Caller(port);
      const [peer] = await connected;
      // The call is on disk only after the end has been read.
      t.mock.method(app.gate, 'settle', async (...call: Parameters<typeof settle>) => {
        if (!peer.readableEnded) await once(peer, 'end');
        return settle(...call);
      });
      caller.socket.end(head(target), 'latin1');
      assert.match(await caller.answer(), new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.equal(await caller.answer(), 'closed: ');
    });

  test('503 UPSTREAM_UNAVAILABLE: a call that cannot be counted sends nothing else', async (t) => {
    t.mock.method(app.gate, 'settle', () =>
      Promise.reject(new StoreUnavailableError('the disk is full', null)),
    );
    const caller = new Caller(port);
    caller.write(head(ITEM));
    const answer = await caller.answer();
    assert.match(answer, /^HTTP\/1\.1 503 /);
    assert.match(answer, /"errorCode":"UPSTREAM_UNAVAILABLE"/);
    caller.socket.destroy();
  });

  test('a caller who hangs up before the answer harms nobody', async () => {
    const before = await used();
    for (let turn = 0; turn < 20; turn++) {
      const caller = new Caller(port);
      await once(caller.socket, 'connect');
      caller.socket.write(head(turn % 2 === 0 ? ITEM : '/v1/goods/itemDetail'), () =>
        caller.socket.resetAndDestroy(),
      );
      await once(caller.socket, 'close');
    }
    const caller = new Caller(port);
    caller.write(head(ITEM));
    assert.match(await caller.answer(), /^HTTP\/1\.1 200 /);
    assert.ok((await used()) - before <= 21);
    caller.socket.destroy();
  });

  test('idle connections are closed with the HTTP server', async () => {
    const callers = [new Caller(port), new Caller(port)];
    callers[0]?.write(head(ITEM));
    assert.match((await callers[0]?.answer()) ?? '', /^HTTP\/1\.1 200 /);
    app.app.server.closeIdleConnections();
    for (const caller of callers) if (!caller.socket.closed) await once(caller.socket, 'close');
  });
});

function withoutInstant(answer: string): string {
  return answer.replace(/"pubDate":"[^"]*"/, '');
}
