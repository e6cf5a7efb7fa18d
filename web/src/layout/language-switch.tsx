import { useTranslations } from 'use-intl';
import { useLanguage } from '../i18n/language-provider.tsx';

const OTHER = { ko: { language: 'en', name: 'English' }, en: { language: 'ko', name: '한국어' } } as const;

/** With two languages there is one other, named in itself. */
export function LanguageSwitch() {
  const t = useTranslations('frame');
  const { language, choose } = useLanguage();
  const other = OTHER[language];
  return (
    <button
      type="button"
      lang={other.language}
      onClick={() => choose(other.language)}
      className="flex min-h-11 items-center gap-2 text-sm text-soft hover:text-ink"
    >
      <span className="sr-only" lang={language}>{`${t('language')}: `}</span>
      {other.name}
    </button>
  );
}
