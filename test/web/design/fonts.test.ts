import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { ERROR_STATUS } from '../../../src/http/errors.ts';
import korean from '../../../web/src/messages/ko/public.json' with { type: 'json' };

const { docs, frame, landing } = korean;
const fonts = resolve(import.meta.dirname, '../../../web/src/design/fonts');
const css = readFileSync(join(fonts, 'fonts.css'), 'utf8');
const [first = '', others = ''] = [...css.matchAll(/unicode-range:\s*([^;]*);/g)].map(([, ranges]) => ranges);

test('the first page finds every letter of its headings in the small font', () => {
  const { headline, shelfTitle, stepsTitle, factsTitle } = landing;
  assert.deepEqual(missing([headline, shelfTitle, stepsTitle, factsTitle], [first]), []);
});

test('both fonts together hold every letter of the titles of the documentation: run scripts/write-font.ts', () => {
  const pages = [
    docs.start,
    docs.authentication,
    docs.errors,
    docs.versions,
    docs.migration,
    docs.attribution,
  ];
  const texts = readFileSync(resolve(fonts, '../../../../docs/site/ko/errors.md'), 'utf8');
  const errors = [...texts.matchAll(/^## (\w+): (.+)$/gm)];
  assert.deepEqual(
    errors.map(([, code]) => code),
    Object.keys(ERROR_STATUS),
    'a Korean text for every code',
  );
  assert.deepEqual(
    missing(
      [...pages, ...errors.map(([, , title = '']) => title), frame.notFound, frame.broken],
      [first, others],
    ),
    [],
  );
});

test('all type is 60 KiB at most', () => {
  const sizes = ['seoga-serif-first.woff2', 'seoga-serif.woff2'].map(
    (name) => statSync(join(fonts, name)).size,
  );
  assert.ok(sizes.reduce((sum, size) => sum + size) <= 60 * 1024, String(sizes));
});

function missing(texts: readonly string[], ranges: readonly string[]): readonly string[] {
  const runs = ranges.flatMap((list) =>
    [...list.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)].map(([, from = '', to = from]) => [
      Number.parseInt(from, 16),
      Number.parseInt(to, 16),
    ]),
  );
  return [...new Set(texts.join(''))].filter((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return !runs.some(([from = 0, to = 0]) => from <= code && code <= to);
  });
}
