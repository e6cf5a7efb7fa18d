import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { readSearchTermsSearch, SEARCH_TABS, type SearchTermsSearch } from '../console/console-search.ts';
import { Page } from '../design/page.tsx';
import { Tabs } from '../design/tabs.tsx';
import { BlockedTerms } from './blocked-terms.tsx';
import { Searches } from './searches.tsx';
import { SimilarWords } from './similar-words.tsx';

const route = getRouteApi('/portal/console/search');

/** Operators' decisions about search, and what people searched for. */
export function SearchTermsPage() {
  const t = useTranslations('consoleShop.search');
  const search = route.useSearch();
  const navigate = useNavigate();
  const tab = search.tab ?? 'blocked';
  const go = (next: SearchTermsSearch) =>
    void navigate({
      to: '/portal/console/search',
      search: readSearchTermsSearch({ ...next }),
      resetScroll: false,
    });
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <Tabs
        label={t('title')}
        tabs={SEARCH_TABS.map((name) => ({ name, label: t(`tabs.${name}`) }))}
        selected={tab}
        onSelect={(name) => go({ tab: name })}
      >
        <div className="pt-8">
          {tab === 'blocked' && <BlockedTerms key={search.term ?? ''} term={search.term ?? ''} />}
          {tab === 'similar' && <SimilarWords key={search.term ?? ''} search={search} onSearch={go} />}
          {(tab === 'missed' || tab === 'corrected') && <Searches kind={tab} search={search} onSearch={go} />}
        </div>
      </Tabs>
    </Page>
  );
}
