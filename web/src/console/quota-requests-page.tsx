import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type {
  AccountQuotaRequestsPage,
  AccountQuotaRequestView,
} from '../../../src/portal/contract/console-accounts.ts';
import type { AccountView } from '../../../src/portal/contract/own-account.ts';
import { TextLink } from '../design/button.tsx';
import { dayOf, momentOf } from '../design/dates.ts';
import { Facts } from '../design/facts.tsx';
import { Page } from '../design/page.tsx';
import { Table } from '../design/table.tsx';
import { Tabs } from '../design/tabs.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { Pager } from '../forms/pager.tsx';
import { QuotaRequestNote, QuotaRequestState } from '../usage/quota-request-table.tsx';
import { pageQuery } from './console-queries.ts';
import { type QuotaSearch, readQuotaSearch } from './console-search.ts';
import { May } from './may.tsx';
import { QuotaDecision } from './quota-decision.tsx';
import { usePlace } from './use-place.ts';

const route = getRouteApi('/portal/console/quota-requests');

/** Wishes for more calls: those that wait for a decision, and what became of the others. */
export function QuotaRequestsPage() {
  const t = useTranslations('console.quota');
  const search = route.useSearch();
  const navigate = useNavigate();
  const go = (next: Record<string, unknown>) =>
    void navigate({ to: '/portal/console/quota-requests', search: readQuotaSearch(next) });
  const state = search.state ?? 'waiting';
  const { place, focusPlace } = usePlace();
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <Tabs
        label={t('title')}
        tabs={[
          { name: 'waiting', label: t('waiting') },
          { name: 'decided', label: t('decided') },
        ]}
        selected={state}
        onSelect={(name) => go({ state: name })}
      >
        <div ref={place} tabIndex={-1} className="pt-8 outline-none">
          <Fetch of={pageQuery('/console/quota-requests', { ...search })}>
            {(data) => (
              <>
                <Requests state={state} page={data} onDecided={focusPlace} />
                <Pager
                  {...data}
                  page={search.page ?? 1}
                  onPage={(page) => go({ ...search, page } satisfies QuotaSearch)}
                />
              </>
            )}
          </Fetch>
        </div>
      </Tabs>
    </Page>
  );
}

interface RequestsProps {
  readonly state: 'waiting' | 'decided';
  readonly page: AccountQuotaRequestsPage;
  readonly onDecided: () => void;
}

function Requests({ state, page, onDecided }: RequestsProps) {
  const t = useTranslations('console.quota');
  if (state === 'decided') return <Decided requests={page.requests} />;
  if (page.requests.length === 0) return <p className="text-sm text-soft">{t('noneWaiting')}</p>;
  return (
    <ul className="space-y-6">
      {page.requests.map((asked) => (
        <li key={asked.request.requestId}>
          <Waiting asked={asked} onDecided={onDecided} />
        </li>
      ))}
    </ul>
  );
}

interface WaitingProps {
  readonly asked: AccountQuotaRequestView;
  readonly onDecided: () => void;
}

function Waiting({ asked, onDecided }: WaitingProps) {
  const t = useTranslations('console.quota');
  const tiers = useTranslations('account.settings.tiers');
  const format = useFormatter();
  const { request, account, dailyQuotaNow } = asked;
  const facts = [
    [t('wanted'), format.number(request.dailyQuota)],
    [t('now'), format.number(dailyQuotaNow)],
    [t('tier'), tiers(account.tier)],
    [t('asked'), momentOf(request.createdAtMs)],
  ] as const;
  return (
    <article className="rounded-md border border-line bg-raised p-5 sm:p-7">
      <h2 className="font-bold">
        <AccountLink account={account} />
      </h2>
      <bdi className="block text-sm text-soft">{account.name}</bdi>
      <Facts facts={facts} className="mt-4 text-sm" />
      <p className="mt-4 text-sm">
        <QuotaRequestNote note={request.reason} />
      </p>
      <May right="accounts">
        <QuotaDecision asked={asked} onDecided={onDecided} />
      </May>
    </article>
  );
}

function AccountLink({ account }: { readonly account: AccountView }) {
  return (
    <TextLink to="/portal/console/accounts/$accountId" params={{ accountId: String(account.accountId) }}>
      <bdi>{account.email}</bdi>
    </TextLink>
  );
}

function Decided({ requests }: { readonly requests: readonly AccountQuotaRequestView[] }) {
  const t = useTranslations('console.quota');
  return (
    <Table
      caption={t('decided')}
      none={t('noneDecided')}
      columns={[
        {
          name: 'decided',
          head: t('decidedAt'),
          cell: ({ request }) => dayOf(request.decidedAtMs ?? 0),
          nowrap: true,
        },
        { name: 'account', head: t('account'), cell: ({ account }) => <AccountLink account={account} /> },
        { name: 'wanted', head: t('wanted'), count: ({ request }) => request.dailyQuota },
        { name: 'state', head: t('state'), cell: ({ request }) => <QuotaRequestState request={request} /> },
        { name: 'note', head: t('note'), cell: ({ request }) => <QuotaRequestNote note={request.note} /> },
      ]}
      rows={requests}
      rowKey={({ request }) => request.requestId}
    />
  );
}
