import { StoreUnavailableError } from '../../gate/store-unavailable-error.ts';
import { asStoreError } from './store-errors.ts';

/**
 * Runs `giveUp` after so many milliseconds, but not before everything that arrived in them was read: while this process was
 * busy, the answer may have come in time. Returns what stops it.
 */
function startDeadline(timeoutMs: number, giveUp: () => void): () => void {
  let turn: NodeJS.Immediate | undefined;
  // Timers run before sockets are read, immediates after.
  const timer = setTimeout(() => {
    turn = setImmediate(giveUp);
  }, timeoutMs);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}

/** The outcome of a call, unless it takes too long: then `giveUp` runs and the outcome stays unknown. */
export async function within<T>(timeoutMs: number, giveUp: () => void, call: Promise<T>): Promise<T> {
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    stop = startDeadline(timeoutMs, () => {
      giveUp();
      reject(new StoreUnavailableError(`the database did not answer within ${Math.ceil(timeoutMs)} ms`));
    });
  });
  try {
    return await Promise.race([call, late]);
  } catch (error) {
    throw asStoreError(error);
  } finally {
    stop();
    // The driver rejects the abandoned call later, when nobody listens any more.
    call.catch(() => {});
  }
}
