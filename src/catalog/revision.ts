import { randomInt } from 'node:crypto';
import { StoreUnavailableError, type Writer } from '../sql-database.ts';

/** A number that grows with every commit to what readers see: items, decisions, published lists. */
export interface Revision {
  /**
   * The latest revision known to this process. With SQLite: that of this tick's snapshot. With PostgreSQL: the last one read by
   * the gate or for a page. Throws StoreUnavailableError.
   */
  current(): number;
  /** Reads the revision from the database; `current` returns it from then on. */
  latest(): Promise<number>;
}

/** Largest increment: the revision stays below 2^53 for 2^33 commits. */
const STEP_MAX = 2 ** 20;

/**
 * Increments the revision within a transaction that changes what readers see. The increment is random, so that after a restore
 * no commit gets the revision of a lost commit, for which instances may still have cached responses.
 */
export async function moveRevision(sql: Writer): Promise<{ readonly before: number; readonly now: number }> {
  const step = 1 + randomInt(STEP_MAX);
  const [state] = await sql.query<{ revision: number }>(
    'UPDATE catalog_state SET revision = revision + $1 RETURNING revision',
    [step],
  );
  const now = state?.revision ?? step;
  return { before: now - step, now };
}

/** Caches the last value that `make` returned, with its revision and key. Failures aren't cached. */
export function perRevision<T, Key = void>(
  revision: Revision,
  make: (key: Key) => Promise<T>,
): (key: Key) => Promise<T> {
  let cached: { readonly number: number; readonly key: Key; readonly value: Promise<T> } | null = null;
  return (key) => {
    const number = revision.current();
    if (cached?.number === number && cached.key === key) return cached.value;
    const made = { number, key, value: make(key) };
    cached = made;
    made.value.catch(() => {
      if (cached === made) cached = null;
    });
    return made.value;
  };
}

/** Maximum attempts of `inOneRevision`. */
const ATTEMPTS = 4;

/**
 * Runs work whose reads must all see one revision. If the revision changes meanwhile, the work runs again, even after an error: a
 * list may have been deleted between two reads. A StoreUnavailableError is thrown at once, so that callers wait for one timeout
 * only.
 */
export async function inOneRevision<T>(revision: Revision, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const number = revision.current();
    const isWhole = async () => (await revision.latest()) === number;
    try {
      const made = await work();
      if (await isWhole()) return made;
    } catch (error) {
      if (error instanceof StoreUnavailableError || (await isWhole())) throw error;
    }
  }
  throw new StoreUnavailableError('the catalogue changed each time that it was read');
}
