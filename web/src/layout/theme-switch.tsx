import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { applyTheme, storedTheme, THEMES, type Theme } from '../design/theme.ts';

const TEXTS = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const satisfies Record<
  Theme,
  string
>;

export function ThemeSwitch() {
  const t = useTranslations('frame');
  const [theme, setTheme] = useState(storedTheme);
  const choose = (next: Theme) => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <label className="flex items-center gap-3 text-xs text-soft">
      {t('theme')}
      <select
        value={theme}
        onChange={(event) => choose(THEMES.find((one) => one === event.target.value) ?? 'system')}
        className="min-h-9 rounded-sm border border-edge bg-raised px-2 text-xs text-ink"
      >
        {THEMES.map((one) => (
          <option key={one} value={one}>
            {t(TEXTS[one])}
          </option>
        ))}
      </select>
    </label>
  );
}
