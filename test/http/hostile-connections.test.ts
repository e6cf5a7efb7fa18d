import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createRandom, type Random } from '../../demo/random.ts';
import { send } from '../support/answer.ts';
import { eventually } from '../support/eventually.ts';
import { suiteApp } from '../support/suite-app.ts';

const CONNECTIONS = 10_000;
const BATCH = 250;
/** More than noise, much less than what 10,000 connections would hold. */
const HEAP_GROWTH_MAX_BYTES = 64 * 1024 * 1024;

const ITEM = '/v1/goods/itemDetail?searchType=ItemId&query=1001';

describe('strangers', () => {
  let address = '';
  const app = suiteApp({ environment: { SEOGA_LOG_LEVEL: 'error' } }, async (made) => {
    address = await made.app.listen({ host: '127.0.0.1', port: 0 });
  });

  test('10,000 connections of every kind, cut and ended anyhow, end nothing and leave nothing behind', async (t) => {
    // The runner would only mention it.
    const uncaught: Error[] = [];
    const onUncaught = (error: Error) => uncaught.push(error);
    process.on('uncaughtExceptionMonitor', onUncaught);
    t.after(() => process.off('uncaughtExceptionMonitor', onUncaught));
    const port = Number(new URL(address).port);
    const random = createRandom(20261123);
    const kinds = requestsOf(app.key);
    const askHealthy = async () => {
      assert.equal((await send(address + ITEM, { key: app.key })).status, 200);
    };
    await askHealthy();
    // What the front page opens once stays open.
    await send(`${address}/`);
    const before = { descriptors: descriptors(), heap: heapBytes() };

    for (let done = 0; done < CONNECTIONS; done += BATCH) {
      const plans = Array.from({ length: BATCH }, () => planOf(random, kinds));
      const sockets = await Promise.all(plans.map((plan) => carryOut(plan, port)));
      await askHealthy();
      for (const socket of sockets) socket.destroy();
    }
    const connections = () =>
      new Promise<number>((resolve) => app.app.server.getConnections((_error, count) => resolve(count)));
    assert.deepEqual(uncaught, []);
    // The healthy caller's own connection stays.
    await eventually(connections, (count) => count <= 1);
    assert.ok(descriptors() <= before.descriptors, `${before.descriptors} -> ${descriptors()} descriptors`);
    const growth = heapBytes() - before.heap;
    assert.ok(growth < HEAP_GROWTH_MAX_BYTES, `the heap grew by ${growth} bytes`);
    await askHealthy();
  });
});

interface Plan {
  readonly packets: readonly Buffer[];
  readonly reads: boolean;
  readonly ending: 'FIN' | 'RST' | 'silence';
}

/** One to four requests in up to four packets; one plan in five leaves the last packet out. */
function planOf(random: Random, kinds: readonly string[]): Plan {
  const pieces = Array.from({ length: random.between(1, 4) }, () => kinds[random.below(kinds.length)]);
  const bytes = Buffer.from(pieces.join(''), 'latin1');
  const cuts = [0, ...Array.from({ length: 3 }, () => random.below(bytes.length))].sort((a, b) => a - b);
  const packets = cuts.map((from, index) => bytes.subarray(from, cuts[index + 1] ?? bytes.length));
  return {
    packets: random.chance(0.2) ? packets.slice(0, -1) : packets,
    reads: random.chance(0.8),
    ending: random.pick(['FIN', 'RST', 'silence']),
  };
}

async function carryOut({ packets, reads, ending }: Plan, port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  if (reads) socket.resume();
  for (const packet of packets) {
    if (packet.length > 0 && !socket.destroyed) socket.write(packet);
    await nextTurn();
  }
  if (ending === 'FIN') socket.end();
  if (ending === 'RST') socket.resetAndDestroy();
  return socket;
}

/** Requests in Latin-1, each character a byte: plain ones, odd ones, hostile ones. */
function requestsOf(key: string): readonly string[] {
  const get = (target: string, ...lines: string[]) =>
    [`GET ${target} HTTP/1.1`, 'Host: a', `X-Api-Key: ${key}`, ...lines, '', ''].join('\r\n');
  const raw = Buffer.from('/v1/goods/itemList?query=아침').toString('latin1');
  const item = get(ITEM);
  return [
    ...[
      item,
      item,
      get(ITEM, 'Accept-Encoding: gzip'),
      item.replace('GET', 'HEAD'),
      item.replace('1.1', '1.0'),
    ],
    ...[get('/v1/category/list/export'), get('/v1/openapi.json'), get('/nothing'), get('/v1/nothing')],
    ...[get(ITEM, 'Connection: close'), get('http://b/v1/usage#x'), get('/v1/usage?a=%zz'), get('/%zz')],
    ...[get(raw), get('/v1/usage?a=\xb1'), get(`${raw}\r\n`), item.repeat(5), item.repeat(100)],
    ...[item.replace('Host: a\r\n', ''), get(ITEM, 'Host: b'), `POST ${ITEM} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ...['CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\nxxxx'],
    ...[
      get(ITEM, 'Upgrade: websocket', 'Connection: Upgrade'),
      get('/', 'Upgrade: h2c', 'Connection: Upgrade'),
    ],
    ...[
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      get(ITEM, 'Expect: 100-continue'),
      get('/', 'Expect: 100-continue'),
    ],
    ...[get(ITEM, 'Expect: something'), get(ITEM, 'Content-Length: 5'), get(ITEM, 'Content-Length: x')],
    ...[
      `${get(ITEM, 'Transfer-Encoding: chunked')}zz\r\n`,
      `${get(ITEM, 'Transfer-Encoding: chunked')}5\r\nab`,
    ],
    ...[get(ITEM, 'Transfer-Encoding: chunked', 'Content-Length: 3'), get(ITEM, `A: ${'a'.repeat(17_000)}`)],
    ...[
      get(ITEM, ...Array.from({ length: 2_000 }, () => 'a:')),
      get(ITEM, 'A: \0'),
      get(ITEM, 'A : b', ' c'),
    ],
    ...['\r\n\r\n', 'hello\r\n\r\n', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', '\0\xff\x80'.repeat(99)],
  ];
}

function descriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
