import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Clock, systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config/config.ts';
import { isInteger } from '../../src/config/readers.ts';
import { LANGUAGES, type Language, type MessageValues } from '../../src/messages/languages.ts';
import { type Messages, messageIn } from '../../src/messages/messages.ts';

/**
 * What a command needs to run. A `healthy store` has lost no files; for a `store to change`, the clock must be plausible, too
 * (withTrustedClock).
 */
type Needs = 'nothing' | 'data folder' | 'store' | 'healthy store' | 'embedded store' | 'store to change';

export interface Command {
  readonly name: keyof Messages['commands'];
  readonly needs: Needs;
  summary(language: Language): string;
  usage(language: Language): string;
  /**
   * Runs the command and resolves to the exit code. Results go to standard output, progress to standard error. `language` is for
   * help texts. Throws UsageError.
   */
  run(args: readonly string[], config: Config, language?: Language): Promise<number>;
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: boolean }>
>;

export interface Given<O extends Options> {
  readonly values: Parsed<O>['values'];
  readonly operands: readonly string[];
  readonly config: Config;
  readonly language: Language;
}

interface Description<O extends Options> extends Pick<Command, 'name'>, Partial<Pick<Command, 'needs'>> {
  readonly values?: MessageValues;
  readonly options?: O;
  /** The minimum and maximum number of operands, and their name in messages. */
  readonly operands?: readonly [min: number, max: number, what: string];
  /** Resolves to the exit code, unless that is 0. Throws UsageError and CommandFailed. */
  run(given: Given<O>): Promise<number | undefined>;
}

export function command<O extends Options = Record<never, never>>(description: Description<O>): Command {
  const { name, values, options = {} as O, needs = 'store to change' } = description;
  const [min, max, what] = description.operands ?? [0, 0, ''];
  return {
    name,
    needs,
    summary: (language) => messageIn(language, `commands.${name}.summary`, values),
    usage: (language) => messageIn(language, `commands.${name}.usage`, values),
    async run(args, config, language = 'en') {
      const parsed = parseArgs({ args: [...args], options, allowPositionals: max > 0 });
      const operands = parsed.positionals;
      if (operands.length < min)
        throw new UsageError(`${name} needs ${max === 1 ? 'exactly' : 'at least'} ${what}`);
      if (operands.length > max)
        throw new UsageError(`${name} ${min === 1 ? 'needs exactly' : 'takes at most'} ${what}`);
      return (await description.run({ values: parsed.values, operands, config, language })) ?? 0;
    },
  };
}

export class UsageError extends Error {
  override name = 'UsageError';
}

export class CommandFailed extends Error {
  override name = 'CommandFailed';
}

export function wordOption<const Word extends string>(
  option: string,
  words: readonly Word[],
  given: string,
): Word {
  const word = words.find((one) => one === given);
  if (word === undefined)
    throw new UsageError(`${option} must be one of ${words.join(', ')}, not "${given}"`);
  return word;
}

export function numberOption(option: string, min: number, max: number, given: string): number {
  if (isInteger(given, min, max)) return Number(given);
  throw new UsageError(`${option} must be a whole number from ${min} to ${max}, not "${given}"`);
}

export function countText(count: number, noun?: string): string {
  const text = count.toLocaleString('en-US');
  return noun === undefined ? text : `${text} ${noun}${count === 1 ? '' : 's'}`;
}

const PROGRESS_EVERY_MS = 5_000;

/** Returns a function that gets the number of lines so far. Prints the number every five seconds. */
export function progressPrinter(name: string, clock: Clock = systemClock, print = console.error) {
  const startMs = clock.monotonicMs();
  let printedMs = startMs;
  return (lines: number): void => {
    const nowMs = clock.monotonicMs();
    if (nowMs - printedMs < PROGRESS_EVERY_MS) return;
    printedMs = nowMs;
    const perSecond = Math.round(lines / ((nowMs - startMs) / 1000));
    print(`${name}: ${lines.toLocaleString('en-US')} lines, ${perSecond.toLocaleString('en-US')} a second`);
  };
}

/** Runs work that SIGINT and SIGTERM abort with a CommandFailed, whose message ends with `outcome`. */
export async function interruptible<T>(
  outcome: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interrupt = new AbortController();
  const stop = (signal: NodeJS.Signals) =>
    interrupt.abort(new CommandFailed(`Interrupted by ${signal}: ${outcome}.`));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await work(interrupt.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

/** How to run a command: `seoga` in a release, npm in a clone of the repository, which has scripts. */
export const RUN = existsSync(join(import.meta.dirname, '../../scripts')) ? 'npm run -s seoga --' : 'seoga';

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
