import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { startServer } from '../support/server-process.ts';

const root = resolve(import.meta.dirname, '../..');

test('the shop of the README opens with the commands that stand there', async (t) => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const section = readme.split('## A shop of your own')[1]?.split('\n## ')[0] ?? '';
  const script = /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  const commands = [...script.matchAll(/npm run -s seoga -- ([^\n)]+)/g)].map(([, words = '']) => words);
  const [, path = ''] = /'http:\/\/127\.0\.0\.1:8080(\/v1\/[^']+)'/.exec(script) ?? [];
  assert.equal(commands.length, 4);

  const server = await startServer(t);
  let key = '';
  for (const command of commands) {
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const { code, stdout, stderr } = await server.seoga(
      words.map((word) => (word.startsWith('docs/') ? join(root, word) : word)),
    );
    assert.equal(code, 0, `${command}\n${stdout}${stderr}`);
    key = stdout.trim();
  }
  const answer = await fetch(`${server.address}${path}`, { headers: { 'X-Api-Key': key } });
  const { data } = (await answer.json()) as { data: { items: { title: string }[]; totalCount: number } };
  // Three buyers of 1001, two of 1004, and of one copy the one published last: 1002, then 1005.
  assert.deepEqual(
    data.items.map(({ title }) => title),
    ['홍길동전', '하늘과 바람과 별과 시', '구운몽', '진달래꽃'],
  );
});
