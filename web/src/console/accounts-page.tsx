import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { AccountsPage as AccountsPageView } from '../../../src/portal/contract/console-accounts.ts';
import { consoleAccountPaths } from '../../../src/portal/contract/console-accounts.ts';
import type { AccountView } from '../../../src/portal/contract/own-account.ts';
import { TextLink } from '../design/button.tsx';
import { dayOf } from '../design/dates.ts';
import { Page } from '../design/page.tsx';
import { Table } from '../design/table.tsx';
import { Choice } from '../forms/choice.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { FindForm } from '../forms/find-form.tsx';
import { Pager } from '../forms/pager.tsx';
import { pageQuery } from './console-queries.ts';
import { type AccountsSearch, readAccountsSearch } from './console-search.ts';

const route = getRouteApi('/portal/console/accounts');

const TAKEN = consoleAccountPaths['GET /console/accounts'].takes.properties;

/** All accounts, found by address or name. */
export function AccountsPage() {
  const t = useTranslations('console.accounts');
  const search = route.useSearch();
  const navigate = useNavigate();
  const go = (next: AccountsSearch) =>
    void navigate({
      to: '/portal/console/accounts',
      search: readAccountsSearch({ ...next }),
      resetScroll: false,
    });
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <FindForm
        text={search.text ?? ''}
        label={t('text')}
        placeholder={t('textHint')}
        submit={t('submit')}
        maxLength={TAKEN.text.maxLength}
        onFind={(text) => {
          const { page: _page, ...rest } = search;
          go({ ...rest, text });
        }}
      />
      <Filters search={search} onSearch={go} />
      <Fetch of={pageQuery('/console/accounts', { ...search })}>
        {(data) => (
          <>
            <Found page={data} />
            <Pager {...data} page={search.page ?? 1} onPage={(page) => go({ ...search, page })} />
          </>
        )}
      </Fetch>
    </Page>
  );
}

interface SearchProps {
  readonly search: AccountsSearch;
  readonly onSearch: (next: AccountsSearch) => void;
}

function Filters({ search, onSearch }: SearchProps) {
  const t = useTranslations('console.accounts');
  const tiers = useTranslations('account.settings.tiers');
  // Another filter begins at the first page.
  const choose = (part: AccountsSearch) => onSearch({ ...search, page: 1, ...part });
  const filters = {
    role: TAKEN.role.enum.map((role) => [role, t(`roles.${role}`)] as const),
    tier: TAKEN.tier.enum.map((tier) => [tier, tiers(tier)] as const),
    state: TAKEN.state.enum.map((state) => [state, t(`states.${state}`)] as const),
  };
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {(['role', 'tier', 'state'] as const).map((name) => (
        <Choice
          key={name}
          label={t(name)}
          value={search[name] ?? ''}
          onChange={(value) => choose({ [name]: value })}
          options={filters[name]}
          none={t('any')}
        />
      ))}
    </div>
  );
}

function Found({ page }: { readonly page: AccountsPageView }) {
  const t = useTranslations('console.accounts');
  const tiers = useTranslations('account.settings.tiers');
  return (
    <>
      <p role="status" className="pt-8 pb-3 text-xs text-soft tabular-nums">
        {t('total', { count: page.totalCount })}
      </p>
      {page.accounts.length > 0 && (
        <Table
          caption={t('title')}
          columns={[
            { name: 'account', head: t('account'), cell: (account) => <Name account={account} /> },
            { name: 'number', head: t('number'), cell: (account) => account.accountId, numeric: true },
            { name: 'role', head: t('role'), cell: ({ role }) => t(`roles.${role}`) },
            { name: 'tier', head: t('tier'), cell: ({ tier }) => tiers(tier) },
            { name: 'state', head: t('state'), cell: (account) => <State account={account} /> },
            { name: 'since', head: t('since'), cell: ({ createdAtMs }) => dayOf(createdAtMs), nowrap: true },
          ]}
          rows={page.accounts}
          rowKey={(account) => account.accountId}
        />
      )}
    </>
  );
}

function Name({ account }: { readonly account: AccountView }) {
  return (
    <div className="max-w-96 min-w-40">
      <TextLink
        to="/portal/console/accounts/$accountId"
        params={{ accountId: String(account.accountId) }}
        className="font-semibold"
      >
        <bdi>{account.email}</bdi>
      </TextLink>
      <bdi className="block text-xs text-soft">{account.name}</bdi>
    </div>
  );
}

function State({ account }: { readonly account: AccountView }) {
  const t = useTranslations('console.accounts.states');
  return account.suspended ? <strong className="text-bad">{t('suspended')}</strong> : t('active');
}
