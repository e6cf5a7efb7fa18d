/** Batches the look-ups of one tick of the event loop: `load` gets each key once. Every caller gets the whole result. */
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
