import type { Payload } from '../http/answer.ts';

/** Ready payloads by what they show. Keys name the state of the data, so nothing in it is ever stale. */
export interface PayloadCache {
  /** The payload of a key, made and kept when it is not there. A failure is not kept. */
  get(key: string, make: () => Promise<Payload>): Promise<Payload>;
}

/** Keeps the payloads used last, up to a number of bytes. */
export function createPayloadCache(bytesMax: number): PayloadCache {
  const payloads = new Map<string, Payload>();
  let bytes = 0;
  return {
    async get(key, make) {
      const known = payloads.get(key);
      if (known !== undefined) {
        payloads.delete(key);
        payloads.set(key, known);
        return known;
      }
      const made = await make();
      if (!payloads.has(key)) {
        payloads.set(key, made);
        bytes += sizeOf(key, made);
      }
      for (const [oldest, payload] of payloads) {
        if (bytes <= bytesMax) break;
        payloads.delete(oldest);
        bytes -= sizeOf(oldest, payload);
      }
      return made;
    },
  };
}

/** Room that an entry takes beside its bytes: map node, key, objects. */
const ENTRY_BYTES = 400;

function sizeOf(key: string, payload: Payload): number {
  return payload.members.length + key.length + ENTRY_BYTES;
}
