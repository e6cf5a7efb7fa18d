import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ConsoleAccountPage } from '../../../src/portal/contract/console-accounts.ts';
import { TextLink } from '../design/button.tsx';
import { dayOf } from '../design/dates.ts';
import { Facts } from '../design/facts.tsx';
import { Notice } from '../design/notice.tsx';
import { Page } from '../design/page.tsx';
import { Section } from '../design/section.tsx';
import { SideSection } from '../design/side-section.tsx';
import { Fetched } from '../forms/fetched.tsx';
import { KeyHistory } from '../key/key-history.tsx';
import { QuotaRequestTable } from '../usage/quota-request-table.tsx';
import { UsageChart } from '../usage/usage-chart.tsx';
import { AccountKey } from './account-key.tsx';
import { AccountRole } from './account-role.tsx';
import { AuditTable } from './audit-table.tsx';
import { consoleQuery } from './console-queries.ts';
import { LimitsForm } from './limits-form.tsx';
import { May } from './may.tsx';
import { Suspension } from './suspension.tsx';

const route = getRouteApi('/portal/console/accounts/$accountId');

/** All that an operator sees of one account, and can do with it. */
export function OneAccountPage() {
  const t = useTranslations('console.account');
  const { accountId } = route.useParams();
  const query = useQuery(consoleQuery('/console/account', { accountId }));
  const { data } = query;
  const lead = data && (
    <>
      <bdi className="font-semibold text-ink">{data.account.email}</bdi> <bdi>{data.account.name}</bdi>
    </>
  );
  return (
    <Page title={t('title', { accountId })} lead={lead} width="wide">
      <Fetched query={query}>{(page) => <Shown page={page} />}</Fetched>
    </Page>
  );
}

function Shown({ page }: { readonly page: ConsoleAccountPage }) {
  const t = useTranslations('console.account');
  const { account, keys, usage } = page;
  return (
    <>
      <TextLink to="/portal/console/accounts" className="text-sm">
        {t('back')}
      </TextLink>
      {account.suspended && (
        <div className="mt-6">
          <Notice kind="bad">{t('isSuspended')}</Notice>
        </div>
      )}
      <div className="mt-8">
        <SideSection title={t('facts.title')}>
          <AboutAccount page={page} />
        </SideSection>
        <May right={account.role === 'developer' ? 'accounts' : 'roles'}>
          <SideSection title={t('limits.title')}>
            <LimitsForm page={page} />
          </SideSection>
          <SideSection title={t('key.title')}>
            <AccountKey page={page} />
          </SideSection>
          <SideSection title={t('suspension.title')}>
            <Suspension account={account} />
          </SideSection>
        </May>
        <May right="roles">
          <SideSection title={t('role.title')}>
            <AccountRole key={account.role} account={account} />
          </SideSection>
        </May>
      </div>
      <div className="mt-8 space-y-16">
        {usage.rows.length > 0 && <UsageChart usage={usage} />}
        {keys.history.length > 0 && <KeyHistory keys={keys.history} />}
        {page.quotaRequests.length > 0 && (
          <Section title={t('asked')}>
            <QuotaRequestTable caption={t('asked')} requests={page.quotaRequests} />
          </Section>
        )}
        <History page={page} />
      </div>
    </>
  );
}

function AboutAccount({ page }: { readonly page: ConsoleAccountPage }) {
  const t = useTranslations('console.account.facts');
  const words = useTranslations('console.accounts');
  const format = useFormatter();
  const { account, keys, usage, addOnEnrolled } = page;
  const { service } = keys;
  const facts = [
    [t('role'), words(`roles.${account.role}`)],
    [t('since'), dayOf(account.createdAtMs)],
    [
      t('today'),
      t('todayOf', { calls: format.number(usage.callsToday), limit: format.number(usage.dailyQuota) }),
    ],
    [t('days'), format.number(usage.rows.reduce((sum, { calls }) => sum + calls, 0))],
    [t('addOn'), addOnEnrolled ? t('enrolled') : t('notEnrolled')],
    ...(service === null
      ? [[t('service'), t('noService')] as const]
      : [
          [t('service'), <bdi key="service">{service.serviceName}</bdi>] as const,
          // A text on purpose: the address is a stranger's word.
          [t('serviceUrl'), <bdi key="url">{service.serviceUrl}</bdi>] as const,
          [t('purpose'), <Words key="purpose" text={service.purpose} />] as const,
          [t('commercial'), service.commercial ? t('yes') : t('no')] as const,
        ]),
  ] as const;
  return <Facts layout="rows" facts={facts} />;
}

function Words({ text }: { readonly text: string }) {
  return <bdi className="font-normal whitespace-pre-wrap">{text}</bdi>;
}

function History({ page }: { readonly page: ConsoleAccountPage }) {
  const t = useTranslations('console.account');
  const { accountId } = page.account;
  return (
    <Section id="history" title={t('history')}>
      <AuditTable caption={t('history')} entries={page.audit} isOfOneAccount />
      <TextLink
        to="/portal/console/audit"
        search={{ account: String(accountId) }}
        className="mt-3 flex min-h-11 w-fit items-center text-sm"
      >
        {t('wholeHistory')}
      </TextLink>
    </Section>
  );
}
