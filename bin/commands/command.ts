import type { Config } from '../../src/config.ts';

/** One command of the command line (docs/rules/running.md#command-line). */
export interface Command {
  /** Words that select it, such as `account create`. */
  readonly name: string;
  /** One line for the overview. */
  readonly summary: string;
  /** Printed by --help: arguments and options, one a line. */
  readonly usage: string;
  /**
   * Runs it. Results go to standard output, progress to standard error. Resolves to the exit code: 0 success,
   * 1 failure. Throws UsageError when the words after the name are wrong.
   */
  run(args: readonly string[], config: Config): Promise<number>;
}

/** The call's words are wrong: message and usage go to standard error, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
