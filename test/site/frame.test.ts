import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { textsOf } from '../messages/catalogues.ts';

const FILES = resolve(import.meta.dirname, '../../src/site/files');

test('the serif holds every letter of our own headings and takes 52 KiB at most beside the console', () => {
  const style = readFileSync(join(FILES, 'site.css'), 'utf8');
  const there = new Set(
    [...style.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, from = '', until = from]) => {
      const first = Number.parseInt(from, 16);
      return Array.from({ length: Number.parseInt(until, 16) - first + 1 }, (_, at) => first + at);
    }),
  );
  const headings = ['ko', 'en'].flatMap((language) =>
    [...textsOf(language)]
      .filter(([id]) => /[tT]itle$|\.(?:headline|notFound)$/.test(id))
      .map(([, text]) => text),
  );
  assert.ok(headings.length > 50, `${headings.length} headings`);
  const missing = new Set([...headings.join('')].filter((letter) => !there.has(letter.codePointAt(0) ?? 0)));
  assert.deepEqual([...missing], []);
  const bytes = ['seoga-serif-first', 'seoga-serif-docs', 'seoga-serif-errors', 'seoga-serif'].map(
    (name) => statSync(join(FILES, `${name}.woff2`)).size,
  );
  assert.ok(bytes.reduce((sum, one) => sum + one, 0) < 52 * 1024);
});
