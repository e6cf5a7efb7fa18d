/**
 * Gathers what is asked for in one tick of the event loop, so that one statement reads all of it: calls of a batch go on together once
 * the gate has let them in. `load` gets each key once; what it gives may hold more than one has asked for.
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
