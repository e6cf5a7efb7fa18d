/** Ready values by what they show. */
export interface ByteCache<T> {
  /** The value of a key, made and kept when it is not there. A failure is not kept. */
  get(key: string, make: () => Promise<T>): Promise<T>;
  /** The value of a key if it is there. */
  find(key: string): T | undefined;
  /** Keeps a value unless its key has one. */
  keep(key: string, value: T): void;
}

interface Entry<T> {
  readonly value: T;
  /** Since it was made, or since it was last considered for removal. */
  isUsed: boolean;
}

/**
 * Keeps values up to a number of bytes. When the room is full, the oldest go that weren't used since they were last
 * considered; moving a value at each use, as a strict order of use would need, costs more than finding it.
 * `bytesOf` tells how much room a value takes.
 */
export function createByteCache<T>(bytesMax: number, bytesOf: (value: T) => number): ByteCache<T> {
  const entries = new Map<string, Entry<T>>();
  let bytes = 0;
  const sizeOf = (key: string, value: T) => bytesOf(value) + key.length + ENTRY_BYTES;

  function find(key: string): T | undefined {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  function keep(key: string, value: T): void {
    if (entries.has(key)) return;
    entries.set(key, { value, isUsed: false });
    bytes += sizeOf(key, value);
    for (const [oldest, entry] of entries) {
      if (bytes <= bytesMax) break;
      entries.delete(oldest);
      if (entry.isUsed) {
        entry.isUsed = false;
        entries.set(oldest, entry);
      } else {
        bytes -= sizeOf(oldest, entry.value);
      }
    }
  }

  return {
    find,
    keep,
    async get(key, make) {
      const known = find(key);
      if (known !== undefined) return known;
      const made = await make();
      keep(key, made);
      return made;
    },
  };
}

/** Memory of an entry besides its bytes, as measured: map node, key, objects. */
const ENTRY_BYTES = 700;
