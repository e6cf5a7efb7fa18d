import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');

/** The texts of files, each line with the place where it stands. */
function textsOf(patterns: string[]): string {
  return globSync(patterns, { cwd: root })
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line, n) => `${file}:${n + 1}: ${line}`),
    )
    .join('\n')
    .toLowerCase();
}

/** All texts for people in one language: messages and documentation. */
const inLanguage = (language: string): string[] => [
  `{src,web/src}/messages/${language}/*.json`,
  `web/src/docs/text/${language}/*.md`,
  ...(language === 'en' ? ['docs/errors/*.md'] : ['web/src/docs/error-texts.ko.md', '{,docs/}*.ko.md']),
];

/** The API's own descriptions, which hold both languages, beside code. */
const DESCRIPTIONS = 'src/v1/**/*.ts';

const rows = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.slice(1, -1).split('|'))
  .map((cells) => cells.map((cell) => cell.trim()));

test('people see the words that the glossary says they see, in both languages', () => {
  assert.ok(rows.length > 20, `${rows.length} terms`);
  const [english, korean] = ['en', 'ko'].map((language) =>
    textsOf([...inLanguage(language), DESCRIPTIONS]),
  ) as [string, string];
  const missing = rows.flatMap(([term = '', seen = '', inKorean = '']) => {
    assert.equal(seen === '', inKorean === '', `${term}: seen in one language alone`);
    return english.includes(seen) && korean.includes(inKorean) ? [] : [`${term}: ${seen}, ${inKorean}`];
  });
  assert.deepEqual(missing, []);
});

test('one thing has one name: people see no other word that the glossary names', () => {
  const texts = textsOf([...inLanguage('en'), ...inLanguage('ko'), 'bin/commands/*.ts', 'src/config/*.ts']);
  const others = rows.flatMap(([, , , never = '']) => (never === '' ? [] : never.split(', ')));
  assert.ok(others.length > 15, `${others.length} words`);
  const found = others.flatMap((other) =>
    [...texts.matchAll(new RegExp(`^.*(?<![a-z])${other}(?![a-z]).*$`, 'gm'))].map(
      ([line]) => `${other}: ${line}`,
    ),
  );
  assert.deepEqual(found, []);
});
