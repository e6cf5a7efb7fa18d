import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SHELF_LISTS } from '../../../src/portal/contract/catalogue.ts';
import { PortalError, portalQuery } from '../api.ts';
import { Button, TextLink } from '../design/button.tsx';
import { Page } from '../design/page.tsx';
import { Tabs } from '../design/tabs.tsx';
import { ShelfFilters } from '../landing/shelf-filters.tsx';
import {
  choiceOf,
  type ExplorerSearch,
  FILTERS,
  filtersOf,
  searchOf,
  withFilters,
} from './explorer-search.ts';
import { ResultsHead } from './results-head.tsx';
import { type FilterFault, SearchFilters } from './search-filters.tsx';
import { SearchNotes } from './search-notes.tsx';
import { ShelfView } from './shelf-view.tsx';
import { SuggestBox, useSuggestions } from './suggest-box.tsx';

const route = getRouteApi('/portal/explorer');

/** The catalogue as the API answers it: lists and searches, one page at a time. */
export function ExplorerPage() {
  const t = useTranslations('explorer');
  const search = route.useSearch();
  const navigate = useNavigate();
  const go = (next: ExplorerSearch) =>
    void navigate({ to: '/portal/explorer', search: next, resetScroll: false });
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <SearchForm key={search.query} search={search} onSearch={go} />
      <div className="mt-8">
        {search.query === undefined ? (
          <List search={search} go={go} />
        ) : (
          <Results search={search} query={search.query} go={go} />
        )}
      </div>
    </Page>
  );
}

interface PartProps {
  readonly search: ExplorerSearch;
  readonly go: (next: ExplorerSearch) => void;
}

function List({ search, go }: PartProps) {
  const t = useTranslations('explorer');
  const choice = choiceOf(search);
  const page = search.page ?? 1;
  const shelf = useQuery({
    ...portalQuery('/shelf', { ...choice, page }),
    placeholderData: keepPreviousData,
  });
  return (
    <Tabs
      label={t('lists.label')}
      tabs={SHELF_LISTS.map((name) => ({ name, label: t(`lists.${name}`) }))}
      selected={choice.list}
      onSelect={(list) => go(searchOf({ ...choice, list }))}
    >
      <ShelfFilters choice={choice} onChoose={(next) => go(searchOf(next))} />
      <ShelfView
        shelf={shelf}
        label={t(`lists.${choice.list}`)}
        page={page}
        isRanked
        noneTitle={t('noneTitle')}
        noneBody={t('noneBody')}
        onPage={(next) => go({ ...search, page: next })}
        onWiden={() => go(searchOf({ ...choice, category: '', month: '', sex: 'A', age: '255' }))}
      />
    </Tabs>
  );
}

function Results({ search, query, go }: PartProps & { readonly query: string }) {
  const t = useTranslations('explorer');
  const { catalog = 'ALL', sort = 'DEFAULT', correct = 'Y', page = 1 } = search;
  const filters = filtersOf(search);
  const shelf = useQuery({
    ...portalQuery('/search', { query, category: catalog, sort, correct, ...filters, page }),
    placeholderData: keepPreviousData,
  });
  const fault = faultOf(shelf.error);
  return (
    <section aria-labelledby="results">
      <ResultsHead search={search} query={query} go={go} />
      <SearchFilters filters={filters} fault={fault} onApply={(next) => go(withFilters(search, next))} />
      {shelf.data !== undefined && (
        <SearchNotes
          query={query}
          correction={shelf.data.correction}
          suggestedQuery={shelf.data.suggestedQuery}
          onExactly={() => go({ ...search, correct: 'N' })}
          onSuggestion={(suggested) => go({ query: suggested })}
        />
      )}
      {fault === null && (
        <ShelfView
          shelf={shelf}
          label={t('search.title', { query })}
          page={page}
          isRanked={false}
          noneTitle={t('search.none', { query })}
          noneBody={t('search.noneBody')}
          onPage={(next) => go({ ...search, page: next })}
          onWiden={() => go({ query })}
          instead={<SuggestedSearches query={query} />}
        />
      )}
    </section>
  );
}

/** The filter that the server refused, if that is why the search failed. */
function faultOf(error: unknown): FilterFault | null {
  if (!(error instanceof PortalError)) return null;
  const { field, message } = error.failure;
  const name = FILTERS.find((filter) => filter === field);
  return name === undefined ? null : { name, message };
}

/** Suggestions for a query that found nothing, such as initial consonants, each with a link that searches for it. */
function SuggestedSearches({ query }: { readonly query: string }) {
  const t = useTranslations('explorer.search');
  const others = useSuggestions(query).filter((text) => text !== query);
  if (others.length === 0) return null;
  return (
    <nav aria-label={t('suggestions')} className="mb-5">
      <p className="text-sm font-semibold">{t('suggestions')}</p>
      <ul className="flex flex-wrap justify-center gap-x-4">
        {others.map((text) => (
          <li key={text}>
            <TextLink
              to="/portal/explorer"
              search={{ query: text }}
              dir="auto"
              className="inline-flex min-h-11 items-center text-sm"
            >
              {text}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SearchFormProps {
  readonly search: ExplorerSearch;
  readonly onSearch: (next: ExplorerSearch) => void;
}

function SearchForm({ search, onSearch }: SearchFormProps) {
  const t = useTranslations('explorer.search');
  const [query, setQuery] = useState(search.query ?? '');
  const find = (text: string) => {
    const typed = text.trim();
    onSearch(typed === '' ? {} : { query: typed });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    find(query);
  };
  const choose = (text: string) => {
    setQuery(text);
    find(text);
  };
  return (
    <search>
      <form onSubmit={submit} className="flex max-w-2xl gap-3">
        <SuggestBox value={query} onType={setQuery} onChoose={choose} />
        <Button type="submit" kind="primary">
          {t('submit')}
        </Button>
      </form>
    </search>
  );
}
