import { useTranslations } from 'use-intl';
import { LANGUAGES, type Language } from '../../../src/messages/languages.ts';
import { useLanguage } from '../i18n/language-provider.tsx';

/** The other languages, each named in itself. */
export function LanguageSwitch() {
  const t = useTranslations('frame');
  const { language, choose } = useLanguage();
  return LANGUAGES.filter((other) => other !== language).map((other) => (
    <button
      key={other}
      type="button"
      lang={other}
      onClick={() => choose(other)}
      className="flex min-h-11 items-center gap-2 text-sm text-soft hover:text-ink"
    >
      <span className="sr-only" lang={language}>{`${t('language')}: `}</span>
      {ownNameOf(other)}
    </button>
  ));
}

function ownNameOf(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}
