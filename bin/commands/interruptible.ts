import { CommandFailed } from './command.ts';

/** Runs work that SIGINT and SIGTERM stop; then it throws CommandFailed with what became of it, in words. */
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
