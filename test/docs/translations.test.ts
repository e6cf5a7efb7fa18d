import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const translated = globSync(['*.ko.md', 'docs/**/*.ko.md'], { cwd: root });
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** What a page and its translation have in common, whatever their words. */
function contentOf(page: string) {
  const blocks: string[] = [];
  const prose = page
    .replaceAll(/^```[\s\S]*?^```/gm, (block) => {
      // People read a comment, so it is translated as well.
      blocks.push(block.replaceAll(/ +# .*$/gm, ''));
      return '';
    })
    // The links from a page to its translation and back.
    .replaceAll(/^\[(?:English|한국어)\].*$/gm, '');
  const lines = prose.split('\n');
  const text = prose.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ' ');
  return {
    headings: lines.flatMap((line) => /^#+(?= )/.exec(line)?.[0] ?? []),
    blocks,
    code: [...prose.matchAll(/`[^`]+`/g)].map(([span]) => span.replaceAll('\n', ' ')).sort(),
    links: [...prose.matchAll(/\]\(([^)#]*)/g)].map(([, to = '']) => to.replace('.ko.md', '.md')).sort(),
    tables: lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').length),
    points: lines.filter((line) => /^(?:-|\d+\.) /.test(line)).length,
    figures: [...new Set(figuresOf(text))].sort(),
  };
}

/** All whole numbers of a text, those in "2 million" and "200만" too. */
function figuresOf(text: string): number[] {
  return [...text.matchAll(/(\d[\d,]*)( million|만)?/g)].map(([, digits = '', unit]) => {
    const times = unit === undefined ? 1 : unit === '만' ? 1e4 : 1e6;
    return Number(digits.replaceAll(',', '')) * times;
  });
}

test('what people need who run a shop stands in Korean as well', () => {
  const needed = ['README', 'docs/deploy', 'docs/operations', 'docs/feeds', 'docs/console', 'docs/upgrade'];
  const untranslated = needed.filter((page) => !translated.includes(`${page}.ko.md`));
  assert.deepEqual(untranslated, []);
});

for (const page of translated) {
  test(`${page} says what its original says: headings, figures, commands, links, tables`, () => {
    const { figures, ...content } = contentOf(read(page));
    const { figures: figuresOfOriginal, ...original } = contentOf(read(page.replace('.ko.md', '.md')));
    assert.deepEqual(content, original);
    // Korean has figures where English has words, such as 4주 for four weeks.
    const missing = figuresOfOriginal.filter((figure) => !figures.includes(figure));
    assert.deepEqual(missing, []);
  });
}
