import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).sort();

/** What a page imports from outside of its folder, by the path from the project's root. */
function outsideOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/from\s+'(\.[^'?]+)/g)]
    .map(([, target]) => join(file, '..', target ?? ''))
    .filter((target) => !target.startsWith('web/src/'));
}

test('the pages know nothing of the server but its contracts, its table of errors and how a call is written', () => {
  const allowed = new Set([
    'src/http/errors.ts',
    'src/messages/languages.ts',
    'src/messages/fill.ts',
    'src/portal/curl.ts',
  ]);
  const isContract = (target: string) => /^src\/portal\/([a-z]+-)*contract\.ts$/.test(target);
  const offences = sources.flatMap((file) =>
    outsideOf(file)
      .filter((target) => !isContract(target) && !allowed.has(target))
      .map((target) => `${file} imports ${target}`),
  );
  assert.deepEqual(offences, []);
  assert.ok(sources.length > 60, 'the sources were found');
});

test('the pages are built again when anything changes that they import', () => {
  const setUp = readFileSync(join(root, 'scripts/set-up.mjs'), 'utf8');
  const [, list = ''] = /PAGE_SOURCES = \[([^\]]*)\]/.exec(setUp) ?? [];
  const imported = new Set(sources.flatMap(outsideOf));
  assert.deepEqual(
    [...imported].filter((file) => !list.includes(`'${file}'`) && !list.includes(`'${dirname(file)}'`)),
    [],
  );
  assert.ok(imported.has('src/portal/contract.ts'), 'the imports were found');
});

test('no page sets markup, evaluates text or names another host', () => {
  const forbidden =
    /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/;
  const foreign = /(?:src|href)=["'{`]+https?:\/\/(?!other\.example)/;
  const offences = sources.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    // Addresses in snippets to copy are text, built from the session's base.
    return forbidden.test(text) || foreign.test(text);
  });
  assert.deepEqual(offences, []);
});
