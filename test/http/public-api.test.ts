import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { send } from '../support/answer.ts';
import { suiteApp } from '../support/suite-app.ts';
import { createTestApp } from '../support/test-app.ts';

const ITEM = '/v1/goods/itemDetail?searchType=ItemId&query=1001';

describe('calls over the network', () => {
  let address = '';
  const app = suiteApp({}, async (made) => {
    address = await made.app.listen({ host: '127.0.0.1', port: 0 });
  });

  test('a path may be percent-encoded where it need not be', async () => {
    for (const [path, status] of [
      [ITEM.replace('item', '%69tem'), 200],
      [ITEM.replace('itemDetail', 'itemdetail'), 404],
    ] as const)
      assert.equal((await send(address + path, { key: app.key })).status, status);
  });

  test('a caller who closes its side behind a call gets the answer, however late it is made', async (t) => {
    const admit = app.gate.admit.bind(app.gate);
    const connected = once(app.app.server, 'connection');
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const [peer] = await connected;
    t.mock.method(app.gate, 'admit', async (who: string | number) => {
      if (!peer.readableEnded) await once(peer, 'end');
      return admit(who);
    });
    socket.end(`GET ${ITEM} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${app.key}\r\n\r\n`);
    assert.match(await text(socket), /^HTTP\/1\.1 200 .*"itemId":1001,/s);
  });
});

for (const level of ['info', 'debug'])
  test(`a call is answered the same way at log level ${level}, and logged at debug alone`, async (t) => {
    const app = await createTestApp(t, { environment: { SEOGA_LOG_LEVEL: level } });
    const { status, json } = await app.get(`/v1/category/list?apiKey=${app.key}`);
    assert.deepEqual([status, json.errorCode], [404, 'CATEGORY_001']);
    const lines = app
      .logText()
      .split('\n')
      .filter((line) => line.includes('"call answered"'));
    const logged = lines.map((line) => JSON.parse(line)).map((one) => [one.req.url, one.errorCode]);
    const expected = [['/v1/category/list?apiKey=***', 'CATEGORY_001']];
    assert.deepEqual(logged, level === 'debug' ? expected : []);
  });
