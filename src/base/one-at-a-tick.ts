/**
 * Gathers what is asked for in one tick of the event loop, so that one statement reads all of it: calls of a batch go on together once
 * the gate has let them in. `load` gets each key once, and gives what belongs to each.
 */
export function oneAtATick<K, V>(
  load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | undefined> {
  let asked: { readonly keys: Set<K>; readonly loaded: Promise<ReadonlyMap<K, V>> } | null = null;
  const gather = () => {
    const keys = new Set<K>();
    const loaded = new Promise<void>((resolve) => process.nextTick(resolve)).then(() => {
      asked = null;
      return load([...keys]);
    });
    return { keys, loaded };
  };
  return async (key) => {
    asked ??= gather();
    asked.keys.add(key);
    return (await asked.loaded).get(key);
  };
}
