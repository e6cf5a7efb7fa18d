import { LANGUAGES, type Language } from '../src/messages/languages.ts';
import { messageIn } from '../src/messages/messages.ts';
import type { Command, CommandHelp } from './commands/command.ts';

/**
 * Separates the words of a command line from the language of its help: `--lang ko`, or else that of the terminal
 * (`LC_ALL`, `LC_MESSAGES`, `LANG`). English if none of them names a language of ours.
 */
export function takeLanguage(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): { readonly words: readonly string[]; readonly language: Language } {
  const at = words.indexOf('--lang');
  const asked = at < 0 ? undefined : LANGUAGES.find((language) => language === words[at + 1]);
  if (asked !== undefined) return { words: words.toSpliced(at, 2), language: asked };
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || '';
  const language = LANGUAGES.find((one) => one === locale.split(/[_.@]/)[0]);
  return { words, language: language ?? 'en' };
}

function helpOf(command: Command, language: Language): CommandHelp {
  return command[language] ?? command;
}

/** What --help prints, and what follows a refused argument. */
export function usageText(command: Command, language: Language): string {
  return `${messageIn(language, 'commandLine.usage')}: seoga ${helpOf(command, language).usage}`;
}

/** All commands, or those that begin with a word if there are any. */
export function overview(commands: readonly Command[], word: string, language: Language): string {
  const named = commands.filter((command) => command.name.split(' ')[0] === word);
  const shown = named.length > 0 ? named : commands;
  const width = Math.max(...shown.map(({ name }) => name.length));
  const lines = shown.map(
    (command) => `  ${command.name.padEnd(width)}  ${helpOf(command, language).summary}`,
  );
  const usage = `${messageIn(language, 'commandLine.usage')}: seoga <command> [options]`;
  return `${usage}\n\n${lines.join('\n')}\n\n${messageIn(language, 'commandLine.hint')}`;
}
