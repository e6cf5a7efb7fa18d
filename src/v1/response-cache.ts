import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { Clock } from '../clock.ts';
import { type ByteCache, createByteCache } from '../http/body/byte-cache.ts';
import type { CachedResponse } from '../http/cached-response.ts';
import type { RankingStore } from '../rankings/ranking-store.ts';
import { realtimeBucketOf } from '../rankings/realtime-bucket.ts';
import { untilChanged } from '../until-changed.ts';

/** A response, and the state of what its endpoint `dependsOn`. */
export interface KeptResponse extends CachedResponse {
  readonly condition: unknown;
}

/**
 * Responses already made for one state of the data, by request, so that neither parameters nor data have to be read
 * again (docs/decisions.md#calls-of-the-public-api).
 */
export type ResponseCache = ByteCache<KeptResponse>;

/**
 * Returns the ready answers for the current state, up to `bytesMax` bytes; that function throws StoreUnavailableError.
 * Once the data or the ten-minute bucket change, earlier responses are no longer found.
 */
export function createResponseCache(
  catalog: Pick<CatalogStore, 'version'>,
  rankings: Pick<RankingStore, 'version'>,
  clock: Clock,
  bytesMax: number,
): () => ResponseCache {
  // A bucket is also the step of days and realtime lists.
  const ofCatalog = untilChanged((_version: unknown) =>
    untilChanged((_lists: unknown) => untilChanged((_bucket: number) => createByteCache(bytesMax, roomOf))),
  );
  return () => ofCatalog(catalog.version())(rankings.version())(realtimeBucketOf(clock.nowMs()));
}

function roomOf({ headers, allHeaders, body }: KeptResponse): number {
  return [...headers, ...allHeaders].reduce((sum, text) => sum + text.length, body.length);
}
