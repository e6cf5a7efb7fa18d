import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

/** A message that goes to the log: the last argument of whatever writes a line. Parts that vary become an ellipsis. */
const MESSAGE =
  /(?:(?:\blog\.(?:debug|info|warn|error|fatal)|\blogError|\bonProblem)\((?:[^()'`]|\([^()]*\))*?|listenTextResolver: \(\) => )(['`])((?:(?!\1).)+)\1,?\s*[)}]/gs;

function messagesOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(MESSAGE)].map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, '…'));
}

test('every message that docs/operate.md#log names is written by the code', () => {
  const files = globSync(['bin/**/*.ts', 'src/**/*.ts'], { cwd: root });
  const written = new Set(files.flatMap(messagesOf));
  assert.ok(written.size >= 20, [...written].join('\n'));
  const [, section = ''] = readFileSync(join(root, 'docs/operate.md'), 'utf8').split('\n## Log\n');
  const [reference = ''] = section.split('\n## ');
  const described = new Set([...reference.matchAll(/^\| `([^`]+)` \|/gm)].map(([, text = '']) => text));
  assert.ok(described.size > 5, [...described].join('\n'));
  assert.deepEqual(
    [...described].filter((text) => !written.has(text)),
    [],
  );
});
