import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { type NetworkApp, suiteNetworkApp } from '../support/network-app.ts';
import { createTestApp } from '../support/test-app.ts';

const ITEM = '/v1/goods/itemDetail?searchType=ItemId&query=1001';

describe('calls over the network', () => {
  let network: NetworkApp;
  suiteNetworkApp((made) => {
    network = made;
  });
  const get = (path: string, method: 'GET' | 'HEAD' = 'GET', headers: Record<string, string> = {}) =>
    network.ask({ method, path, headers: { 'x-api-key': network.app.key, ...headers } });

  test('a path may be percent-encoded where it need not be', async () => {
    assert.equal((await get(ITEM.replace('item', '%69tem'))).status, 200);
    assert.equal((await get(ITEM.replace('itemDetail', 'itemdetail'))).status, 404);
  });

  test('a caller who closes its side behind a call gets the answer, however late it is made', async (t) => {
    const { app, port } = network;
    const admit = app.gate.admit.bind(app.gate);
    const connected = once(app.app.server, 'connection');
    const socket = connect(port, '127.0.0.1');
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
