/** Ready values by what they show. Keys name the state of the data, so nothing in it is ever stale. */
export interface ByteCache<T> {
  /** The value of a key, made and kept when it is not there. A failure is not kept. */
  get(key: string, make: () => Promise<T>): Promise<T>;
}

/** Keeps the values used last, up to a number of bytes. `bytesOf` tells how much room a value takes. */
export function createByteCache<T>(bytesMax: number, bytesOf: (value: T) => number): ByteCache<T> {
  const values = new Map<string, T>();
  let bytes = 0;
  const sizeOf = (key: string, value: T) => bytesOf(value) + key.length + ENTRY_BYTES;
  return {
    async get(key, make) {
      const known = values.get(key);
      if (known !== undefined) {
        values.delete(key);
        values.set(key, known);
        return known;
      }
      const made = await make();
      if (!values.has(key)) {
        values.set(key, made);
        bytes += sizeOf(key, made);
      }
      for (const [oldest, value] of values) {
        if (bytes <= bytesMax) break;
        values.delete(oldest);
        bytes -= sizeOf(oldest, value);
      }
      return made;
    },
  };
}

/** Memory of an entry besides its bytes: map node, key, objects. */
const ENTRY_BYTES = 400;
