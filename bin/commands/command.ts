import type { Config } from '../../src/config.ts';
import type { Language, Translations } from '../../src/messages/languages.ts';

/** What the command line says about a command. */
export interface CommandHelp {
  /** One line for the overview. */
  readonly summary: string;
  /** Printed by --help: arguments and options, one a line. */
  readonly usage: string;
}

/** One command of the command line (docs/rules/running.md#command-line). Its own help is English. */
export interface Command extends CommandHelp {
  /** The words that select it, such as `account create`. */
  readonly name: string;
  readonly translations: Translations<CommandHelp>;
  /**
   * Runs it. Results go to standard output, progress to standard error. Resolves to the exit code: 0 success, 1
   * failure. Throws UsageError when the arguments are wrong. `language` is that of help, English by default.
   */
  run(args: readonly string[], config: Config, language?: Language): Promise<number>;
}

/** Wrong usage: message and usage go to standard error, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
