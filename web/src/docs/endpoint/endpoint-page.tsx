import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { sessionQuery } from '../../api.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Page } from '../../design/page.tsx';
import { Section } from '../../design/section.tsx';
import { Fetched } from '../../forms/fetched.tsx';
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
      <Page title={endpoint.title} lead={endpoint.description} width="full">
        <EndpointBody key={operation} endpoint={endpoint} />
      </Page>
    );
  }
  return (
    <Page title={endpoints.isSuccess ? t('unknownEndpoint') : t('endpoints')}>
      <Fetched query={endpoints}>{() => null}</Fetched>
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
    <div className="gap-x-12 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] xl:grid-rows-[auto_1fr]">
      <div className="min-w-0">
        <Facts endpoint={endpoint} address={`${session?.baseUrl ?? ''}${endpoint.path}`} />
        <Section className="mt-14" id="parameters" title={t('parameters')}>
          {endpoint.parameters.length === 0 ? (
            <p className="text-soft">{t('noParameters')}</p>
          ) : (
            <ParameterTable parameters={endpoint.parameters} />
          )}
        </Section>
      </div>
      {/* Beside the tables where there is room; between them on small screens. */}
      <div className="min-w-0 xl:sticky xl:top-20 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:-mt-14 xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto print:static print:max-h-none">
        <Section className="mt-14" id="code" title={t('request')} lead={t('requestLead')}>
          <CodeTabs call={call} />
          <ButtonLink to="/portal/test" search={{ endpoint: endpoint.operation }} className="mt-4">
            {t('tryIt')}
          </ButtonLink>
        </Section>
        <Section
          className="mt-14"
          id="answer"
          title={isFile ? t('file') : t('answer')}
          lead={isFile ? t('fileText') : t('answerLead')}
        >
          <SampleAnswer sample={sample} />
        </Section>
      </div>
      <div className="min-w-0 xl:row-start-2">
        {!isFile && (
          <Section className="mt-14" id="fields" title={t('fields')}>
            <FieldTable endpoint={endpoint} />
          </Section>
        )}
        {endpoint.headers.length > 0 && (
          <Section className="mt-14" id="headers" title={t('headers')}>
            <HeaderTable headers={endpoint.headers} />
          </Section>
        )}
        <Section className="mt-14" id="errors" title={t('possibleErrors')}>
          <Errors endpoint={endpoint} />
        </Section>
      </div>
    </div>
  );
}

/** What a caller needs before anything else. */
function Facts({ endpoint, address }: { readonly endpoint: Endpoint; readonly address: string }) {
  const t = useTranslations('docs.facts');
  const isFile = endpoint.fileTypes.length > 0;
  const facts = [
    [
      t('method'),
      <strong key="method" className="text-good">
        GET
      </strong>,
    ],
    [
      t('url'),
      <code key="url" className="wrap-anywhere">
        {address}
      </code>,
    ],
    [t('format'), isFile ? 'XLSX, CSV (UTF-8)' : 'JSON (UTF-8)'],
    [t('key'), <code key="key">X-Api-Key: $SEOGA_API_KEY</code>],
    [t('count'), t(endpoint.operation === 'usage' ? 'countNot' : 'countOne')],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 rounded-md bg-well px-4 py-3 text-sm [&_code]:font-mono">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
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
