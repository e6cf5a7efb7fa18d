import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { takeLanguage } from '../../bin/commands/command.ts';
import { COMMANDS } from '../../bin/commands.ts';

const root = resolve(import.meta.dirname, '../..');

/** The command lines in the code of a document, without `seoga` and what follows in the line of a shell. */
function commandLines(markdown: string): readonly string[] {
  const code = markdown.match(/```sh\n[\s\S]*?```|`[^`\n]+`/g) ?? [];
  return code.flatMap((text) =>
    [...text.matchAll(/(?:^|[\s`(])seoga (?!seoga )([a-z][^`\n|&;#<>)"]*)/g)].map(([, words = '']) => words),
  );
}

test('every command and every option that a document names exists', () => {
  const commands = new Map(COMMANDS.map((command) => [command.name as string, command]));
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
  const named = new Set<string>();
  for (const file of documents) {
    for (const words of commandLines(readFileSync(join(root, file), 'utf8'))) {
      // The longest name that fits, as `imports undo` before `imports`.
      const fits = [...commands.keys()].filter((name) => `${words.trim()} `.startsWith(`${name} `));
      const name = fits.sort((a, b) => b.length - a.length)[0] ?? '';
      const help = commands.get(name)?.usage('en') ?? assert.fail(`${file}: no command in "${words}"`);
      named.add(name);
      for (const option of words.match(/--[a-z-]+/g) ?? [])
        assert.ok(option === '--help' || help.includes(option), `${file}: ${words}: ${option}`);
    }
  }
  assert.ok(named.size > 15, [...named].join());
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
