import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, copyFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { send } from '../support/answer.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';
import { spawnProgram } from '../support/program.ts';
import { callApi, environmentOf, issueKey, outputOf, startServer } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';

/** The status, or the code of the error. */
function get(url: string): Promise<number | string> {
  return send(url).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}

test('no call on a kept connection meets a closed one while the server stops', async (t) => {
  const server = await startServer(t);
  const url = `${server.address}/v1/category/list`;
  const outcomes = new Map<number | string, number>();
  const call = async () => {
    for (;;) {
      const outcome = await get(url);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // Nothing listens any more.
      if (outcome === 'ECONNREFUSED') return;
    }
  };
  const callers = Array.from({ length: 8 }, call);
  while ((outcomes.get(401) ?? 0) < 200) await get(url);
  assert.equal(await server.stop(), 0);
  await Promise.all(callers);
  assert.deepEqual([...outcomes.keys()].sort(), [401, 'ECONNREFUSED']);
});

async function openConnection(t: TestContext, address: string, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (bytes !== '') await new Promise((sent) => socket.write(bytes, sent));
  return socket;
}

test('on SIGTERM, connections without an open response are cut, and an open one is sent to its end', async (t) => {
  const server = await startServer(t);
  const bookIntroduction = '가'.repeat(50_000);
  const ids = Array.from({ length: 50 }, (_, at) => at + 1);
  const books = ids.map((itemId) => book(itemId, `${itemId}`, { contentDetail: { bookIntroduction } }));
  outputOf(await server.seoga(['import', '-'], { input: jsonLines(books) }));
  const key = await issueKey(server);
  const head = `Host: a\r\nX-Api-Key: ${key}\r\n\r\n`;
  const search = () => callApi(server, '/v1/goods/itemList?query=nothingfound', key);
  assert.equal((await eventually(search, ({ status }) => status !== 503)).status, 404);

  const post = 'POST /portal/sign-in HTTP/1.1\r\nHost: a\r\n';
  const idle = await openConnection(t, server.address, 'GET /v1/none HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(idle, 'data');
  const slow = await openConnection(t, server.address, `${post}Transfer-Encoding: chunked\r\n\r\n`);
  const trickle = setInterval(() => slow.write('1\r\n \r\n'), 100);
  t.after(() => clearInterval(trickle));
  const without = [
    idle,
    slow,
    await openConnection(t, server.address, ''),
    await openConnection(t, server.address, 'GET /v1/none HTTP/1.1\r\nHo'),
    await openConnection(t, server.address, `${post}Content-Length: 1000\r\n\r\n{`),
  ];
  const path = `/v1/goods/items?searchType=ItemId&detail=Y&query=${ids.join(',')}`;
  const reader = await openConnection(t, server.address, `GET ${path} HTTP/1.1\r\n${head}`);
  const [first]: Buffer[] = await once(reader, 'data');
  reader.pause();
  const parts = [first ?? Buffer.alloc(0)];

  const ended = server.stop();
  await Promise.all(without.map((socket) => new Promise((cut) => socket.resume().once('close', cut))));
  reader.on('data', (part) => parts.push(part)).resume();
  await once(reader, 'close');
  const answer = Buffer.concat(parts).toString('latin1');
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(answer)?.[1];
  assert.equal(answer.length - answer.indexOf('\r\n\r\n') - 4, Number(length));
  assert.ok(Number(length) > ids.length * bookIntroduction.length, 'more than the kernel holds');
  assert.equal(await ended, 0);
  // What was only in memory has been written.
  const db = new DatabaseSync(join(server.dataDir, 'accounts.db'));
  assert.equal(db.prepare('SELECT query FROM search_query_day').get()?.query, 'nothingfound');
  db.close();
});

test('a signal to the whole group of npm start, which the starting script passes on once more, drains', async (t) => {
  // Under another Node than the pinned one, the script starts a second process.
  const node = join(tempDir(t), 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  const options = { env: environmentOf(tempDir(t)), detached: true };
  const { child, exit, written } = spawnProgram(node, ['scripts/run.mjs', 'bin/seoga.ts', 'serve'], options);
  t.after(() => child.kill('SIGKILL'));
  await written('stdout', /listening on/);
  const group = -(child.pid ?? 0);
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT'] as const) process.kill(group, signal);
  assert.equal(await exit, 0);
});

test('the server goes on when the reader of its log has gone', async (t) => {
  const env = environmentOf(tempDir(t), { SEOGA_LOG_LEVEL: 'debug' });
  const { child, exit, written } = spawnProgram(process.execPath, ['bin/seoga.ts', 'serve'], { env });
  t.after(() => child.kill('SIGKILL'));
  const address = await written('stdout', /listening on (\S+)/);
  child.stderr?.destroy();
  child.stdout?.destroy();
  for (let i = 0; i < 20; i++) assert.equal(await get(`${address}/v1/category/list`), 401);
  child.kill('SIGTERM');
  assert.equal(await exit, 0);
});
