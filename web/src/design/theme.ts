import { readStored, writeStored } from '../stored.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The chosen theme; `system` follows the machine. */
export function storedTheme(): Theme {
  return THEMES.find((theme) => theme === readStored('theme')) ?? 'system';
}

/** Shows and remembers a theme. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  writeStored('theme', theme === 'system' ? null : theme);
}
