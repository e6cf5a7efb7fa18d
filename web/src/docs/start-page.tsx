import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { firstCall } from '../../../src/portal/contract/catalogue.ts';
import { sessionQuery } from '../api.ts';
import { Page } from '../design/page.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { CodeTabs } from './endpoint/code-tabs.tsx';
import { SampleAnswer } from './endpoint/sample-answer.tsx';
import { Markdown } from './markdown.tsx';
import { sampleQuery } from './samples.ts';
import { rawText } from './texts.ts';

export function StartPage() {
  const t = useTranslations('docs');
  const { language } = useLanguage();
  const { data: session } = useQuery(sessionQuery);
  const { data: sample } = useQuery(sampleQuery('bestsellerMonthly'));
  const baseUrl = session?.baseUrl ?? '';
  const [before = '', after = ''] = rawText('start', language)
    .replaceAll('{{baseUrl}}', baseUrl)
    .split('{{firstCall}}');
  return (
    <Page title={t('start')} lead={t('startLead')}>
      <Markdown text={before} codeLabel={t('code')} />
      <div className="mt-4">
        <CodeTabs
          call={{
            address: `${baseUrl}${firstCall(session?.firstCategory ?? '')}`,
            fileName: null,
            hasItems: true,
          }}
        />
        <div className="mt-4">
          <SampleAnswer sample={sample} />
        </div>
      </div>
      <Markdown text={after} codeLabel={t('code')} />
    </Page>
  );
}
