import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { Clock } from '../clock.ts';
import type { Caller } from '../gate/gate.ts';
import type { ReadyAnswer } from '../http/answer.ts';
import { createByteCache } from '../http/body/byte-cache.ts';
import type { Encoding } from '../http/body/encoding.ts';
import { realtimeBucketOf } from '../rankings/realtime-bucket.ts';
import { untilChanged } from '../until-changed.ts';

/** What an answer depends on that can be seen in its request. */
export interface RequestShape {
  /** Path and query as they were sent. */
  readonly url: string;
  readonly encoding: Encoding;
  readonly caller: Caller;
}

/**
 * Answers that were made already in one state of the data, by request: neither parameters nor data have to be looked at
 * again (docs/adr/0020-one-way-for-each-call.md).
 */
export interface ReadyAnswers {
  find(shape: RequestShape): ReadyAnswer | undefined;
  /** Keeps an answer that was built after this state was read. */
  keep(shape: RequestShape, answer: ReadyAnswer): void;
}

/** Answers to longer addresses aren't kept: hardly any is asked for twice. */
const URL_MAX = 500;

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
    untilChanged((_bucket: number) => createAnswers(bytesMax)),
  );
  return () => ofVersion(catalog.version())(realtimeBucketOf(clock.nowMs()));
}

function createAnswers(bytesMax: number): ReadyAnswers {
  const answers = createByteCache(bytesMax, roomOf);
  return {
    find: (shape) => answers.find(keyOf(shape)),
    keep(shape, answer) {
      if (shape.url.length <= URL_MAX) answers.keep(keyOf(shape), answer);
    },
  };
}

/** Most requests are their address: a joined text has to be hashed at each call. */
function keyOf({ url, encoding, caller }: RequestShape): string {
  const { addOnUserKey } = caller;
  return encoding === 'identity' && addOnUserKey === null ? url : `${encoding} ${addOnUserKey ?? ''} ${url}`;
}

function roomOf({ headers, contentHeaders, body }: ReadyAnswer): number {
  return [...headers, ...contentHeaders].reduce((sum, text) => sum + text.length, body.length);
}
