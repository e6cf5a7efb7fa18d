import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { OverviewPage as OverviewPageView } from '../../../src/portal/console-contract.ts';
import { getPortal } from '../api.ts';
import { Loading } from '../design/loading.tsx';
import { Page } from '../design/page.tsx';
import { QueryFailed } from '../forms/query-failed.tsx';

const overviewQuery = {
  queryKey: ['console', 'overview'],
  queryFn: () => getPortal<OverviewPageView>('/console/overview'),
} as const;

/** How the service does at this moment. */
export function OverviewPage() {
  const t = useTranslations('console.overview');
  const { data, error, refetch } = useQuery(overviewQuery);
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      {data !== undefined && <p>{t('items', { count: data.items })}</p>}
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && <QueryFailed error={error} onRetry={refetch} />}
    </Page>
  );
}
