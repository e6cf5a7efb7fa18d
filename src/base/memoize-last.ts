/**
 * Memoizes a function's last result: `make` isn't called again until `version`, compared by `!==`, changes
 * (docs/ARCHITECTURE.md#what-is-remembered-and-until-when). When `make` throws, the last result stays.
 */
export function memoizeLast<V, T>(make: (version: V) => T): (version: V) => T {
  let last: { readonly version: V; readonly value: T } | null = null;
  return (version) => {
    if (last === null || last.version !== version) last = { version, value: make(version) };
    return last.value;
  };
}
