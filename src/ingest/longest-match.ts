/**
 * What a table of codes gives for one code. An entry that ends in `*` stands for any ending; the longest entry that fits
 * decides, and one without `*` fits only the whole code.
 */
export function longestMatch(table: ReadonlyMap<string, string>, code: string): string | null {
  const whole = table.get(code);
  if (whole !== undefined) return whole;
  for (let length = Math.min(code.length, CODE_LENGTH_MAX); length >= 0; length--) {
    const value = table.get(`${code.slice(0, length)}*`);
    if (value !== undefined) return value;
  }
  return null;
}

/** Characters of a code that are looked at; no scheme has longer ones. */
const CODE_LENGTH_MAX = 100;
