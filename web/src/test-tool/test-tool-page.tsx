import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { portalQuery } from '../api.ts';
import { ButtonLink } from '../design/button.tsx';
import { Options, SelectField } from '../design/field.tsx';
import { Loading } from '../design/loading.tsx';
import { Notice } from '../design/notice.tsx';
import { Page } from '../design/page.tsx';
import type { Endpoint } from '../docs/openapi.ts';
import { useEndpoints } from '../docs/use-endpoints.ts';
import { Fetched } from '../forms/fetched.tsx';
import { AnswerView } from './answer-view.tsx';
import { type MadeCall, OperationForm } from './operation-form.tsx';
import { contentsSampleQuery, samplesQuery } from './samples-query.ts';

const route = getRouteApi('/portal/signed-in/test');

export function TestToolPage() {
  const t = useTranslations('testTool');
  const endpoints = useEndpoints();
  const samples = useQuery(samplesQuery);
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <KeyMissing />
      <Fetched query={endpoints}>
        {(data) =>
          samples.isPending ? (
            <Loading />
          ) : (
            <Tool endpoints={data} samples={samples.data ?? { categoryId: '', itemId: '', title: '' }} />
          )
        }
      </Fetched>
    </Page>
  );
}

function KeyMissing() {
  const t = useTranslations('testTool.noKey');
  const { data } = useQuery(portalQuery('/key'));
  if (data === undefined || data.live !== null) return null;
  return (
    <div className="mb-10">
      <Notice kind="warn" title={t('title')}>
        <p className="mt-1 mb-4">{t('body')}</p>
        <ButtonLink to="/portal/key" kind="primary">
          {t('action')}
        </ButtonLink>
      </Notice>
    </div>
  );
}

interface ToolProps {
  readonly endpoints: readonly Endpoint[];
  readonly samples: { readonly categoryId: string; readonly itemId: string; readonly title: string };
}

function Tool({ endpoints, samples }: ToolProps) {
  const t = useTranslations('testTool');
  const search = route.useSearch();
  const navigate = useNavigate();
  const [made, setMade] = useState<MadeCall | null>(null);
  const chosen = endpoints.find((one) => one.operation === search.endpoint) ?? endpoints[0];
  const needsContents = chosen?.operation === 'content';
  const contents = useQuery({ ...contentsSampleQuery, enabled: needsContents });
  if (chosen === undefined) return null;
  const choose = (endpoint: string) => {
    setMade(null);
    void navigate({ to: '/portal/test', search: { endpoint }, replace: true, resetScroll: false });
  };
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <div className="space-y-6">
        <SelectField
          label={t('endpoint')}
          hint={<span dir="ltr">GET {chosen.path}</span>}
          value={chosen.operation}
          onChange={(event) => choose(event.target.value)}
        >
          <Group endpoints={endpoints.filter((one) => !isFile(one))} label={t('groups.json')} />
          <Group endpoints={endpoints.filter(isFile)} label={t('groups.file')} />
        </SelectField>
        {needsContents && contents.isPending && <Loading />}
        <OperationForm
          // A form of its own for each endpoint and each call that a page hands over.
          key={`${chosen.operation} ${JSON.stringify(search.values ?? {})} ${needsContents && contents.data}`}
          endpoint={chosen}
          values={search.values ?? {}}
          samples={needsContents && contents.data ? { ...samples, itemId: contents.data } : samples}
          onAnswer={setMade}
        />
      </div>
      <AnswerView made={made} />
    </div>
  );
}

function isFile({ fileTypes }: Endpoint): boolean {
  return fileTypes.length > 0;
}

function Group({ endpoints, label }: { readonly endpoints: readonly Endpoint[]; readonly label: string }) {
  return (
    <optgroup label={label}>
      <Options options={endpoints.map((one) => [one.operation, one.title])} />
    </optgroup>
  );
}
