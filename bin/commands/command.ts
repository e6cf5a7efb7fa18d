import type { Config } from '../../src/config.ts';

/** One command of the command line (docs/rules/running.md#command-line). */
export interface Command {
  /** The words that select it, such as `account create`. */
  readonly name: string;
  /** One line for the overview. */
  readonly summary: string;
  /** Printed by --help: arguments and options, one a line. */
  readonly usage: string;
  /**
   * Runs it. Results go to standard output, progress to standard error. Resolves to the exit code: 0 success, 1
   * failure. Throws UsageError when the arguments are wrong.
   */
  run(args: readonly string[], config: Config): Promise<number>;
}

/** Wrong usage: message and usage go to standard error, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
