/** A stored value, which must be one of a few. */
export function storedWord<T extends string>(allowed: readonly T[], value: unknown): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`unexpected value in the store: ${value}`);
  return found;
}
