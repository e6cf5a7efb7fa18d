import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { Clock } from '../clock.ts';
import type { Caller } from '../gate/gate.ts';
import type { ReadyAnswer } from '../http/answer.ts';
import { type ByteCache, createByteCache } from '../http/byte-cache.ts';
import type { Encoding } from '../http/encoding.ts';
import { realtimeBucketOf } from '../rankings/realtime-bucket.ts';

/** What an answer depends on that can be seen in its request. */
export interface RequestShape {
  /** Path and query as they were sent. */
  readonly url: string;
  readonly encoding: Encoding;
  readonly caller: Caller;
}

/** A state of everything else that an answer depends on; as long as it lasts, the same object. */
export interface DataState {
  readonly version: unknown;
  /** Ten minutes of the clock: days and realtime lists begin with one. */
  readonly bucket: number;
}

/**
 * Answers that were made already, by request: neither parameters nor data have to be looked at again
 * (docs/adr/0020-one-way-for-each-call.md).
 */
export interface ReadyAnswers {
  /** Throws StoreUnavailableError. */
  state(): DataState;
  /** The answer to a request in the state of now. Throws StoreUnavailableError. */
  find(shape: RequestShape): ReadyAnswer | undefined;
  /** Keeps an answer. `made` is the state that was read before the answer was built. */
  keep(shape: RequestShape, made: DataState, answer: ReadyAnswer): void;
}

/** Answers to longer addresses aren't kept: hardly any is asked for twice. */
const URL_MAX = 500;

/** Holds answers of `bytesMax` bytes together. */
export function createReadyAnswers(
  catalog: Pick<CatalogStore, 'version'>,
  clock: Clock,
  bytesMax: number,
): ReadyAnswers {
  let last: DataState = { version: undefined, bucket: Number.NaN };
  let answers: ByteCache<ReadyAnswer>;
  const state = () => {
    const version = catalog.version();
    const bucket = realtimeBucketOf(clock.nowMs());
    if (version !== last.version || bucket !== last.bucket) {
      last = { version, bucket };
      answers = createByteCache(bytesMax, roomOf);
    }
    return last;
  };
  return {
    state,
    find(shape) {
      state();
      return answers.find(keyOf(shape));
    },
    keep(shape, made, answer) {
      if (shape.url.length <= URL_MAX && made === last) answers.keep(keyOf(shape), answer);
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
