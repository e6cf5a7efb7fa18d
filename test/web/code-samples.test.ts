import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import {
  CODE_LANGUAGES,
  type CodeLanguage,
  codeSample,
  MODULE_FILES,
} from '../../web/src/docs/code-samples.ts';
import { suiteApp } from '../support/suite-app.ts';
import { tempDir } from '../support/temp-dir.ts';

interface Runner {
  /** The program that runs a sample, and the name that the sample's file must have. */
  readonly program: string;
  readonly file: string;
  /** What has to be installed for it; Node always is. */
  readonly needs?: string;
}

const RUNNERS: Partial<Record<CodeLanguage, Runner>> = {
  curl: { program: 'sh', file: 'sample.sh', needs: 'curl' },
  javascript: { program: process.execPath, file: MODULE_FILES.javascript },
  typescript: { program: process.execPath, file: MODULE_FILES.typescript },
  python: { program: 'python3', file: 'sample.py', needs: 'python3' },
};
const isCi = process.env.CI === 'true';
const run = promisify(execFile);

describe('the code of the documentation', () => {
  let address = '';
  let key = '';
  suiteApp({}, async (app) => {
    address = await app.app.listen({ host: '127.0.0.1', port: 0 });
    key = app.key;
  });

  for (const language of CODE_LANGUAGES) {
    test(`${language}: the key comes from the environment, and the query is put together, not typed`, () => {
      const address = `https://books.example/v1/goods/itemList?query=${encodeURIComponent('여행 & "책"')}&page=2`;
      const code = codeSample(language, { address, fileName: null, hasItems: true });
      assert.ok(code.includes('https://books.example/v1/goods/itemList'));
      assert.ok(code.includes('여행 & '), code);
      assert.ok(!code.includes('%EC'), code);
      assert.match(code, /SEOGA_API_KEY/);
      assert.doesNotMatch(code, /seoga_live_/);
    });
  }

  for (const [language, runner] of Object.entries(RUNNERS) as [CodeLanguage, Runner][]) {
    const skip = isMissing(runner) && !isCi && `${runner.needs} is missing (apt-get install ${runner.needs})`;
    test(`${language}: it runs, prints the list, and saves the file`, { skip }, async (t) => {
      const folder = tempDir(t);
      const list = `${address}/v1/category/bestsellerMonthly?categoryId=001001&date=2026-10-01`;
      const printed = await runSample({ address: list, fileName: null, hasItems: true });
      for (const title of ['구운몽', '홍길동전', '춘향전']) assert.ok(printed.includes(title), printed);
      const file = `${address}/v1/category/bestsellerMonthly/export?categoryId=001001&date=2026-10-01`;
      await runSample({ address: file, fileName: 'list.xlsx', hasItems: false });
      const search = `${address}/v1/goods/itemList?query=${encodeURIComponent('홍길동 & 전')}`;
      assert.ok((await runSample({ address: search, fileName: null, hasItems: true })).includes('홍길동전'));
      if (language === 'curl') return;
      const broken = `${address}/v1/category/bestsellerMonthly?categoryId=001&pageSize=101`;
      for (const fileName of [null, 'broken.xlsx']) {
        await assert.rejects(runSample({ address: broken, fileName, hasItems: true }), /PARAM_006/);
      }
      assert.equal(readFileSync(join(folder, 'list.xlsx')).subarray(0, 2).toString(), 'PK');

      async function runSample(call: Parameters<typeof codeSample>[1]): Promise<string> {
        writeFileSync(join(folder, runner.file), codeSample(language, call));
        const { PATH = '' } = process.env;
        const env = { PATH, SEOGA_API_KEY: key, PYTHONIOENCODING: 'utf-8', NODE_NO_WARNINGS: '1' };
        return (await run(runner.program, [runner.file], { cwd: folder, env })).stdout;
      }
    });
  }
});

function isMissing({ needs }: Runner): boolean {
  if (needs === undefined) return false;
  return !(process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, needs)));
}
