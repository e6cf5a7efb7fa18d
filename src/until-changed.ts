/**
 * A function that remembers its last value and makes another only for another argument (compared by `!==`): what was made
 * from a version of the data holds until that version changes. docs/ARCHITECTURE.md#what-is-remembered-and-until-when
 * says which versions there are. When `make` throws, the last value stays with its version.
 */
export function untilChanged<V, T>(make: (version: V) => T): (version: V) => T {
  let last: { readonly version: V; readonly value: T } | null = null;
  return (version) => {
    if (last === null || last.version !== version) last = { version, value: make(version) };
    return last.value;
  };
}
