/** Ready values by key. */
export type ByteCache<T> = ReturnType<typeof createByteCache<T>>;

interface Entry<T> {
  readonly value: T;
  /** Used since it was made, or since it was last considered for removal. */
  isUsed: boolean;
}

/**
 * Keeps values up to a number of bytes. When there is no room, the oldest values that weren't used since they were last
 * considered are dropped. A strict order of use would move a value at each use, which costs more than finding it.
 * `bytesOf` returns a value's size.
 */
export function createByteCache<T>(bytesMax: number, bytesOf: (value: T) => number) {
  const entries = new Map<string, Entry<T>>();
  const making = new Map<string, Promise<T>>();
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
    /** The value of a key, if it is kept. */
    find,
    /** Keeps a value unless its key already has one. */
    keep,
    /** The value of a key; if it is missing, it is made once for all who ask meanwhile, and kept. Failures aren't kept. */
    async get(key: string, make: () => Promise<T>): Promise<T> {
      const known = find(key);
      if (known !== undefined) return known;
      const begun = making.get(key) ?? make().finally(() => making.delete(key));
      making.set(key, begun);
      const made = await begun;
      keep(key, made);
      return made;
    },
  };
}

/** Memory of an entry besides its bytes, as measured: map node, key, objects. */
const ENTRY_BYTES = 700;
