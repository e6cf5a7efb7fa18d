import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { sessionQuery } from '../../api.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Failed, Loading } from '../../design/loading.tsx';
import { Page } from '../../design/page.tsx';
import type { Endpoint } from '../openapi.ts';
import { sampleQuery } from '../samples.ts';
import { useEndpoints } from '../use-endpoints.ts';
import { CodeTabs } from './code-tabs.tsx';
import { FieldTable } from './field-table.tsx';
import { HeaderTable } from './header-table.tsx';
import { ParameterTable } from './parameter-table.tsx';
import { SampleAnswer } from './sample-answer.tsx';

export function EndpointPage() {
  const t = useTranslations('docs');
  const { operation } = useParams({ from: '/docs/endpoints/$operation' });
  const endpoints = useEndpoints();
  const endpoint = endpoints.data?.find((one) => one.operation === operation);
  if (endpoint !== undefined) {
    return (
      <Page title={endpoint.title} lead={endpoint.description}>
        <EndpointBody key={operation} endpoint={endpoint} />
      </Page>
    );
  }
  return (
    <Page title={endpoints.isSuccess ? t('unknownEndpoint') : t('endpoints')}>
      {endpoints.isPending && <Loading />}
      {endpoints.isError && <Failed error={endpoints.error} onRetry={() => endpoints.refetch()} />}
    </Page>
  );
}

function EndpointBody({ endpoint }: { readonly endpoint: Endpoint }) {
  const t = useTranslations('docs');
  const { data: session } = useQuery(sessionQuery);
  const { data: sample } = useQuery(sampleQuery(endpoint.operation));
  const isFile = endpoint.fileTypes.length > 0;
  // Samples of files are asked for as CSV, to be shown as text; readers want the spreadsheet.
  const query = (sample?.query ?? '').replace(/[?&]format=csv/, '');
  const call = {
    address: `${session?.baseUrl ?? ''}${endpoint.path}${query}`,
    fileName: isFile ? `${endpoint.operation.replace(/Export$/, '')}.xlsx` : null,
    hasItems: endpoint.fields.some((field) => field.path === 'data.items'),
  };
  return (
    <>
      <p className="overflow-x-auto rounded-md bg-well px-4 py-3 font-mono text-sm">
        <span className="mr-3 font-bold text-good">GET</span>
        <code>{endpoint.path}</code>
      </p>
      <Section id="parameters" title={t('parameters')}>
        {endpoint.parameters.length === 0 ? (
          <p className="text-soft">{t('noParameters')}</p>
        ) : (
          <ParameterTable parameters={endpoint.parameters} />
        )}
      </Section>
      <Section id="code" title={t('request')} lead={t('requestLead')}>
        <CodeTabs call={call} />
        <ButtonLink to="/portal/test" search={{ endpoint: endpoint.operation }} className="mt-4">
          {t('tryIt')}
        </ButtonLink>
      </Section>
      <Section
        id="answer"
        title={isFile ? t('file') : t('answer')}
        lead={isFile ? t('fileText') : t('answerLead')}
      >
        <SampleAnswer sample={sample} />
      </Section>
      {!isFile && (
        <Section id="fields" title={t('fields')}>
          <FieldTable endpoint={endpoint} />
        </Section>
      )}
      {endpoint.headers.length > 0 && (
        <Section id="headers" title={t('headers')}>
          <HeaderTable headers={endpoint.headers} />
        </Section>
      )}
      <Section id="errors" title={t('possibleErrors')}>
        <Errors endpoint={endpoint} />
      </Section>
    </>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} className="mt-14">
      <h2 className="text-lg font-bold">{title}</h2>
      {lead !== undefined && <p className="mt-1 text-sm text-soft">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

function Errors({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {endpoint.errors.map(({ status, code }) => (
        <li key={code}>
          <Link
            to="/docs/errors/$code"
            params={{ code }}
            className="inline-flex min-h-9 items-center gap-2 rounded-sm border border-line bg-raised px-3 font-mono text-xs no-underline hover:border-ink"
          >
            <span className="text-soft">{status}</span>
            {code}
          </Link>
        </li>
      ))}
    </ul>
  );
}
