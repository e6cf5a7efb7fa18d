import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { Clock } from '../clock.ts';
import type { ReadyAnswer } from '../http/answer.ts';
import { type ByteCache, createByteCache } from '../http/body/byte-cache.ts';
import { realtimeBucketOf } from '../rankings/realtime-bucket.ts';
import { untilChanged } from '../until-changed.ts';

/** An answer, and the state of what its endpoint `dependsOn`. */
export interface KeptAnswer extends ReadyAnswer {
  readonly condition: unknown;
}

/**
 * Answers that were made already in one state of the data, by request: neither parameters nor data have to be looked at
 * again (docs/adr/0020-one-way-for-each-call.md).
 */
export type ReadyAnswers = ByteCache<KeptAnswer>;

/**
 * Returns the ready answers of the state of now, `bytesMax` bytes together; that function throws StoreUnavailableError.
 * Once the data or the ten minutes of the clock are others, nobody finds the former answers.
 */
export function createReadyAnswers(
  catalog: Pick<CatalogStore, 'version'>,
  clock: Clock,
  bytesMax: number,
): () => ReadyAnswers {
  // Days and realtime lists begin with a bucket.
  const ofVersion = untilChanged((_version: unknown) =>
    untilChanged((_bucket: number) => createByteCache(bytesMax, roomOf)),
  );
  return () => ofVersion(catalog.version())(realtimeBucketOf(clock.nowMs()));
}

function roomOf({ headers, allHeaders, body }: KeptAnswer): number {
  return [...headers, ...allHeaders].reduce((sum, text) => sum + text.length, body.length);
}
