import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Failed, Loading } from '../design/loading.tsx';
import { Page } from '../design/page.tsx';
import { GROUPS, groupOf } from './endpoint-groups.ts';
import type { Endpoint } from './openapi.ts';
import { useEndpoints } from './use-endpoints.ts';

export function EndpointsPage() {
  const t = useTranslations('docs');
  const endpoints = useEndpoints();
  return (
    <Page title={t('endpoints')} lead={t('endpointsLead')}>
      {endpoints.isPending && <Loading />}
      {endpoints.isError && <Failed error={endpoints.error} onRetry={() => endpoints.refetch()} />}
      {endpoints.data !== undefined &&
        GROUPS.map((group) => (
          <section key={group} className="mt-12 first:mt-0">
            <h2 className="text-lg font-bold">{t(`groups.${group}`)}</h2>
            <ul className="mt-4 border-t border-line">
              {endpoints.data
                .filter((endpoint) => groupOf(endpoint) === group)
                .map((endpoint) => (
                  <EndpointRow key={endpoint.operation} endpoint={endpoint} />
                ))}
            </ul>
          </section>
        ))}
    </Page>
  );
}

function EndpointRow({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <li className="border-b border-line">
      <Link
        to="/docs/endpoints/$operation"
        params={{ operation: endpoint.operation }}
        className="group block py-4 no-underline"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-semibold group-hover:underline">{endpoint.title}</span>
          <code className="font-mono text-xs text-soft">{endpoint.path}</code>
        </span>
        <span className="mt-1 block text-sm text-soft">{endpoint.description}</span>
      </Link>
    </li>
  );
}
