import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { OverviewPage as OverviewPageView } from '../../../src/portal/contract/console-accounts.ts';
import { LastImports } from '../console-feeds/last-imports.tsx';
import { Loading } from '../design/loading.tsx';
import { Page } from '../design/page.tsx';
import { Table } from '../design/table.tsx';
import { QueryFailed } from '../forms/query-failed.tsx';
import { useLeaveWhenRefused } from '../forms/use-leave-when-refused.ts';
import { hasMessage } from '../i18n/has-message.ts';
import { overviewQuery } from './console-queries.ts';
import { useMay } from './may.tsx';
import { MinuteChart } from './minute-chart.tsx';

/** The present state of the service. */
export function OverviewPage() {
  const t = useTranslations('console.overview');
  const { data, error, isRefetchError, refetch } = useQuery(overviewQuery);
  useLeaveWhenRefused(error);
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      {data !== undefined && (
        <div className="space-y-14">
          <p className={`text-xs ${isRefetchError ? 'font-semibold text-warn' : 'text-soft'}`}>
            {isRefetchError ? t('stale') : t('live')}
          </p>
          <MinuteChart minutes={data.minutes} />
          <Stock overview={data} />
          <Editions overview={data} />
          <LastImports />
        </div>
      )}
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && <QueryFailed error={error} onRetry={refetch} />}
    </Page>
  );
}

function Stock({ overview }: { readonly overview: OverviewPageView }) {
  const t = useTranslations('console.overview');
  const format = useFormatter();
  const { items, accounts, suspended, liveKeys, waitingRequests } = overview;
  const mayLook = useMay('see-accounts');
  const link = 'text-link underline underline-offset-4';
  const people: readonly (readonly [string, ReactNode])[] = [
    [
      t('accounts'),
      <Link key="accounts" to="/portal/console/accounts" className={link}>
        {format.number(accounts)}
      </Link>,
    ],
    [t('liveKeys'), format.number(liveKeys)],
    [
      t('suspended'),
      <Link key="suspended" to="/portal/console/accounts" search={{ state: 'suspended' }} className={link}>
        {format.number(suspended)}
      </Link>,
    ],
    [
      t('waiting'),
      <Link key="waiting" to="/portal/console/quota-requests" className={link}>
        {format.number(waitingRequests)}
      </Link>,
    ],
  ];
  const facts = [[t('items'), format.number(items)], ...(mayLook ? people : [])] as const;
  return (
    <section aria-labelledby="stock">
      <h2 id="stock" className="mb-4 text-lg font-bold">
        {t('stock')}
      </h2>
      <dl className="grid gap-x-10 gap-y-4 sm:grid-cols-3 lg:grid-cols-5">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-soft">{name}</dt>
            <dd className="text-lg font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Editions({ overview }: { readonly overview: OverviewPageView }) {
  const t = useTranslations('console.overview');
  const words = useTranslations('status');
  const kinds = useTranslations('status.kinds');
  const format = useFormatter();
  const { editions, nowMs } = overview;
  // The server may publish a list that these pages have no word for yet.
  const nameOf = (kind: string) => (hasMessage(kinds, kind) ? kinds(kind) : kind);
  return (
    <section aria-labelledby="editions">
      <h2 id="editions" className="mb-4 text-lg font-bold">
        {words('editions')}
      </h2>
      {editions.length === 0 ? (
        <p className="text-sm text-soft">{words('noEditions')}</p>
      ) : (
        <Table
          caption={words('editions')}
          captionHidden
          rows={editions}
          rowKey={(edition) => edition.kind}
          columns={[
            { name: 'kind', head: words('kind'), cell: (edition) => nameOf(edition.kind) },
            { name: 'period', head: words('period'), cell: (edition) => edition.period },
            {
              name: 'age',
              head: t('age'),
              cell: ({ publishedAtMs }) => (
                <time dateTime={new Date(publishedAtMs).toISOString()} className="whitespace-nowrap">
                  {format.relativeTime(new Date(publishedAtMs), new Date(nowMs))}
                </time>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
