import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { programs, type SampleCall } from '../../../src/site/docs/markdown.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** The program that runs a sample, and the name that its file must have. */
const RUNNERS = {
  curl: ['sh', 'sample.sh'],
  JavaScript: [process.execPath, 'call.mjs'],
  TypeScript: [process.execPath, 'call.mts'],
  Python: ['python3', 'sample.py'],
} as const;
const isCi = process.env.CI === 'true';
const run = promisify(execFile);

/** The programs for a call by their titles. */
const programsOf = (call: SampleCall) =>
  new Map(
    programs(call).map((fence) => {
      const [, title = '', code = ''] = /^`{3}\w+ (\w+)\n([\s\S]*)\n`{3}$/.exec(fence) ?? [];
      return [title, code];
    }),
  );

describe('the code of the documentation', () => {
  let address = '';
  const shop = suiteApp({}, async ({ app }) => {
    address = await app.listen({ host: '127.0.0.1', port: 0 });
  });

  test('in every language the key comes from the environment, and the query is put together, not typed', () => {
    const url = `https://books.example/v1/goods/itemList?query=${encodeURIComponent(`여행 & "책'`)}&page=2`;
    const all = programsOf({ url, fileName: null, hasItems: true });
    assert.equal(all.size, 6);
    for (const [title, code] of all) {
      assert.ok(code.includes('https://books.example/v1/goods/itemList'), title);
      assert.ok(code.includes('여행 & '), title);
      assert.doesNotMatch(code, /%EC|seoga_live_/, title);
      assert.match(code, /SEOGA_API_KEY/, title);
    }
  });

  for (const [language, [program, file]] of Object.entries(RUNNERS)) {
    const skip = isMissing(program) && !isCi && `${program} is missing`;
    test(`${language}: it runs, prints the list, saves the file, and tells what failed`, {
      skip,
    }, async (t) => {
      const folder = tempDir(t);
      const runSample = async (call: SampleCall) => {
        const title = language === 'TypeScript' ? 'JavaScript' : language;
        writeFileSync(join(folder, file), programsOf(call).get(title) ?? '');
        const { PATH = '' } = process.env;
        const env = { PATH, SEOGA_API_KEY: shop.key, PYTHONIOENCODING: 'utf-8', NODE_NO_WARNINGS: '1' };
        return (await run(program, [file], { cwd: folder, env })).stdout;
      };
      const monthly = `${address}/v1/category/bestsellerMonthly`;
      const printed = await runSample({
        url: `${monthly}?categoryId=001001&date=2026-10-01`,
        fileName: null,
        hasItems: true,
      });
      for (const title of ['구운몽', '홍길동전', '춘향전']) assert.ok(printed.includes(title), printed);
      const search = `${address}/v1/goods/itemList?query=${encodeURIComponent("홍길동 '& 전")}`;
      assert.match(await runSample({ url: search, fileName: null, hasItems: true }), /홍길동전/);
      const export_ = `${monthly}/export?categoryId=001001&date=2026-10-01`;
      await runSample({ url: export_, fileName: 'list.xlsx', hasItems: false });
      assert.equal(readFileSync(join(folder, 'list.xlsx')).subarray(0, 2).toString(), 'PK');
      if (language === 'curl') return;
      for (const fileName of [null, 'broken.xlsx']) {
        const broken = { url: `${monthly}?categoryId=001&pageSize=101`, fileName, hasItems: true };
        await assert.rejects(runSample(broken), /PARAM_006/);
      }
    });
  }
});

function isMissing(program: string): boolean {
  if (program === process.execPath) return false;
  return !(process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
