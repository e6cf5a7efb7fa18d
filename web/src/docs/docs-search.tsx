import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Combobox } from '../design/combobox.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { DOCS_PAGES } from './docs-pages.ts';
import { endpointsQuery } from './openapi.ts';
import type { DocsPages } from './search-index.ts';

/** A longer list is narrowed by another word sooner than read. */
const SHOWN_MAX = 10;

/** Where most questions are answered. */
const FALLBACKS = ['authentication', 'endpoints', 'errors', 'faq'] as const;

/**
 * Search over the documentation. Its index is made in the browser, when somebody first searches. Enter opens the first
 * result unless the arrow keys chose another.
 */
export function DocsSearch() {
  const t = useTranslations('docs');
  const router = useRouter();
  const [query, setQuery] = useState('');
  const results = useResults(useDeferredValue(query.trim()));
  const field = useFocusByKeyboard();
  const shown =
    results?.length === 0
      ? FALLBACKS.map((page) => ({ href: `/docs/${page}`, title: t(page), where: '' }))
      : (results ?? []).slice(0, SHOWN_MAX);
  return (
    <search className="flex">
      <Combobox
        field={field}
        label={t('search')}
        listLabel={t('search')}
        placeholder={t('searchPlaceholder')}
        shortcuts="/ Control+K"
        value={query}
        takesFirst={results !== undefined && results.length > 0}
        listClass="w-full sm:w-md max-h-[calc(100dvh-9rem)] overflow-y-auto"
        options={shown.map(({ href, title, where }) => ({
          name: href,
          href,
          content: (
            <>
              {title}
              {where !== '' && <span className="block text-xs text-soft wrap-anywhere">{where}</span>}
            </>
          ),
        }))}
        note={results === undefined ? undefined : <Found count={results.length} />}
        onType={setQuery}
        onChoose={(href) => {
          setQuery('');
          router.history.push(href);
        }}
      />
    </search>
  );
}

function Found({ count }: { readonly count: number }) {
  const t = useTranslations('docs');
  return (
    <p role="status" className="px-3 py-1 text-xs text-soft">
      {count === 0 && t('searchNothing')}
      {count > 0 && count <= SHOWN_MAX && t('searchFound', { count })}
      {count > SHOWN_MAX && t('searchFirst', { count, shown: SHOWN_MAX })}
    </p>
  );
}

/** `/` and Ctrl-K (on a Mac, Command-K) lead to the field, unless somebody is typing elsewhere. */
function useFocusByKeyboard() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isSlash && !isK) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  return field;
}

function useResults(query: string) {
  const { language } = useLanguage();
  const pages = usePages();
  const { data: endpoints } = useQuery(endpointsQuery);
  const { data: index } = useQuery({
    queryKey: ['docs-index', language, endpoints?.length ?? 0],
    queryFn: async () => {
      const { searchDocs, searchEntries } = await import('./search-index.ts');
      return { entries: searchEntries(endpoints ?? [], pages, language), searchDocs };
    },
    enabled: query !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return query === '' ? undefined : index?.searchDocs(index.entries, query);
}

function usePages(): DocsPages {
  const t = useTranslations('docs');
  const attribution = [t('attributionLead'), t('logoText'), t('textText'), t('htmlText'), t('htmlSellers')];
  const named = ({ text }: (typeof DOCS_PAGES)[number]) => ({
    title: t(text),
    text: text === 'attribution' ? attribution.join(' ') : t(`${text}Lead`),
  });
  return Object.fromEntries(DOCS_PAGES.map((page) => [page.to, named(page)])) as DocsPages;
}
