import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).sort();

/** What a page loads from outside of its folder, by the path from the project's root. */
function outsideOf(file: string): string[] {
  const text = textOf(file);
  return [...text.matchAll(/from\s+'(\.[^'?]+)/g)]
    .map(([, target]) => join(file, '..', target ?? ''))
    .filter((target) => !target.startsWith('web/src/'));
}

/** A file without what it imports for its types alone. */
function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8').replace(/^import type [^;]*;/gm, '');
}

test('the pages are built again when anything changes that they load', () => {
  const setUp = readFileSync(join(root, 'scripts/set-up.mjs'), 'utf8');
  const [, list = ''] = /PAGE_SOURCES = \[([^\]]*)\]/.exec(setUp) ?? [];
  const imported = new Set(
    [...sources, ...globSync('src/portal/contract/*.ts', { cwd: root })].flatMap(outsideOf),
  );
  // A folder stands for all in it.
  const isListed = (path: string): boolean =>
    path !== '.' && (list.includes(`'${path}'`) || isListed(dirname(path)));
  const unlisted = [...imported].filter((file) => !isListed(file));
  assert.deepEqual(unlisted, []);
  assert.ok(imported.has('src/portal/contract/catalogue.ts'), 'the imports were found');
  assert.ok(sources.length > 60, 'the sources were found');
});

test('nothing that the pages load of the server needs Node or the library of schemas', () => {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, target = ''] of textOf(file).matchAll(/^(?:import|export)[^;]*?from\s+'([^']+)'/gm)) {
      assert.ok(target.startsWith('.'), `${file} loads ${target}`);
      visit(join(file, '..', target));
    }
  };
  for (const file of globSync('src/portal/contract/*.ts', { cwd: root })) visit(file);
  assert.ok(reached.has('src/search/search-term-bounds.ts'));
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
