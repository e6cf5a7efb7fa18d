/**
 * Batches the look-ups of one tick of the event loop into one statement: calls that the gate has decided together go on together.
 * `load` gets each key once; its result may contain more than one caller has asked for.
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
