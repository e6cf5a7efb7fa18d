import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../stored.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The chosen theme; `system` follows the machine. */
export function storedTheme(): Theme {
  return THEMES.find((theme) => theme === readStored('theme')) ?? 'system';
}

const listeners = new Set<() => void>();

/** The chosen theme and the way to choose another; every switch on the page follows. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    storedTheme,
    () => 'system' as const,
  );
  return [theme, applyTheme];
}

/** Shows and remembers a theme. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  writeStored('theme', theme === 'system' ? null : theme);
  for (const listener of listeners) listener();
}
