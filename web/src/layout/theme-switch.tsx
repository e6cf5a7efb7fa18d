import { useTranslations } from 'use-intl';
import { THEMES, type Theme, useTheme } from '../design/theme.ts';

const TEXTS = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const satisfies Record<
  Theme,
  string
>;

/** Each press goes to the next theme. */
export function ThemeButton() {
  const t = useTranslations('frame');
  const [theme, choose] = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const name = `${t('theme')}: ${t(TEXTS[theme])}`;
  return (
    <button
      type="button"
      title={name}
      aria-label={name}
      onClick={() => choose(next)}
      className="flex min-h-11 min-w-8 items-center gap-2 text-sm text-soft hover:text-ink lg:justify-center"
    >
      <svg viewBox="0 0 20 20" width={18} height={18} aria-hidden="true" fill="none" stroke="currentColor">
        <circle cx="10" cy="10" r="7" strokeWidth="1.6" />
        <path d={PICTURES[theme]} fill="currentColor" stroke="none" />
      </svg>
      <span className="lg:hidden">{name}</span>
    </button>
  );
}

/** Half a disc follows the machine, a small one is the sun, a crescent the moon. */
const PICTURES: Readonly<Record<Theme, string>> = {
  system: 'M10 3a7 7 0 0 1 0 14z',
  light: 'M10 6.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7z',
  dark: 'M10 3a7 7 0 1 0 0 14a9.5 9.5 0 0 1 0-14z',
};
