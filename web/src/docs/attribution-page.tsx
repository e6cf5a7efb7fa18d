import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { sessionQuery } from '../api.ts';
import { CodeBlock } from '../design/code-block.tsx';
import { Page } from '../design/page.tsx';
import { samplesQuery } from '../test-tool/samples-query.ts';
import { attributionCode } from './attribution-code.ts';

/** Everything that marks the origin of the data, ready to copy. */
export function AttributionPage() {
  const t = useTranslations('docs');
  const { data: session } = useQuery(sessionQuery);
  const { data: samples } = useQuery(samplesQuery);
  const operator = session?.operatorName || 'Seoga';
  const base = session?.baseUrl ?? '';
  const text = t('textSample', { operator });
  const buyHere = t('buyAt', { seller: operator });
  const buyElsewhere = t('buyAt', { seller: t('otherSeller') });
  const code = attributionCode({
    // A product of this catalogue, so that what is pasted leads somewhere; an empty one has none.
    link: `${base}/goods/${samples?.itemId || '1001'}`,
    logo: `${base}/assets/logo.svg`,
    text,
    buyHere,
    buyElsewhere,
  });
  return (
    <Page title={t('attribution')} lead={t('attributionLead')}>
      <div className="prose">
        <h2 id="logo">{t('logoTitle')}</h2>
        <p>{t('logoText')}</p>
        <p className="flex flex-wrap items-center gap-6">
          <img src="/assets/logo.svg" alt={operator} width={96} height={96} />
          <a href="/assets/logo.svg" download="logo.svg" className="text-link underline underline-offset-4">
            {t('logoDownload')}
          </a>
        </p>
        <h2 id="text">{t('textTitle')}</h2>
        <p>{t('textText')}</p>
        <CodeBlock label={t('textTitle')} code={text} />
        <h2 id="html">{t('htmlTitle')}</h2>
        <p>{t('htmlText')}</p>
        <Snippet title={t('htmlPlain')} code={code.htmlPlain}>
          <span className="text-link underline">{text}</span>
        </Snippet>
        <Snippet title={t('htmlLogo')} code={code.htmlLogo}>
          <span className="inline-flex items-center gap-2 text-link underline">
            <img src="/assets/logo.svg" alt="" width={20} height={20} />
            {text}
          </span>
        </Snippet>
        <Snippet title={t('htmlSellers')} code={code.htmlSellers}>
          <span className="flex flex-wrap items-center gap-4 text-sm">
            <span className="text-link underline">{buyHere}</span>
            <span className="text-link underline">{buyElsewhere}</span>
            <span className="text-xs text-soft">{text}</span>
          </span>
        </Snippet>
      </div>
    </Page>
  );
}

interface SnippetProps {
  readonly title: string;
  readonly code: string;
  /** What it looks like on a page. */
  readonly children: ReactNode;
}

function Snippet({ title, code, children }: SnippetProps) {
  const t = useTranslations('docs');
  return (
    <div>
      <h3>{title}</h3>
      <div className="mt-3">
        <CodeBlock label={title} code={code} />
      </div>
      <p className="mt-3 text-xs text-soft">{t('preview')}</p>
      <p className="mt-1 rounded-md border border-dashed border-line px-4 py-3">{children}</p>
    </div>
  );
}
