import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import type { ExplorerSearch } from './explorer-search.ts';

interface SearchFormProps {
  readonly search: ExplorerSearch;
  readonly onSearch: (next: ExplorerSearch) => void;
}

/** As long as the API takes (its own limit is told by it). */
const QUERY_LENGTH_MAX = 200;

export function SearchForm({ search, onSearch }: SearchFormProps) {
  const t = useTranslations('explorer.search');
  const form = useForm({ defaultValues: { query: search.query ?? '' } });
  const submit = form.handleSubmit(({ query }) => {
    const typed = query.trim();
    onSearch(typed === '' ? {} : { query: typed });
  });
  return (
    <search>
      <form onSubmit={submit} className="flex max-w-2xl gap-3">
        <input
          type="search"
          aria-label={t('label')}
          placeholder={t('hint')}
          maxLength={QUERY_LENGTH_MAX}
          autoComplete="off"
          className="min-h-11 min-w-0 flex-1 rounded-md border border-edge bg-raised px-4 text-sm text-ink placeholder:text-soft"
          {...form.register('query')}
        />
        <Button type="submit" kind="primary">
          {t('submit')}
        </Button>
      </form>
    </search>
  );
}
