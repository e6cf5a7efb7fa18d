import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { demoGreeting } from '../../bin/first-start.ts';
import { eventually } from '../support/eventually.ts';
import { root, spawnProgram } from '../support/program.ts';
import { callApi, outputOf, startServer } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';
import { createTestApp } from '../support/test-app.ts';

const PEAK_MAX_MB = 350;

test('a first start that was ended loads the demo at the next one, and the server peaks below 350 MB', async (t) => {
  const dataDir = tempDir(t);
  const { PATH = '', HOME = '' } = process.env;
  const environment = { PATH, HOME, PORT: '0', SEOGA_OPS_PORT: '0', SEOGA_DATA_DIR: dataDir };
  const first = spawnProgram(process.execPath, ['bin/seoga.ts', 'serve'], { env: environment });
  await first.written('stderr', /order lines/);
  // Resolves once every process that writes to its pipes is gone.
  await first.end('SIGTERM');
  assert.doesNotMatch(first.stderr(), /listening at|Demo catalogue ready/);

  const server = await startServer(t, { dataDir, environment: { SEOGA_DEMO: '1' } });
  // The log begins after the greeting.
  await server.logged('"pid":');
  const [, pid = ''] = /"pid":(\d+)/.exec(server.stderr()) ?? [];
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : 'VmHWM: 1 kB';
  const peakMb = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  t.diagnostic(`the server's peak: ${peakMb.toFixed(0)} MB`);
  assert.ok(peakMb < PEAK_MAX_MB, `${peakMb} MB`);
  assert.match(server.stderr(), /Demo catalogue ready/);
  const shown = await eventually(() => /X-Api-Key: (\S+)".*\n.*run: (.+)\n/.exec(server.stdout()));
  assert.equal(shown[1], '$SEOGA_API_KEY');
  assert.match(shown[2] ?? '', /seoga -- key issue --account demo@seoga\.example$/);
  const key = outputOf(await server.seoga(['key', 'issue', '--account', 'demo@seoga.example'])).trim();
  const search = `/v1/goods/itemList?query=${encodeURIComponent('서가')}`;
  for (const path of ['/v1/category/bestsellerMonthly?categoryId=001', search])
    await eventually(
      () => callApi(server, path, key),
      ({ status }) => status === 200,
    );
  const [, secret = '#'] = await eventually(() =>
    /\/portal\/sign-in\/demo#([\w-]{43})\n/.exec(server.stdout()),
  );
  assert.equal(server.stderr().includes(secret), false, 'the log holds the link of the operator');
  assert.equal(await server.stop(), 0);
});

test("the demo's key is made for a terminal, once, and for no other output", async (t) => {
  const app = await createTestApp(t);
  const shown: (string | undefined)[] = [];
  for (const isTerminal of [false, true, true, false]) {
    const { curl } = await demoGreeting(app, app.config.dataDir, isTerminal);
    shown.push(/X-Api-Key: (.{11})/.exec(curl)?.[1]);
  }
  assert.deepEqual(shown, ['$SEOGA_API_', 'seoga_live_', '$SEOGA_API_', '$SEOGA_API_']);
});

test('the link of the demo is printed to a terminal or a pipe, and never to a file', async (t) => {
  const script = `
    const { greetOperator } = await import(${JSON.stringify(join(root, 'bin/first-start.ts'))});
    await greetOperator('http://127.0.0.1:8080', { create: async () => 'secret', redeem: async () => null });`;
  const greet = async (output: number | 'pipe') => {
    const args = ['--input-type=module', '--eval', script];
    const { exit, stdout } = spawnProgram(process.execPath, args, { stdio: ['ignore', output, 'inherit'] });
    assert.equal(await exit, 0);
    return stdout();
  };
  assert.match(await greet('pipe'), /http:\/\/127\.0\.0\.1:8080\/portal\/sign-in\/demo#secret\n$/);
  const file = join(tempDir(t), 'output.log');
  const output = openSync(file, 'w');
  await greet(output);
  closeSync(output);
  assert.equal(readFileSync(file, 'utf8'), '');
});
