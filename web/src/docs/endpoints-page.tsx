import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Page } from '../design/page.tsx';
import { Section } from '../design/section.tsx';
import { Fetched } from '../forms/fetched.tsx';
import { GROUPS, groupOf } from './endpoint-groups.ts';
import type { Endpoint } from './openapi.ts';
import { useEndpoints } from './use-endpoints.ts';

export function EndpointsPage() {
  const t = useTranslations('docs');
  const endpoints = useEndpoints();
  return (
    <Page title={t('endpoints')} lead={t('endpointsLead')}>
      <Fetched query={endpoints}>
        {(data) =>
          GROUPS.map((group) => (
            <Section key={group} title={t(`groups.${group}`)} className="mt-12 first:mt-0">
              <ul className="border-t border-line">
                {data
                  .filter((endpoint) => groupOf(endpoint) === group)
                  .map((endpoint) => (
                    <EndpointRow key={endpoint.operation} endpoint={endpoint} />
                  ))}
              </ul>
            </Section>
          ))
        }
      </Fetched>
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
