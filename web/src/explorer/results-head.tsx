import { useTranslations } from 'use-intl';
import { SEARCH_CATEGORIES, SEARCH_SORTS } from '../../../src/search/search-index.ts';
import { Button } from '../design/button.tsx';
import { Choice } from '../forms/choice.tsx';
import { type ExplorerSearch, readExplorerSearch } from './explorer-search.ts';

interface ResultsHeadProps {
  readonly search: ExplorerSearch;
  readonly query: string;
  readonly go: (next: ExplorerSearch) => void;
}

/** The query, the filters and order of its results, and the way back to the lists. */
export function ResultsHead({ search, query, go }: ResultsHeadProps) {
  const t = useTranslations('explorer.search');
  const { catalog = 'ALL', sort = 'DEFAULT' } = search;
  // Another filter or order starts at the first page.
  const change = (part: Record<string, string>) => go(readExplorerSearch({ ...search, page: 1, ...part }));
  return (
    <div className="flex flex-wrap items-end justify-between gap-4 border-t border-line pt-6">
      <div className="min-w-0">
        <h2 id="results" dir="auto" className="text-lg font-bold">
          {t('title', { query })}
        </h2>
        <Button kind="bare" onClick={() => go({})}>
          {t('clear')}
        </Button>
      </div>
      <div className="flex flex-wrap gap-3">
        <Choice
          label={t('category')}
          value={catalog}
          onChange={(chosen) => change({ catalog: chosen })}
          options={SEARCH_CATEGORIES.map((name) => [name, t(`categories.${name}`)])}
        />
        <Choice
          label={t('sort')}
          value={sort}
          onChange={(chosen) => change({ sort: chosen })}
          options={SEARCH_SORTS.map((name) => [name, t(`sorts.${name}`)])}
        />
      </div>
    </div>
  );
}
