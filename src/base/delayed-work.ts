/** Runs work `delayMs` after the first call of `schedule`; calls until then are ignored. Failed work is scheduled again. */
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
  const schedule = () => {
    timer ??= setTimeout(runOrReport, delayMs).unref();
  };
  function runOrReport(): Promise<void> {
    cancel();
    // A run whose error `onError` threw again must not end later runs.
    running = running.catch(() => {}).then(work);
    running = running.catch((error: unknown) => {
      schedule();
      onError(error);
    });
    return running;
  }
  return {
    schedule,
    /** Runs the work now, or as soon as the current run has ended. Rejects only if `onError` throws. */
    runOrReport,
    cancel,
    /** Resolves when no work is running. */
    idle: () => running.catch(() => {}),
  };
}
