/**
 * Batches work by running it after a delay. `onError` gets every failure of a delayed run, which is retried after the next
 * delay.
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
    /** Schedules the work after the delay, unless it is scheduled. */
    schedule,
    /** Runs the work now, after a run under way. Rejects when it fails, without scheduling a retry. */
    runNow,
    /** Runs the work now; a failure is reported and retried after the delay. Never rejects. */
    runOrReport,
    cancel,
    /** Resolves when no run is under way. Never rejects. */
    idle: () => running.catch(() => {}),
  };
}
