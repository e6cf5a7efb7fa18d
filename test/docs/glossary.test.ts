import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');

/** All texts for people in one language: messages, documentation, and the API's own descriptions, which hold both. */
function textsOf(language: string): string {
  const files = globSync(
    [
      `{src,web/src}/messages/${language}{.ts,/**/*.ts}`,
      `web/src/docs/text/${language}/*.md`,
      'src/v1/**/*.ts',
    ],
    { cwd: root },
  );
  return files
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
    .toLowerCase();
}

test('people see the words that the glossary says they see, in both languages', () => {
  const rows = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.slice(1, -1).split('|'))
    .map((cells) => cells.map((cell) => cell.trim()));
  assert.ok(rows.length > 20, `${rows.length} terms`);
  const [english, korean] = [textsOf('en'), textsOf('ko')];
  const missing = rows.flatMap(([term = '', seen = '', inKorean = '']) => {
    assert.equal(seen === '', inKorean === '', `${term}: seen in one language alone`);
    return english.includes(seen) && korean.includes(inKorean) ? [] : [`${term}: ${seen}, ${inKorean}`];
  });
  assert.deepEqual(missing, []);
});
