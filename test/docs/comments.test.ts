import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const files = globSync('{src,demo,bin,test,bench,scripts}/**/*.{ts,mjs}', { cwd: root }).sort();

/** Comments of a source file; `//` inside a string or an address is none. */
function commentsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return text.match(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gm) ?? [];
}

test('every file that a comment names exists', () => {
  const known = new Set(files.flatMap((file) => pathsEndingIn(file)));
  const missing = files.flatMap((file) =>
    commentsOf(file)
      .flatMap((comment) => comment.match(/(?<![\w./*-])(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs)\b/g) ?? [])
      .filter((name) => !known.has(name.replace(/^(?:\.\.?\/)+/, '')))
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

/** The path and its last parts, down to the name alone: how comments shorten it. */
function pathsEndingIn(file: string): string[] {
  const parts = file.split('/');
  return parts.map((_, at) => parts.slice(at).join('/'));
}
