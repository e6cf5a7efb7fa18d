import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ButtonLink } from '../design/button.tsx';
import { Options, SelectField } from '../design/field.tsx';
import { Loading } from '../design/loading.tsx';
import { Notice } from '../design/notice.tsx';
import { Page } from '../design/page.tsx';
import { Fetched } from '../forms/fetched.tsx';
import { keyQuery } from '../key/key-query.ts';
import { AnswerView } from './answer-view.tsx';
import { useSpoken } from './names.ts';
import { type MadeCall, OperationForm } from './operation-form.tsx';
import type { Operation } from './operations.ts';
import { operationsQuery } from './operations-query.ts';
import { contentsSampleQuery, samplesQuery } from './samples-query.ts';

const route = getRouteApi('/portal/signed-in/test');

export function TestToolPage() {
  const t = useTranslations('testTool');
  const operations = useQuery(operationsQuery);
  const samples = useQuery(samplesQuery);
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <KeyMissing />
      <Fetched query={operations}>
        {(data) =>
          samples.isPending ? (
            <Loading />
          ) : (
            <Tool operations={data} samples={samples.data ?? { categoryId: '', itemId: '', title: '' }} />
          )
        }
      </Fetched>
    </Page>
  );
}

function KeyMissing() {
  const t = useTranslations('testTool.noKey');
  const { data } = useQuery(keyQuery);
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
  readonly operations: readonly Operation[];
  readonly samples: { readonly categoryId: string; readonly itemId: string; readonly title: string };
}

function Tool({ operations, samples }: ToolProps) {
  const t = useTranslations('testTool');
  const search = route.useSearch();
  const navigate = useNavigate();
  const [made, setMade] = useState<MadeCall | null>(null);
  const chosen = operations.find((one) => one.id === search.endpoint) ?? operations[0];
  const needsContents = chosen?.id === 'content';
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
          value={chosen.id}
          onChange={(event) => choose(event.target.value)}
        >
          <Group operations={operations.filter((one) => !one.isFile)} label={t('groups.json')} />
          <Group operations={operations.filter((one) => one.isFile)} label={t('groups.file')} />
        </SelectField>
        {needsContents && contents.isPending && <Loading />}
        <OperationForm
          // A form of its own for each endpoint and each call that a page hands over.
          key={`${chosen.id} ${JSON.stringify(search.values ?? {})} ${needsContents && contents.data}`}
          operation={chosen}
          values={search.values ?? {}}
          samples={needsContents && contents.data ? { ...samples, itemId: contents.data } : samples}
          onAnswer={setMade}
        />
      </div>
      <AnswerView made={made} />
    </div>
  );
}

function Group({ operations, label }: { readonly operations: readonly Operation[]; readonly label: string }) {
  const spoken = useSpoken();
  return (
    <optgroup label={label}>
      <Options options={operations.map((one) => [one.id, spoken(one.title)])} />
    </optgroup>
  );
}
