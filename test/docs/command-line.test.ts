import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Command } from '../../bin/commands/command.ts';
import { takeLanguage } from '../../bin/help.ts';

const root = resolve(import.meta.dirname, '../..');

/** Every command that bin/commands exports, by name. */
async function allCommands(): Promise<ReadonlyMap<string, Command>> {
  const files = globSync('bin/commands/*.ts', { cwd: root });
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(root, file)).href)));
  const commands = modules
    .flatMap((exports) => Object.values<Command>(exports))
    .filter(({ usage }) => typeof usage === 'function');
  return new Map(commands.map((command) => [command.name, command]));
}

/** The options that a text names. */
function optionsIn(text: string): readonly string[] {
  return [...new Set(text.match(/--[a-z-]+/g))].sort();
}

/** The name of the command that words begin with: the longest, as `imports undo` before `imports`. */
function commandIn(words: string, names: Iterable<string>): string | undefined {
  const fits = [...names].filter((name) => `${words} `.startsWith(`${name} `));
  return fits.sort((a, b) => b.length - a.length)[0];
}

test('the table of commands names every command, and no option that its command lacks', async () => {
  const commands = await allCommands();
  const page = readFileSync(join(root, 'docs/operate.md'), 'utf8');
  const [table = ''] = page.slice(page.indexOf('| Command | Does |')).split('\n\n');
  const named = new Set<string>();
  for (const row of table.split('\n').slice(2)) {
    const parts = [...row.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
    const inRow = parts.flatMap((text) => commandIn(text, commands.keys()) ?? []);
    assert.ok(inRow.length > 0, `${row}: no command`);
    for (const name of inRow) named.add(name);
    const help = inRow.map((name) => commands.get(name)?.usage('en')).join('\n');
    for (const option of optionsIn(parts.join(' '))) assert.ok(help.includes(option), `${row}: ${option}`);
  }
  assert.deepEqual([...named].sort(), [...commands.keys()].sort());
});

test('--lang decides the language of help, and else the terminal', () => {
  const words = ['key', 'issue', '--help'];
  assert.deepEqual(takeLanguage(['key', '--lang', 'ko', 'issue', '--help'], { LANG: 'en_US' }), {
    words,
    language: 'ko',
  });
  for (const environment of [
    { LANG: 'ko_KR.UTF-8' },
    { LC_ALL: 'ko', LANG: 'en_US' },
    { LC_MESSAGES: 'ko_KR' },
  ])
    assert.deepEqual(takeLanguage(words, environment), { words, language: 'ko' });
  for (const environment of [{}, { LANG: 'C.UTF-8' }, { LANG: 'kok_IN' }, { LC_ALL: 'en', LANG: 'ko_KR' }])
    assert.deepEqual(takeLanguage(words, environment), { words, language: 'en' });
  // Not a language of ours: the command refuses the option.
  assert.deepEqual(takeLanguage(['config', '--lang', 'xx'], {}).words, ['config', '--lang', 'xx']);
});
