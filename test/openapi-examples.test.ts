import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { formatKstDay, kstDayOf, systemClock } from '../src/clock.ts';
import { ERROR_STATUS } from '../src/http/errors.ts';
import { runSeogaEach, startServer } from './support/server-process.ts';
import { suiteCleanup, tempDir } from './support/temp-dir.ts';

interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters: readonly Parameter[] } }>>;
}

interface Parameter {
  readonly name?: string;
  readonly required?: boolean;
  readonly example?: string | number;
  readonly schema: { readonly default?: unknown };
}

describe('the demo catalogue', () => {
  const t = suiteCleanup();
  let address = '';
  let key = '';
  before(async () => {
    const dataDir = tempDir(t);
    const environment = { SEOGA_BURST: '1000', SEOGA_BURST_PER_SECOND: '1000' };
    const [loaded, , issued] = await runSeogaEach(dataDir, [
      ['demo', '--items', '2000', '--months', '14'],
      ['account', 'create', '--email', 'dev@books.example', '--name', 'Dev'],
      ['key', 'issue', '--account', 'dev@books.example'],
    ]);
    assert.equal(loaded?.code, 0, loaded?.stderr);
    key = issued?.stdout.trim() ?? '';
    ({ address } = await startServer(t, { dataDir, environment }));
  });

  test('every operation answers 200 when called with the examples of its document', async () => {
    // The lists of the demo end on this day or later, wherever the example of a date may lie by then.
    const yesterday = formatKstDay(kstDayOf(systemClock.nowMs()) - 1);
    const document = (await (await fetch(`${address}/v1/openapi.json`)).json()) as OpenApi;
    const paths = Object.entries(document.paths);
    assert.ok(paths.length > 20);
    for (const [path, { get }] of paths) {
      const required = get.parameters.filter((one) => one.required === true && one.name !== undefined);
      const optional = get.parameters.filter((one) => one.required !== true && one.name !== undefined);
      const silent = optional.filter(({ example, schema }) => (example ?? schema.default) === undefined);
      assert.deepEqual(silent, [], `${path}: what may be left out shows a default or an example`);
      const shown = optional.filter(({ example }) => example !== undefined);
      for (const parameters of [required, ...shown.map((one) => [...required, one])]) {
        const query = new URLSearchParams();
        for (const { name = '', example } of parameters)
          query.set(name, name === 'date' ? yesterday : String(example));
        const answer = await fetch(`${address}${path}?${query}`, {
          headers: { 'X-Api-Key': key },
        });
        assert.equal(answer.status, 200, `${path}?${query}: ${await answer.text()}`);
      }
    }
  });

  for (const code of Object.keys(ERROR_STATUS)) {
    test(`${code}: the command that its page calls right works as it stands`, async () => {
      const page = await (await fetch(`${address}/docs/errors/${code}.md`)).text();
      const [, works = ''] = page.split('{#works}');
      const [, command = ''] = /```sh [^\n]*\n([\s\S]*?)\n```/.exec(works) ?? [];
      const { stdout } = await promisify(execFile)('sh', ['-c', command], {
        env: { ...process.env, SEOGA_API_KEY: key },
      });
      const answers = stdout.startsWith('{') ? [JSON.parse(stdout).success] : stdout.trim().split('\n');
      assert.ok(answers.length > 0 && answers.every((one) => one === true || one === '200'), stdout);
    });
  }
});
