import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useDeferredValue, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../i18n/language-provider.tsx';
import { useEndpoints } from './openapi.ts';

/** Search over the documentation. Its index is made in the browser, when somebody first searches. */
export function DocsSearch() {
  const t = useTranslations('docs');
  const id = useId();
  const router = useRouter();
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query.trim());
  const results = useResults(asked);
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setQuery('');
  };
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setQuery('');
    router.history.push(event.currentTarget.getAttribute('href') ?? '/docs');
  };
  return (
    <search className="relative block" onKeyDown={leave}>
      <label htmlFor={id} className="sr-only">
        {t('search')}
      </label>
      <input
        id={id}
        type="search"
        value={query}
        placeholder={t('searchPlaceholder')}
        autoComplete="off"
        onChange={(event) => setQuery(event.target.value)}
        className="min-h-11 w-full rounded-md border border-edge bg-raised px-3 text-sm placeholder:text-soft"
      />
      {asked !== '' && results !== undefined && (
        <div className="mt-2 rounded-md border border-line bg-raised p-2 shadow-float">
          <p role="status" className="px-2 py-1 text-xs text-soft">
            {results.length === 0 ? t('searchNothing') : t('searchFound', { count: results.length })}
          </p>
          <ul>
            {results.map((result) => (
              <li key={result.href}>
                <a
                  href={result.href}
                  onClick={open}
                  className="block rounded-sm px-2 py-2 text-sm no-underline hover:bg-well focus-visible:bg-well"
                >
                  {result.title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}

function useResults(query: string) {
  const { language } = useLanguage();
  const { data: endpoints } = useEndpoints();
  const { data: index } = useQuery({
    queryKey: ['docs-index', language, endpoints?.length ?? 0],
    queryFn: async () => {
      const { searchDocs, searchEntries } = await import('./search-index.ts');
      return { entries: searchEntries(endpoints ?? [], language), searchDocs };
    },
    enabled: query !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return index?.searchDocs(index.entries, query);
}
