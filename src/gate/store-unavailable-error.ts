/**
 * The store cannot be reached, or did not answer in time (503 UPSTREAM_UNAVAILABLE).
 *
 * What was under way may have happened or not: nobody may repeat it unasked. The cause stays inside the service.
 */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
