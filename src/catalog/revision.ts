import { randomInt } from 'node:crypto';
import { StoreUnavailableError, type Writer } from '../sql-database.ts';

/** A number that grows with every commit to what readers see: items, decisions, published lists. */
export interface Revision {
  /**
   * The revision known to this process: with SQLite that of this tick's snapshot, with PostgreSQL the last one heard by the gate
   * or a page. Throws StoreUnavailableError.
   */
  current(): number;
  /** Asks the database; `current` returns this number from then on. */
  latest(): Promise<number>;
}

/** Largest increment; 2^53 is never reached. */
const STEP_MAX = 2 ** 20;

/**
 * Increments the revision within a transaction that changes what readers see. The increment is random: after a restore, no commit gets
 * the number of one that was lost, under which instances may have cached answers.
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

/** Caches the last value, by revision and key. Failures aren't cached. */
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

/** How often `inOneRevision` runs its work. */
const ATTEMPTS = 4;

/**
 * Runs work whose reads must all see the same revision, and repeats it if the revision has changed meanwhile. Errors are ignored
 * in that case, too: a list may have been deleted between two reads. A store that is away isn't asked again: the caller would wait
 * for two timeouts.
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
