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
    running = running.then(work).catch((error: unknown) => {
      onError(error);
      schedule();
    });
    return running;
  }
  return {
    schedule,
    /** Runs the work now, or as soon as the current run has ended. Never rejects. */
    runOrReport,
    cancel,
    /** Resolves when no work is running. Never rejects. */
    idle: () => running,
  };
}
