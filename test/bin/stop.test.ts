import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { environmentOf, startServer } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

const root = resolve(import.meta.dirname, '../..');

/** GET over a kept connection. Resolves to the status, or to the code of the error that ended it. */
function get(url: string, agent: Agent): Promise<number | string> {
  return new Promise((settle) => {
    const call = request(url, { agent }, (response) => {
      response.resume().once('end', () => settle(response.statusCode ?? 0));
    });
    call.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
    call.end();
  });
}

test('no call on a kept connection meets a closed one while the server stops', async (t) => {
  const server = await startServer(t);
  const url = `${server.address}/v1/category/list`;
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const outcomes = new Map<number | string, number>();
  const call = async () => {
    for (;;) {
      const outcome = await get(url, agent);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // Nothing listens any more: this is how a client learns that the server has gone.
      if (outcome === 'ECONNREFUSED') return;
    }
  };
  const callers = Array.from({ length: 8 }, call);
  while ((outcomes.get(401) ?? 0) < 200) await get(url, agent);
  assert.equal(await server.stop(), 0);
  await Promise.all(callers);
  assert.deepEqual([...outcomes.keys()].sort(), [401, 'ECONNREFUSED']);
});

/** The server in a process of its own, without the script that passes signals on. */
async function startBare(t: TestContext, stdio: 'pipe' | 'overlapped' = 'pipe') {
  const env = environmentOf(tempDir(t), { SEOGA_LOG_LEVEL: 'debug' });
  const child = spawn(process.execPath, [join(root, 'bin/seoga.ts'), 'serve'], { cwd: root, env, stdio });
  t.after(() => child.kill('SIGKILL'));
  child.stderr?.resume();
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  while (!text.includes('\n')) await once(child.stdout ?? child, 'data');
  const address = /listening on (\S+)/.exec(text)?.[1] ?? '';
  const ended = once(child, 'exit').then(([code]) => Number(code));
  return { child, address, ended };
}

test('two signals within a second, as a supervisor sends to a whole group, stop the server in order', async (t) => {
  const { child, ended } = await startBare(t);
  child.kill('SIGTERM');
  child.kill('SIGTERM');
  child.kill('SIGINT');
  assert.equal(await ended, 0);
});

test('a signal to the whole group of npm start, which the starting script passes on once more, drains', async (t) => {
  // Under another Node than the pinned one the script starts a second process.
  const node = join(tempDir(t), 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  const script = join(root, 'scripts', 'run.mjs');
  const parent = spawn(node, [script, 'bin/seoga.ts', 'serve'], {
    cwd: root,
    env: environmentOf(tempDir(t)),
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const group = -(parent.pid ?? 0);
  t.after(() => parent.kill('SIGKILL'));
  let text = '';
  parent.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  while (!text.includes('listening on')) await once(parent.stdout, 'data');
  const ended = once(parent, 'exit');
  process.kill(group, 'SIGTERM');
  process.kill(group, 'SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

test('the server goes on when the reader of its log has gone', async (t) => {
  const { child, address, ended } = await startBare(t);
  child.stderr?.destroy();
  child.stdout?.destroy();
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  // At this level every request writes a line.
  for (let i = 0; i < 20; i++) assert.equal(await get(`${address}/v1/category/list`, agent), 401);
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
});
