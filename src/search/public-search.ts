import type { Clock } from '../clock.ts';
import { createTurns, NoTurnError } from '../turns.ts';
import { type SearchIndex, SearchUnavailableError } from './search-index.ts';

/** What the search thread does for people without a key, so that calls with one wait for two searches at most. */
const LIMITS = { atOnceMax: 2, waitingMax: 16, waitingPerCallerMax: 16, restFactor: 0 };

/** The search for pages that anybody can open. It also throws SearchUnavailableError when too many others wait. */
export function createPublicSearch(search: SearchIndex, clock: Clock): SearchIndex {
  const turns = createTurns(LIMITS, clock);
  const inTurn = <T>(work: () => Promise<T>) =>
    turns.take(work).catch((error: unknown) => {
      throw error instanceof NoTurnError ? new SearchUnavailableError(error.message) : error;
    });
  return {
    search: (request) => inTurn(() => search.search(request)),
    suggest: (query, limit) => inTurn(() => search.suggest(query, limit)),
    isCurrent: (result) => search.isCurrent(result),
  };
}
