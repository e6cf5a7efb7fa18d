import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { sessionQuery } from '../api.ts';
import { TextLink } from '../design/button.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Page } from '../design/page.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { type ErrorPage, errorPages, withRealAddress } from './error-pages.ts';
import { Markdown } from './markdown.tsx';
import { rawText } from './texts.ts';

/** How failures look and what to do about them, then every code with a link to its own page. */
export function ErrorsPage() {
  const t = useTranslations('docs');
  const { language } = useLanguage();
  return (
    <Page title={t('errors')} lead={t('errorsLead')}>
      <Markdown text={rawText('errors', language)} codeLabel={t('code')} />
      <h2 id="codes" className="mt-12 text-lg font-bold">
        {t('errorCodes')}
      </h2>
      <ul className="mt-4 grid border-t border-line sm:grid-cols-2 sm:gap-x-8">
        {errorPages(language).map((page) => (
          <li key={page.code} id={page.code} className="border-b border-line">
            <Link
              to="/docs/errors/$code"
              params={{ code: page.code }}
              className="group flex items-baseline gap-3 py-2.5 text-sm no-underline"
            >
              <span className="w-8 shrink-0 font-mono text-xs text-soft">{page.status}</span>
              <span className="min-w-0">
                <span className="block font-mono text-xs font-semibold">{page.code}</span>
                <span className="text-soft group-hover:text-ink group-hover:underline">{page.title}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** One code: what happened, how to fix it, a call that fails and one that works. Failed answers link here. */
export function OneErrorPage() {
  const t = useTranslations('docs');
  const { language } = useLanguage();
  const { code } = useParams({ from: '/docs/errors/$code' });
  const page = errorPages(language).find((one) => one.code === code);
  if (page === undefined) {
    return (
      <Page title={t('unknownError')}>
        <TextLink to="/docs/errors">{t('errors')}</TextLink>
      </Page>
    );
  }
  return (
    <Page
      title={page.title}
      lead={
        <>
          <span className="font-mono font-semibold text-ink">{page.code}</span> · HTTP {page.status} ·{' '}
          <TextLink to="/docs/errors" hash="codes" activeOptions={{ exact: true }}>
            {t('errorCodes')}
          </TextLink>
        </>
      }
    >
      <ErrorBody page={page} />
    </Page>
  );
}

function ErrorBody({ page }: { readonly page: ErrorPage }) {
  const t = useTranslations('docs');
  const { data: session } = useQuery(sessionQuery);
  const baseUrl = session?.baseUrl ?? '';
  return (
    <>
      <h2 className="text-lg font-bold">{t('happened')}</h2>
      <Markdown text={page.happened} codeLabel={t('code')} />
      <h2 className="mt-10 text-lg font-bold">{t('fix')}</h2>
      <Markdown text={page.fix} codeLabel={t('code')} />
      <div className="mt-10 grid gap-4">
        {page.fails === null ? (
          <p className="text-sm text-soft">{t('notCallable')}</p>
        ) : (
          <CodeBlock wraps label={t('fails')} code={withRealAddress(page.fails, baseUrl)} />
        )}
        <CodeBlock wraps label={t('body')} code={page.body} />
        <CodeBlock wraps label={t('works')} code={withRealAddress(page.works, baseUrl)} />
      </div>
    </>
  );
}
