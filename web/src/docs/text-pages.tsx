import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import changelogEn from '../../../CHANGELOG.md?raw';
import changelogKo from '../../../docs/CHANGELOG.ko.md?raw';
import { sessionQuery } from '../api.ts';
import { Failed, Loading } from '../design/loading.tsx';
import { Page } from '../design/page.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { Markdown } from './markdown.tsx';
import faqEn from './text/en/faq.md?raw';
import rulesEn from './text/en/rules.md?raw';
import faqKo from './text/ko/faq.md?raw';
import rulesKo from './text/ko/rules.md?raw';

const RULES = { ko: rulesKo, en: rulesEn } as const;
const FAQ = { ko: faqKo, en: faqEn } as const;
const CHANGELOG = {
  ko: changelogKo.replace('## Unreleased', '## 다음 버전'),
  en: fromFirstVersion(changelogEn),
} as const;

const LIMITS = ['dailyQuota', 'burstPerSecond', 'burst'] as const;

/** With the limits of this service, in words and as they stand in headers (`q:`). */
export function RulesPage() {
  const t = useTranslations('docs');
  const format = useFormatter();
  const { data: session, error, refetch } = useQuery(sessionQuery);
  if (session === undefined) {
    return (
      <Page title={t('rules')} lead={t('rulesLead')}>
        {error === null ? <Loading /> : <Failed error={error} onRetry={() => refetch()} />}
      </Page>
    );
  }
  const { limits } = session;
  const fill = (text: string) =>
    LIMITS.reduce(
      (filled, name) =>
        filled
          .replaceAll(`{{${name}}}`, format.number(limits[name]))
          .replaceAll(`{{q:${name}}}`, String(limits[name])),
      text,
    );
  const texts = { ko: fill(RULES.ko), en: fill(RULES.en) };
  return <TextPage title={t('rules')} lead={t('rulesLead')} texts={texts} />;
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
