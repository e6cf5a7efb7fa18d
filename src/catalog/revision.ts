import { StoreUnavailableError } from '../sql-database.ts';

/** The number of what readers see: items, decisions, published lists. It grows with every commit that changes one of them. */
export interface Revision {
  /**
   * As far as this process knows: of an embedded store as of this turn of the event loop, otherwise as the gate or a page heard last.
   * Throws StoreUnavailableError.
   */
  current(): number;
  /** Asked anew; from then on it is the current one. */
  latest(): Promise<number>;
}

/**
 * Keeps the last value that was made from the data, until their revision moves or another one is asked for. What fails is made
 * again.
 */
export function perRevision<T, Key = void>(
  revision: Revision,
  make: (key: Key) => Promise<T>,
): (key: Key) => Promise<T> {
  let kept: { readonly number: number; readonly key: Key; readonly value: Promise<T> } | null = null;
  return (key) => {
    const number = revision.current();
    if (kept?.number === number && kept.key === key) return kept.value;
    const made = { number, key, value: make(key) };
    kept = made;
    made.value.catch(() => {
      if (kept === made) kept = null;
    });
    return made.value;
  };
}

/** How often work is done that reads several times, while the data change under it. */
const ATTEMPTS = 4;

/**
 * Does work whose reads must all see the same data, and does it again where these changed meanwhile. Also an error counts only if they
 * didn't: a list may have gone between two reads.
 */
export async function inOneRevision<T>(revision: Revision, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const number = revision.current();
    const isWhole = async () => (await revision.latest()) === number;
    try {
      const made = await work();
      if (await isWhole()) return made;
    } catch (error) {
      if (await isWhole()) throw error;
    }
  }
  throw new StoreUnavailableError('the catalogue changed each time that it was read');
}
