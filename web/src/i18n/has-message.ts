/**
 * Whether there is a text for a word from the server, which may be newer than these pages. `texts` is what useTranslations
 * returns.
 */
export function hasMessage<Key extends string>(texts: Texts<Key>, key: string): key is Key {
  const anyTexts: Texts<string> = texts;
  return anyTexts.has(key);
}

interface Texts<Key> {
  has(key: Key): boolean;
}
