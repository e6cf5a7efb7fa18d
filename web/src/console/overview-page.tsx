import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { OverviewPage as OverviewPageView } from '../../../src/portal/contract/console-overview.ts';
import { LastImports } from '../console-feeds/last-imports.tsx';
import { useBytes } from '../console-feeds/use-bytes.ts';
import { Runs } from '../console-shop/runs.tsx';
import { TextLink } from '../design/button.tsx';
import { Facts } from '../design/facts.tsx';
import { Notice } from '../design/notice.tsx';
import { Page } from '../design/page.tsx';
import { Section } from '../design/section.tsx';
import { TableSection } from '../design/table-section.tsx';
import { Fetched } from '../forms/fetched.tsx';
import { MailChoice } from '../forms/mail-choice.tsx';
import { useLeaveWhenRefused } from '../forms/use-leave-when-refused.ts';
import { hasMessage } from '../i18n/has-message.ts';
import { usePartyName } from './audit-table.tsx';
import { overviewQuery } from './console-queries.ts';
import { useMay } from './may.tsx';
import { MinuteChart } from './minute-chart.tsx';

/** The present state of the service. */
export function OverviewPage() {
  const t = useTranslations('console.overview');
  const query = useQuery(overviewQuery);
  const { error, isRefetchError } = query;
  const runs = useTranslations('consoleShop.rankings');
  const maySeeShop = useMay('see-shop');
  const [mayAccounts, mayShop] = [useMay('accounts'), useMay('shop')];
  const isTold = mayAccounts || mayShop;
  useLeaveWhenRefused(error);
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <Fetched query={query}>
        {(data) => (
          <div className="space-y-14">
            <p className={`text-xs ${isRefetchError ? 'font-semibold text-warn' : 'text-soft'}`}>
              {isRefetchError ? t('stale') : t('live')}
            </p>
            <Machine overview={data} />
            <MinuteChart minutes={data.minutes} />
            <Stock overview={data} />
            <Editions overview={data} />
            {maySeeShop && <GoodFeeds overview={data} />}
            {maySeeShop && <Runs title={runs('tallies')} runs={data.runs} isOfTallies />}
            <LastImports />
            {isTold && <MailChoice path="/operator-mails" label={t('mails')} />}
          </div>
        )}
      </Fetched>
    </Page>
  );
}

/** Disk, backup and mail, and what the last look found out of order. */
function Machine({ overview: { machine, mail, nowMs } }: { readonly overview: OverviewPageView }) {
  const t = useTranslations('console.overview');
  const format = useFormatter();
  const bytes = useBytes();
  const ago = (atMs: number | null) =>
    atMs === null ? t('never') : format.relativeTime(new Date(atMs), new Date(nowMs));
  const sending = [
    [t('mailSent'), ago(mail.sentAtMs)],
    [
      t('mailFailed'),
      mail.trouble === null ? ago(mail.failedAtMs) : `${ago(mail.failedAtMs)} (${mail.trouble})`,
    ],
  ] as const;
  const facts = [
    ...(machine === null
      ? []
      : ([
          [t('diskFree'), bytes(machine.diskFreeBytes)],
          [t('dataSize'), bytes(machine.dataBytes)],
          [t('backup'), ago(machine.backupAtMs)],
        ] as const)),
    ...(mail.hasServer ? sending : ([[t('mail'), t('noMail')]] as const)),
  ];
  return (
    <Section title={t('machine')}>
      {machine !== null && machine.failing.length > 0 && (
        <div className="mb-4">
          <Notice kind="warn" title={t('failing')}>
            {machine.failing.map((name) => t(`checks.${name}`)).join(' · ')}
          </Notice>
        </div>
      )}
      <Facts layout="grid" facts={facts} />
    </Section>
  );
}

/** A source that has been silent for long is seen here. */
function GoodFeeds({ overview: { goodFeeds, nowMs } }: { readonly overview: OverviewPageView }) {
  const t = useTranslations('console.overview');
  const format = useFormatter();
  const partyName = usePartyName();
  if (goodFeeds.length === 0) return null;
  return (
    <TableSection
      title={t('goodFeeds')}
      rows={goodFeeds}
      rowKey={({ source }) => source}
      columns={[
        {
          name: 'source',
          head: t('source'),
          cell: ({ source }) => <bdi>{partyName({ id: source, accountId: null, name: '', email: '' })}</bdi>,
        },
        { name: 'name', head: t('file'), cell: ({ name }) => <bdi>{name}</bdi> },
        {
          name: 'age',
          head: t('imported'),
          cell: ({ endedAtMs }) => format.relativeTime(new Date(endedAtMs), new Date(nowMs)),
        },
      ]}
    />
  );
}

function Stock({ overview }: { readonly overview: OverviewPageView }) {
  const t = useTranslations('console.overview');
  const format = useFormatter();
  const { items, accounts, suspended, liveKeys, waitingRequests } = overview;
  const mayLook = useMay('see-accounts');
  const people: readonly (readonly [string, ReactNode])[] = [
    [
      t('accounts'),
      <TextLink key="accounts" to="/portal/console/accounts">
        {format.number(accounts)}
      </TextLink>,
    ],
    [t('liveKeys'), format.number(liveKeys)],
    [
      t('suspended'),
      <TextLink key="suspended" to="/portal/console/accounts" search={{ state: 'suspended' }}>
        {format.number(suspended)}
      </TextLink>,
    ],
    [
      t('waiting'),
      <TextLink key="waiting" to="/portal/console/quota-requests">
        {format.number(waitingRequests)}
      </TextLink>,
    ],
  ];
  const facts = [[t('items'), format.number(items)], ...(mayLook ? people : [])] as const;
  return (
    <Section title={t('stock')}>
      <Facts layout="grid" facts={facts} />
    </Section>
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
    <TableSection
      title={words('editions')}
      none={words('noEditions')}
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
  );
}
