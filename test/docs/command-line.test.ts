import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Command } from '../../bin/commands/command.ts';
import { overview, takeLanguage, usageText } from '../../bin/help.ts';
import { VARIABLES, type Variable } from '../../src/config/variables.ts';
import { describeConfig } from '../../src/config.ts';

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

/** Lines of shell blocks, and code within text, that call the command: not after a dot, a slash or a dash. */
const SHOWN = /(?:^|[`(|=] ?|\$\()seoga ([a-z][a-z -]*)/gm;

test('every command that a document shows exists', async () => {
  const names = [...(await allCommands()).keys()];
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
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

test('help is there in Korean, with the same options and the same first words', async () => {
  for (const [name, command] of await allCommands()) {
    const usage = command.usage('ko');
    assert.match(command.summary('ko'), /[가-힣]/, name);
    assert.ok(usage.startsWith(name), name);
    assert.deepEqual(optionsIn(usage), optionsIn(command.usage('en')), name);
    assert.equal(usageText(command, 'ko'), `사용법: seoga ${usage}`);
  }
  const overviewInKorean = overview([...(await allCommands()).values()], 'ko');
  for (const name of (await allCommands()).keys()) assert.ok(overviewInKorean.includes(`  ${name} `), name);
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

test('every setting is explained in Korean, too', () => {
  const [korean, english] = (['ko', 'en'] as const).map((language) =>
    describeConfig({}, language).split('\n'),
  );
  for (const { name } of Object.values<Variable>(VARIABLES)) {
    const at = korean?.findIndex((line) => line.startsWith(`${name}=`)) ?? -1;
    assert.match(korean?.[at + 1] ?? '', /^ {4}.*\p{scx=Hang}/u, name);
    assert.notEqual(korean?.[at + 1], english?.[at + 1], name);
  }
});
