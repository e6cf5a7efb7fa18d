import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import type { ExplorerSearch } from './explorer-search.ts';
import { SuggestBox } from './suggest-box.tsx';

interface SearchFormProps {
  readonly search: ExplorerSearch;
  readonly onSearch: (next: ExplorerSearch) => void;
}

export function SearchForm({ search, onSearch }: SearchFormProps) {
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
