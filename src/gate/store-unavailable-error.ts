/**
 * The store can't be reached, or didn't respond in time (503 UPSTREAM_UNAVAILABLE). Work in progress may or may not
 * have happened, so nothing is repeated automatically. The cause stays inside the service.
 */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
