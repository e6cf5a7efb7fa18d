/**
 * The store cannot be reached, or did not answer in time (503 UPSTREAM_UNAVAILABLE).
 *
 * Whatever was under way may or may not have happened, so nothing is repeated automatically. The cause stays inside
 * the service.
 */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
