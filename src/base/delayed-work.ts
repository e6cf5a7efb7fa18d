/**
 * Batches work: runs it after a delay, once for all calls of `schedule` in between. `onError` gets every failure of a delayed
 * run, which is retried after the next delay.
 */
export function createDelayedWork(
  delayMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const runNow = () => {
    cancel();
    running = running.catch(() => {}).then(work);
    return running;
  };
  const schedule = () => {
    timer ??= setTimeout(runOrReport, delayMs).unref();
  };
  async function runOrReport(): Promise<void> {
    try {
      await runNow();
    } catch (error) {
      onError(error);
      schedule();
    }
  }
  return {
    schedule,
    /** Runs the work now, or as soon as the current run has ended. Rejects when the work fails; nothing is retried. */
    runNow,
    /** Runs the work now; a failure is reported and retried after the delay. Never rejects. */
    runOrReport,
    cancel,
    /** Resolves when no work is running. Never rejects. */
    idle: () => running.catch(() => {}),
  };
}
