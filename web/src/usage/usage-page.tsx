import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { UsagePage as UsagePageView } from '../../../src/portal/contract/own-service.ts';
import { portalQuery } from '../api.ts';
import { ButtonLink } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { Page } from '../design/page.tsx';
import { Fetched } from '../forms/fetched.tsx';
import { MailChoice } from '../forms/mail-choice.tsx';
import { useLeaveWhenRefused } from '../forms/use-leave-when-refused.ts';
import { LatestCalls } from './latest-calls.tsx';
import { QuotaRequests } from './quota-requests.tsx';
import { TodayCount } from './today-count.tsx';
import { UsageChart } from './usage-chart.tsx';
import { usageQuery } from './usage-query.ts';

export function UsagePage() {
  const t = useTranslations('usage');
  const query = useQuery(usageQuery);
  const { error, isRefetchError, dataUpdatedAt } = query;
  useLeaveWhenRefused(error);
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <Fetched query={query}>
        {(data) => (
          <div className="space-y-16">
            <TodayCount
              usage={data}
              fetchedAtMs={dataUpdatedAt}
              isStale={isRefetchError}
              mails={<MailChoice path="/quota-mails" label={t('mails.label')} />}
            />
            {data.rows.length === 0 && data.callsToday === 0 && <NoCalls />}
            <History usage={data} />
            <QuotaRequests dailyQuota={data.dailyQuota} />
          </div>
        )}
      </Fetched>
    </Page>
  );
}

function History({ usage }: { readonly usage: UsagePageView }) {
  if (usage.rows.length === 0 && usage.callsToday === 0) return null;
  return (
    <>
      <UsageChart usage={usage} csv="/portal/api/usage.csv" />
      <LatestCalls callsToday={usage.callsToday} />
    </>
  );
}

/** What to do while there are no calls. */
function NoCalls() {
  const t = useTranslations('usage.empty');
  const { data } = useQuery(portalQuery('/key'));
  const isKeyMissing = data !== undefined && data.live === null;
  return (
    <Notice title={t('title')}>
      <p className="mt-1 mb-4">{isKeyMissing ? t('noKey') : t('body')}</p>
      <ButtonLink to={isKeyMissing ? '/portal/key' : '/portal/test'} kind="primary">
        {isKeyMissing ? t('toKey') : t('toTool')}
      </ButtonLink>
    </Notice>
  );
}
