import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

test('a CP949 export, an ONIX message and an order log become a public list, with mapping files alone', async () => {
  const { stdout } = await run(process.execPath, [join(root, 'scripts/shop-morning.mjs')], { cwd: root });
  assert.match(stdout, /from nothing to a public list: \d+\.\d s/);
  // Three buyers of the first title, one of the second. The ONIX product is in another category.
  const titles = [...stdout.matchAll(/^\d\. (.*)$/gm)].map(([, title]) => title);
  assert.deepEqual(titles, ['뷁의 계절', '홍길동전']);
});
