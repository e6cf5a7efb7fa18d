/** What this browser remembers between visits. Private windows may forbid it: then nothing is remembered. */
export type StoredName = 'language' | 'theme' | 'codeLanguage';

export function readStored(name: StoredName): string | null {
  try {
    return localStorage.getItem(`seoga-${name}`);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function writeStored(name: StoredName, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`seoga-${name}`);
    else localStorage.setItem(`seoga-${name}`, value);
  } catch {
    // Nothing depends on it.
  }
}
