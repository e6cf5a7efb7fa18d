import type { AccountStore } from '../accounts/account-store.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { Clock } from '../clock.ts';
import type { Site } from '../http/envelope.ts';
import type { Links } from '../http/links.ts';
import type { RankingStore } from '../rankings/ranking-store.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { SearchTermAdmin } from '../search/search-term-admin.ts';
import type { ResponseCache } from './response-cache.ts';

/** What the endpoints work with. */
export interface Services {
  readonly catalog: CatalogStore;
  readonly rankings: RankingStore;
  readonly search: SearchIndex;
  readonly searchTerms: SearchTermAdmin;
  readonly accounts: Pick<AccountStore, 'listUsage'>;
  readonly clock: Clock;
  readonly links: Links;
  readonly site: Site;
  /** The prefix of keys, so that no response repeats one. */
  readonly keyPrefix: string;
  /** Responses made in the current state. */
  readonly ready: () => ResponseCache;
}
