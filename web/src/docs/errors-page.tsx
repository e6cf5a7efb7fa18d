import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { CodeBlock } from '../design/code-block.tsx';
import { Page } from '../design/page.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { type ErrorPage, errorPages } from './error-pages.ts';
import { Markdown } from './markdown.tsx';

/** All errors on one page, so that the browser's own search finds them, each at the anchor of its code. */
export function ErrorsPage() {
  const t = useTranslations('docs');
  const { language } = useLanguage();
  const pages = errorPages(language);
  const anchor = useLocation({ select: (location) => location.hash });
  // The page's code may come after the browser has looked for the anchor.
  useEffect(() => document.getElementById(anchor)?.scrollIntoView(), [anchor]);
  return (
    <Page title={t('errors')} lead={t('errorsLead')}>
      <p className="text-sm text-soft">{t('errorOrder')}</p>
      <ul className="mt-8 grid border-t border-line sm:grid-cols-2 sm:gap-x-8">
        {pages.map((page) => (
          <li key={page.code} className="border-b border-line">
            <a href={`#${page.code}`} className="group flex items-baseline gap-3 py-2.5 text-sm no-underline">
              <span className="w-8 shrink-0 font-mono text-xs text-soft">{page.status}</span>
              <span className="min-w-0">
                <span className="block font-mono text-xs font-semibold">{page.code}</span>
                <span className="text-soft group-hover:text-ink group-hover:underline">{page.title}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {pages.map((page) => (
        <ErrorSection key={page.code} page={page} />
      ))}
    </Page>
  );
}

function ErrorSection({ page }: { readonly page: ErrorPage }) {
  const t = useTranslations('docs');
  return (
    <section id={page.code} className="mt-16 border-t border-line pt-8">
      <p className="font-mono text-xs text-soft">HTTP {page.status}</p>
      <h2 className="mt-1 text-lg font-bold">
        <a href={`#${page.code}`} className="no-underline hover:underline">
          <span className="font-mono">{page.code}</span> {page.title}
        </a>
      </h2>
      <h3 className="mt-6 text-sm font-bold">{t('happened')}</h3>
      <Markdown text={page.happened} codeLabel={t('code')} />
      <h3 className="mt-6 text-sm font-bold">{t('fix')}</h3>
      <Markdown text={page.fix} codeLabel={t('code')} />
      <div className="mt-6 grid gap-4">
        {page.fails === null ? (
          <p className="text-sm text-soft">{t('notCallable')}</p>
        ) : (
          <CodeBlock label={`${page.code}: ${t('fails')}`} code={page.fails} />
        )}
        <CodeBlock label={`${page.code}: ${t('body')}`} code={page.body} />
        <CodeBlock label={`${page.code}: ${t('works')}`} code={page.works} />
      </div>
    </section>
  );
}
