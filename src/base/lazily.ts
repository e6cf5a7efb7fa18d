type Makers = Readonly<Record<PropertyKey, () => unknown>>;

/** An object each of whose values is created when it is first read. */
export function lazily<M extends Makers>(makers: M): { readonly [Name in keyof M]: ReturnType<M[Name]> } {
  const object = {};
  for (const name of Reflect.ownKeys(makers)) {
    let made: { readonly value: unknown } | null = null;
    Object.defineProperty(object, name, {
      enumerable: true,
      get() {
        made ??= { value: makers[name]?.() };
        return made.value;
      },
    });
  }
  return object as { readonly [Name in keyof M]: ReturnType<M[Name]> };
}
