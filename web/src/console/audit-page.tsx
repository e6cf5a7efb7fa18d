import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { AuditPage as AuditPageView } from '../../../src/portal/contract/console-accounts.ts';
import { consoleAccountPaths } from '../../../src/portal/contract/console-accounts.ts';
import { queryOf } from '../api.ts';
import { Button } from '../design/button.tsx';
import { SelectField, TextField } from '../design/field.tsx';
import { Page } from '../design/page.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { AuditTable, useActionName, usePartyName } from './audit-table.tsx';
import { pageQuery } from './console-queries.ts';
import { type AuditSearch, readAuditSearch } from './console-search.ts';

const route = getRouteApi('/portal/console/audit');

/** Who did what to whom: to be filtered, paged through and taken along, never to be changed. */
export function AuditPage() {
  const t = useTranslations('console.audit');
  const search = route.useSearch();
  const navigate = useNavigate();
  const go = (next: AuditSearch) =>
    void navigate({ to: '/portal/console/audit', search: readAuditSearch({ ...next }) });
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <Fetch of={pageQuery('/console/audit', { ...search })}>
        {(data) => (
          <>
            <Filters search={search} page={data} go={go} />
            <Lines search={search} page={data} go={go} />
          </>
        )}
      </Fetch>
    </Page>
  );
}

interface PartProps {
  readonly search: AuditSearch;
  readonly page: AuditPageView;
  readonly go: (search: AuditSearch) => void;
}

function Filters({ search, page, go }: PartProps) {
  const t = useTranslations('console.audit');
  const partyName = usePartyName();
  const actionName = useActionName();
  const { actor = '', action = '', account = '', from = '', until = '' } = search;
  const form = useForm({ values: { actor, action, account, from, until } });
  // Another filter begins with the newest lines.
  const submit = form.handleSubmit((values) => go(values));
  return (
    <search>
      <form onSubmit={submit} className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField
          label={t('actor')}
          {...form.register('actor')}
          options={page.actors.map((party) => [party.id, partyName(party)])}
          none={t('any')}
        />
        <SelectField
          label={t('action')}
          {...form.register('action')}
          options={page.actions.map((one) => [one, actionName(one)])}
          none={t('any')}
        />
        <TextField
          label={t('account')}
          placeholder={t('accountHint')}
          maxLength={consoleAccountPaths['GET /console/audit'].takes.properties.account.maxLength}
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('account')}
        />
        <TextField type="date" label={t('from')} {...form.register('from')} />
        <TextField type="date" label={t('until')} {...form.register('until')} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary">
            {t('filter')}
          </Button>
          <Button onClick={() => go({})}>{t('clear')}</Button>
        </div>
      </form>
    </search>
  );
}

function Lines({ search, page, go }: PartProps) {
  const t = useTranslations('console.audit');
  const { older, ...filter } = search;
  const last = page.entries.at(-1);
  const file = `/portal/api/console/audit.csv${queryOf(filter)}`;
  return (
    <div className="mt-10">
      {page.entries.length === 0 ? (
        <p role="status" className="py-6 text-sm text-soft">
          {t('none')}
        </p>
      ) : (
        <AuditTable caption={t('title')} entries={page.entries} />
      )}
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
        <div className="flex flex-wrap gap-3">
          {older !== undefined && <Button onClick={() => go(filter)}>{t('newest')}</Button>}
          {page.hasOlder && last !== undefined && (
            <Button onClick={() => go({ ...filter, older: last.auditId })}>{t('older')}</Button>
          )}
        </div>
        <a href={file} download className="py-2 text-sm text-link underline underline-offset-4">
          {t('csv')}
        </a>
      </div>
    </div>
  );
}
