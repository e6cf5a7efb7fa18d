import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../..');

/** Every command that bin/commands exports, by name, with the text of its --help. */
async function usages(): Promise<Map<string, string>> {
  const files = globSync('bin/commands/*.ts', { cwd: root });
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(root, file)).href)));
  const commands = modules.flatMap((exports): { name: string; usage: string }[] =>
    Object.values<Partial<{ name: string; usage: string }>>(exports).flatMap(({ name, usage }) =>
      typeof name === 'string' && typeof usage === 'string' ? [{ name, usage }] : [],
    ),
  );
  return new Map(commands.map(({ name, usage }) => [name, usage]));
}

/** The name of the command that words begin with: the longest, as `imports undo` before `imports`. */
function commandIn(words: string, names: Iterable<string>): string | undefined {
  const fits = [...names].filter((name) => `${words} `.startsWith(`${name} `));
  return fits.sort((a, b) => b.length - a.length)[0];
}

test('the table of commands names every command, and no option that its command lacks', async () => {
  const commands = await usages();
  const page = readFileSync(join(root, 'docs/rules/running.md'), 'utf8');
  const [table = ''] = page.slice(page.indexOf('| Command |')).split('\n\n');
  const named = new Set<string>();
  for (const row of table.split('\n').slice(2)) {
    const parts = [...row.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
    const inRow = parts.flatMap((text) => commandIn(text, commands.keys()) ?? []);
    assert.ok(inRow.length > 0, `${row}: no command`);
    for (const name of inRow) named.add(name);
    const help = inRow.map((name) => commands.get(name)).join('\n');
    for (const option of parts.join(' ').match(/--[a-z-]+/g) ?? [])
      assert.ok(help.includes(option), `${row}: ${option}`);
  }
  assert.deepEqual([...named].sort(), [...commands.keys()].sort());
});

/** Lines of shell blocks, and code within text, that call the command: not after a dot, a slash or a dash. */
const SHOWN = /(?:^|[`(|=] ?|\$\()seoga ([a-z][a-z -]*)/gm;

test('every command that a document shows exists', async () => {
  const names = [...(await usages()).keys()];
  const pages = globSync(['*.md', 'docs/**/*.md', 'web/src/docs/text/**/*.md'], { cwd: root });
  const shown = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(SHOWN)].map(([, words = '']) => ({
      page,
      words: words.trim(),
    })),
  );
  assert.ok(shown.length > 20, `${shown.length} commands`);
  assert.deepEqual(
    // The first word alone shows the commands that begin with it.
    shown.filter(
      ({ words }) =>
        commandIn(words, names) === undefined && !names.some((name) => name.startsWith(`${words} `)),
    ),
    [],
  );
});
