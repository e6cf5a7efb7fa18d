import { LANGUAGES, type Language } from '../../../src/messages/languages.ts';
import { readStored, writeStored } from '../stored.ts';

let current: Language = firstLanguage();

/** The language that pages and requests use. */
export function currentLanguage(): Language {
  return current;
}

/** Remembers a language and makes it the one of requests. */
export function chooseLanguage(language: Language): void {
  current = language;
  writeStored('language', language);
}

/** The one that the address asks for; else the one chosen before; else the first of the browser's that we have, else English. */
function firstLanguage(): Language {
  // Where pages are drawn at build time there is neither.
  if (globalThis.location === undefined) return 'en';
  const asked = new URLSearchParams(location.search).get('lang');
  const wantedByAddress = LANGUAGES.find((language) => language === asked);
  if (wantedByAddress !== undefined) return wantedByAddress;
  const stored = LANGUAGES.find((language) => language === readStored('language'));
  if (stored !== undefined) return stored;
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.flatMap((tag) => LANGUAGES.filter((language) => language === tag))[0] ?? 'en';
}
