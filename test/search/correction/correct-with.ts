import type { Corrector } from '../../../src/search/correction/corrector.ts';
import type { Correction } from '../../../src/search/search-index.ts';

/** The correction of a query by an index that only knows whether something has hits. */
export function correctWith(
  corrector: Corrector,
  query: string,
  hasHits: (query: string) => boolean,
): Correction | null {
  const countHits = (asked: string) => Number(hasHits(asked));
  return corrector.advise(query, { hasHits, countHits, countBeginning: () => 0, isTitle: hasHits })
    .correction;
}
