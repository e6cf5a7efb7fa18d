import { LANGUAGES, type Language } from '../src/messages/languages.ts';
import { messageIn } from '../src/messages/messages.ts';
import type { Command } from './commands/command.ts';

/** Separates the words of a command line from the language of its help: `--lang ko`, or else the terminal's. */
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

export function usageText(command: Command, language: Language): string {
  return `${messageIn(language, 'commandLine.usage')}: seoga ${command.usage(language)}`;
}

export function overview(commands: readonly Command[], language: Language): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary(language)}`);
  const usage = `${messageIn(language, 'commandLine.usage')}: seoga <command> [options]`;
  return `${usage}\n\n${lines.join('\n')}\n\n${messageIn(language, 'commandLine.hint')}`;
}
