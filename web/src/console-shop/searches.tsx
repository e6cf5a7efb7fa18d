import { useTranslations } from 'use-intl';
import type { SearchesPage, SearchView } from '../../../src/portal/contract/console-shop.ts';
import { pageQuery } from '../console/console-queries.ts';
import type { SearchTermsSearch } from '../console/console-search.ts';
import { TextLink } from '../design/button.tsx';
import { type Column, Table } from '../design/table.tsx';
import { Choice } from '../forms/choice.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { Pager } from '../forms/pager.tsx';

const PERIODS = [1, 7, 30, 90] as const;
const PERIOD_DEFAULT = 7;

interface SearchesProps {
  readonly kind: 'missed' | 'corrected';
  readonly search: SearchTermsSearch;
  readonly onSearch: (next: SearchTermsSearch) => void;
}

/** Searches that found nothing, or only after they were corrected, the most frequent first. */
export function Searches({ kind, search, onSearch }: SearchesProps) {
  const t = useTranslations('consoleShop.search.searches');
  const { days = PERIOD_DEFAULT, page = 1 } = search;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <p className="max-w-2xl text-sm text-soft">{t(`${kind}Body`)}</p>
        <Choice
          label={t('days')}
          value={String(days)}
          onChange={(chosen) => onSearch({ tab: kind, days: Number(chosen) })}
          options={PERIODS.map((period) => [period, t('lastDays', { days: period })])}
        />
      </div>
      <Fetch of={pageQuery('/console/searches', { kind, days, page })}>
        {(data) => (
          <>
            <Found kind={kind} page={data} />
            <Pager {...data} page={page} onPage={(next) => onSearch({ ...search, page: next })} />
          </>
        )}
      </Fetch>
    </>
  );
}

function Found({ kind, page }: { readonly kind: 'missed' | 'corrected'; readonly page: SearchesPage }) {
  const t = useTranslations('consoleShop.search');
  const words = useTranslations('consoleShop.search.searches');
  const corrected: readonly Column<SearchView>[] = [
    { name: 'used', head: words('used'), cell: (one) => <Text text={one.corrected?.query ?? ''} /> },
    {
      name: 'how',
      head: words('how'),
      cell: ({ corrected: how }) => (how === null ? '' : words(`kinds.${how.kind}`)),
    },
  ];
  return (
    <Table
      caption={t(`tabs.${kind}`)}
      none={words('none')}
      columns={[
        { name: 'query', head: words('query'), cell: ({ query }) => <Text text={query} /> },
        ...(kind === 'corrected' ? corrected : []),
        { name: 'calls', head: words('calls'), count: ({ calls }) => calls },
        { name: 'lastDay', head: words('lastDay'), cell: ({ lastDay }) => lastDay, nowrap: true },
        { name: 'act', head: words('act'), cell: ({ query }) => query !== '' && <Act query={query} /> },
      ]}
      rows={page.searches}
      rowKey={({ query, corrected: how }) => JSON.stringify([query, how])}
    />
  );
}

function Text({ text }: { readonly text: string }) {
  const t = useTranslations('consoleShop.search.searches');
  return text === '' ? <em className="text-soft">{t('others')}</em> : <bdi>{text}</bdi>;
}

/** Links from a search: to block it, or to group its words with others. */
function Act({ query }: { readonly query: string }) {
  const t = useTranslations('consoleShop.search.searches');
  return (
    <span className="flex gap-4 whitespace-nowrap">
      <TextLink
        to="/portal/console/search"
        search={{ tab: 'similar', term: query }}
        aria-label={t('groupQuery', { query })}
      >
        {t('group')}
      </TextLink>
      <TextLink
        to="/portal/console/search"
        search={{ tab: 'blocked', term: query }}
        aria-label={t('blockQuery', { query })}
      >
        {t('block')}
      </TextLink>
    </span>
  );
}
