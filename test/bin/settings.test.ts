import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runSeogaEach, startServer } from '../support/server-process.ts';
import { suiteCleanup, tempDir } from '../support/temp-dir.ts';

describe('wrong settings are one clear line and exit code 2', () => {
  const taken = createServer();
  let takenPort = '0';
  let file = '';
  const t = suiteCleanup();
  before(async () => {
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    takenPort = String(typeof address === 'object' && address !== null ? address.port : 0);
    file = join(tempDir(t), 'file');
    writeFileSync(file, '');
  });
  after(() => void taken.close());

  const cases: [title: string, environment: () => Record<string, string>, line: RegExp][] = [
    [
      'a port that is taken',
      () => ({ PORT: takenPort }),
      /^HOST is 127\.0\.0\.1 and PORT is \d+: another program/,
    ],
    [
      'a port of operators that is taken',
      () => ({ SEOGA_OPS_PORT: takenPort }),
      /^SEOGA_OPS_HOST is 127\.0\.0\.1 and SEOGA_OPS_PORT is \d+: another/,
    ],
    [
      'an address of another machine',
      () => ({ HOST: '192.0.2.1' }),
      /^HOST is 192\.0\.2\.1 .*no such address/,
    ],
    ['a name that nobody knows', () => ({ HOST: 'nowhere.invalid' }), /^HOST is nowhere\.invalid .*: \S/],
    [
      'a data folder that is a file',
      () => ({ SEOGA_DATA_DIR: file }),
      /^SEOGA_DATA_DIR is .*is not a folder/,
    ],
    [
      'a data folder in a file',
      () => ({ SEOGA_DATA_DIR: join(file, 'x') }),
      /^SEOGA_DATA_DIR is .*is not a folder/,
    ],
    [
      "a base address that isn't an address",
      () => ({ SEOGA_BASE_URL: 'http://[' }),
      /^SEOGA_BASE_URL is "http:\/\/\["/,
    ],
    [
      "a proxy that isn't an address",
      () => ({ SEOGA_TRUSTED_PROXIES: '999.1.1.1' }),
      /^SEOGA_TRUSTED_PROXIES is/,
    ],
    [
      "a link template that isn't an address",
      () => ({ SEOGA_LINK_TEMPLATE: 'http://[{itemId}' }),
      /^SEOGA_LINK_TEMPLATE is "http:/,
    ],
    [
      'a secret file that is not there',
      () => ({ SEOGA_KEY_PEPPER_FILE: file + 9 }),
      /^SEOGA_KEY_PEPPER_FILE is/,
    ],
    [
      "a mail server that isn't an address",
      () => ({ SEOGA_SMTP_URL: 'smtp://:::' }),
      /^SEOGA_SMTP_URL is "\*\*\*"/,
    ],
  ];
  let results: Awaited<ReturnType<typeof runSeogaEach>> = [];
  before(async () => {
    results = await runSeogaEach(
      tempDir(t),
      cases.map(([, environment]) => ({
        words: ['serve'],
        settings: { SEOGA_DATA_DIR: tempDir(t), ...environment() },
      })),
    );
  });
  for (const [at, [title, , line]] of cases.entries()) {
    test(`${title}`, () => {
      const { code, stdout, stderr } = results[at] ?? { code: null, stdout: '', stderr: '' };
      assert.equal(code, 2, stderr);
      assert.equal(stdout, '');
      const lines = stderr.trimEnd().split('\n');
      assert.equal(lines.length, 1, stderr);
      assert.match(lines[0] ?? '', line);
    });
  }
});

test('a start names variables that do not exist, and goes on', async (t) => {
  const server = await startServer(t, { environment: { SEOGA_DEMOS: '1' } });
  assert.match(server.stderr(), /^SEOGA_DEMOS is set, but no such variable exists/m);
  assert.equal(await server.stop(), 0);
});

test('key and account commands without --account exit 2 and leave no store behind', async (t) => {
  const folder = tempDir(t);
  const words = [
    ['key', 'issue'],
    ['key', 'revoke'],
    ['account', 'update'],
  ];
  const results = await runSeogaEach(folder, words);
  for (const { code, stderr } of results) {
    assert.equal(code, 2, stderr);
    assert.match(stderr, /--account must be/);
  }
  assert.deepEqual(readdirSync(folder), []);
});
