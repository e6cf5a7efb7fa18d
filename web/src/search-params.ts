type Readers = Readonly<Record<string, (value: unknown) => unknown>>;

/**
 * Reads what a page shows from its address. Every name is in what is read, undefined where the address has nothing or
 * nothing known, because the router hands on as it is what a reader leaves out.
 */
export function searchReader<Read extends Readers>(readers: Read) {
  return (search: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search[name])])) as {
      readonly [Name in keyof Read]?: ReturnType<Read[Name]>;
    };
}

/** A text that isn't empty. Links give numbers, too, such as that of an account. */
export function asText(value: unknown): string | undefined {
  const isGiven = (typeof value === 'string' && value !== '') || typeof value === 'number';
  return isGiven ? String(value) : undefined;
}

export function oneOf<Word extends string>(words: readonly Word[]) {
  return (value: unknown): Word | undefined => words.find((word) => word === asText(value));
}

/** A whole number of at least `min`. */
export function numberFrom(min: number) {
  return (value: unknown): number | undefined => {
    const number = Number(value);
    return Number.isInteger(number) && number >= min ? number : undefined;
  };
}

/** The number of a page; the first one needs none. */
export const laterPage = numberFrom(2);
