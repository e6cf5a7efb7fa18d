import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type MouseEvent,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../i18n/language-provider.tsx';
import { DOCS_PAGES } from './docs-pages.ts';
import { endpointsQuery } from './openapi.ts';
import type { DocsPages, SearchEntry } from './search-index.ts';

/** A longer list is narrowed by another word sooner than read. */
const SHOWN_MAX = 10;

/**
 * Search over the documentation. Its index is made in the browser, when somebody first searches. Enter opens the first
 * result.
 */
export function DocsSearch() {
  const t = useTranslations('docs');
  const id = useId();
  const router = useRouter();
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query.trim());
  const results = useResults(asked);
  const goTo = (href: string) => {
    setQuery('');
    router.history.push(href);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setQuery('');
  };
  const openFirst = (event: KeyboardEvent) => {
    const first = results?.[0];
    // Enter also ends the composition of a syllable.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && first !== undefined) goTo(first.href);
  };
  const field = useFocusByKeyboard();
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(event.currentTarget.getAttribute('href') ?? '/docs');
  };
  return (
    <search className="relative block" onKeyDown={leave}>
      <label htmlFor={id} className="sr-only">
        {t('search')}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        aria-keyshortcuts="/ Control+K"
        value={query}
        placeholder={t('searchPlaceholder')}
        autoComplete="off"
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={openFirst}
        className="min-h-11 w-full rounded-md border border-edge bg-raised px-3 text-sm placeholder:text-soft"
      />
      {asked !== '' && results !== undefined && <Results results={results} onOpen={open} />}
    </search>
  );
}

interface ResultsProps {
  readonly results: readonly SearchEntry[];
  readonly onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
}

function Results({ results, onOpen }: ResultsProps) {
  const t = useTranslations('docs');
  const shown = results.slice(0, SHOWN_MAX);
  return (
    <div className="mt-2 rounded-md border border-line bg-raised p-2 shadow-float">
      <p role="status" className="px-2 py-1 text-xs text-soft">
        {results.length === 0 && t('searchNothing')}
        {results.length > 0 && results.length === shown.length && t('searchFound', { count: shown.length })}
        {results.length > shown.length && t('searchFirst', { count: results.length, shown: shown.length })}
      </p>
      {results.length === 0 && <Elsewhere onOpen={onOpen} />}
      <ul>
        {shown.map((result) => (
          <li key={result.href}>
            <a
              href={result.href}
              onClick={onOpen}
              className="block rounded-sm px-2 py-2 text-sm no-underline hover:bg-well focus-visible:bg-well"
            >
              {result.title}
              {result.where !== '' && (
                <span className="block text-xs text-soft wrap-anywhere">{result.where}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Where most questions are answered. */
const FALLBACKS = ['authentication', 'endpoints', 'errors', 'faq'] as const;

function Elsewhere({ onOpen }: { readonly onOpen: (event: MouseEvent<HTMLAnchorElement>) => void }) {
  const t = useTranslations('docs');
  return (
    <ul className="pt-1">
      {FALLBACKS.map((page) => (
        <li key={page}>
          <a
            href={`/docs/${page}`}
            onClick={onOpen}
            className="block rounded-sm px-2 py-2 text-sm no-underline hover:bg-well focus-visible:bg-well"
          >
            {t(page)}
          </a>
        </li>
      ))}
    </ul>
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
  return index?.searchDocs(index.entries, query);
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
