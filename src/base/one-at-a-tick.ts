/**
 * Batches the look-ups of one tick of the event loop into one statement, such as those of calls that the gate has decided
 * together. `load` gets each key once; every caller gets the whole result, including the keys of other callers.
 */
export function oneAtATick<K, V>(
  load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (keys: readonly K[]) => Promise<ReadonlyMap<K, V>> {
  let asked: { readonly keys: Set<K>; readonly loaded: Promise<ReadonlyMap<K, V>> } | null = null;
  const gather = () => {
    const keys = new Set<K>();
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<K, V>>();
    process.nextTick(() => {
      asked = null;
      load([...keys]).then(resolve, reject);
    });
    return { keys, loaded: promise };
  };
  return (keys) => {
    asked ??= gather();
    for (const key of keys) asked.keys.add(key);
    return asked.loaded;
  };
}
