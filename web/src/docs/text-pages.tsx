import { useTranslations } from 'use-intl';
import changelogEn from '../../../CHANGELOG.md?raw';
import changelogKo from '../../../docs/CHANGELOG.ko.md?raw';
import { Page } from '../design/page.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { Markdown } from './markdown.tsx';
import faqEn from './text/en/faq.md?raw';
import rulesEn from './text/en/rules.md?raw';
import faqKo from './text/ko/faq.md?raw';
import rulesKo from './text/ko/rules.md?raw';

const RULES = { ko: rulesKo, en: rulesEn } as const;
const FAQ = { ko: faqKo, en: faqEn } as const;
const CHANGELOG = { ko: changelogKo, en: fromFirstVersion(changelogEn) } as const;

export function RulesPage() {
  const t = useTranslations('docs');
  return <TextPage title={t('rules')} lead={t('rulesLead')} texts={RULES} />;
}

export function FaqPage() {
  const t = useTranslations('docs');
  return <TextPage title={t('faq')} lead={t('faqLead')} texts={FAQ} />;
}

export function ChangelogPage() {
  const t = useTranslations('docs');
  return <TextPage title={t('changelog')} lead={t('changelogLead')} texts={CHANGELOG} />;
}

interface TextPageProps {
  readonly title: string;
  readonly lead: string;
  readonly texts: Readonly<Record<'ko' | 'en', string>>;
}

function TextPage({ title, lead, texts }: TextPageProps) {
  const t = useTranslations('docs');
  const { language } = useLanguage();
  return (
    <Page title={title} lead={lead}>
      <Markdown text={texts[language]} codeLabel={t('code')} />
    </Page>
  );
}

/** The file's preamble is for those who write it. */
function fromFirstVersion(text: string): string {
  return text.slice(text.indexOf('\n## ') + 1);
}
