/**
 * Work that is put off a little, so that more of it is done at once. `onError` gets every failure of work that was put
 * off; it is tried again after the next delay.
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
  const now = () => {
    cancel();
    running = running.catch(() => {}).then(work);
    return running;
  };
  const later = () => {
    timer ??= setTimeout(settle, delayMs).unref();
  };
  async function settle(): Promise<void> {
    try {
      await now();
    } catch (error) {
      onError(error);
      later();
    }
  }
  return {
    /** Does it after the delay, unless that is due already. */
    later,
    /** Does it after what is under way, one at a time. Rejects when it fails; then nothing is put off by itself. */
    now,
    /** The same, and reports a failure and puts the work off again. Never rejects. */
    settle,
    /** No more is done until it is asked for. */
    cancel,
    /** When nothing is under way any more. Never rejects. */
    idle: () => running.catch(() => {}),
  };
}
