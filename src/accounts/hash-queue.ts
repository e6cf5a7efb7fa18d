/** Too many passwords are being hashed: the caller may try again after `retryAfterSeconds`. */
export class HashingBusyError extends Error {
  override name = 'HashingBusyError';
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;
}

/** Long enough for a full queue to empty on a slow machine. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Hashes at once. Each takes a thread of the pool, which has four by default and also compresses responses and reads
 * files: the others stay free for that.
 */
export const HASHES_AT_ONCE_MAX = 2;

/** Waiting hashes, about a second's work. Refusing later callers is better than making them wait. */
export const HASHES_WAITING_MAX = 20;

/** Runs tasks in order, a few at once. Throws HashingBusyError if too many wait. */
export function createHashQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < HASHES_AT_ONCE_MAX) {
      running++;
    } else {
      if (waiting.length >= HASHES_WAITING_MAX) throw new HashingBusyError('too many passwords to hash');
      // A finished task hands on its place, so nobody can take it in between.
      await new Promise<void>((proceed) => waiting.push(proceed));
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
