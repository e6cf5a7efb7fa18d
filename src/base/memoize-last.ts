/**
 * Memoizes the last call of a function by its argument, compared by `!==`: a value is reused until the version of its data
 * changes (docs/ARCHITECTURE.md#what-is-remembered-and-until-when). When `make` throws, the last value stays.
 */
export function memoizeLast<V, T>(make: (version: V) => T): (version: V) => T {
  let last: { readonly version: V; readonly value: T } | null = null;
  return (version) => {
    if (last === null || last.version !== version) last = { version, value: make(version) };
    return last.value;
  };
}
