import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEMO_ITEMS_DEFAULT, demoRecords } from '../../demo/demo-records.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { authorLine } from '../../src/catalog/item.ts';
import { kstDayOf } from '../../src/clock.ts';
import { endGroup, root, spawnProgram } from '../support/program.ts';
import { freePort } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('README and package.json give the same address of the repository', () => {
  assert.ok(readme.includes(`git clone ${packageJson.repository.url} `));
});

test('the shop of the README opens when bash runs the block as it is pasted, and closes as the README says', async (t) => {
  const section = readme.split('## A shop of your own')[1]?.split('\n## ')[0] ?? '';
  const script = /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  assert.match(section, /`kill %1` closes it/);
  const port = await freePort();
  const { PATH = '' } = process.env;
  const pasted = `${script.replaceAll(':8080/', `:${port}/`)}\necho; kill %1; wait`;
  const env = { PATH, HOME: tempDir(t), PORT: String(port), SEOGA_OPS_PORT: '0' };
  const bash = spawnProgram('bash', ['-c', pasted], { env, detached: true });
  endGroup(t, bash);
  await bash.exit;
  const [stdout, stderr] = [bash.stdout(), bash.stderr()];
  const answer = stdout.split('\n').find((line) => line.startsWith('{')) ?? '{}';
  const { data } = JSON.parse(answer) as { data?: { items: { title: string }[] } };
  // Copies sold: three of 1001, two of 1004, one of the others, of which the latest comes first.
  assert.deepEqual(
    data?.items.map(({ title }) => title),
    ['홍길동전', '하늘과 바람과 별과 시', '구운몽', '진달래꽃'],
    stdout + stderr,
  );
  assert.doesNotMatch(stderr, /warning|SEOGA_/);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/`), 'the server has ended with npm');
});

test('the product of the sample answer is in the demo catalogue, whatever the day', () => {
  const [, itemId = '', title = '', author = ''] =
    /"itemId": (\d+), "title": "([^"]+)", "author": "([^"]+)"/.exec(readme) ?? [];
  for (const day of ['2026-11-23', '2031-02-28']) {
    const untilMs = Date.parse(`${day}T12:00:00+09:00`);
    const today = kstDayOf(untilMs);
    const records = demoRecords({ items: DEMO_ITEMS_DEFAULT, months: 0, today, untilMs });
    const record = records.find((one) => one.kind === 'item' && one.item.itemId === Number(itemId));
    assert.ok(record?.kind === 'item', itemId);
    assert.equal(record.item.title, title);
    assert.equal(authorLine(record.item.contributors), author);
  }
});
