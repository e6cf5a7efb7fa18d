import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useInSight } from '../design/use-in-sight.ts';
import { DOCS_PAGES } from './docs-pages.ts';
import { DocsSearch } from './docs-search.tsx';
import { GROUPS, groupOf } from './endpoint-groups.ts';
import { Neighbours } from './neighbours.tsx';
import { useEndpoints } from './use-endpoints.ts';

const LINK = 'block py-1.5 text-sm text-soft no-underline hover:text-ink';
const ACTIVE = { className: 'font-semibold text-ink!' } as const;

/** The documentation's own frame: search and contents beside the page, above it on small screens. */
export function DocsLayout() {
  return (
    <div className="mx-auto grid max-w-[88rem] px-4 sm:px-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-14">
      {/* The list of results is wider than the contents, which scroll below it. */}
      <aside className="z-20 pt-6 lg:sticky lg:top-14 lg:flex lg:h-[calc(100dvh-3.5rem)] lg:flex-col lg:self-start lg:pt-12 print:hidden">
        <DocsSearch />
        <WideContents />
        <SmallContents />
      </aside>
      <div className="-mx-4 min-w-0 sm:-mx-8 lg:mr-0">
        <Outlet />
        <Neighbours />
      </div>
    </div>
  );
}

/** The contents, scrolled to the page that is open. */
function WideContents() {
  const contents = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useInSight(contents, `a[href="${path}"]`);
  return (
    <div ref={contents} className="relative mt-2 hidden min-h-0 overflow-y-auto px-2 pb-12 -mx-2 lg:block">
      <Contents />
    </div>
  );
}

/** On small screens the contents stand behind one line, and fold away when a page is chosen. */
function SmallContents() {
  const t = useTranslations('docs');
  const contents = useRef<HTMLDetailsElement>(null);
  const router = useRouter();
  useEffect(() => router.subscribe('onResolved', () => contents.current?.removeAttribute('open')), [router]);
  return (
    <details ref={contents} className="mt-3 border-b border-line lg:hidden">
      <summary className="min-h-11 py-2 text-sm font-semibold">{t('nav')}</summary>
      <Contents />
    </details>
  );
}

function Contents() {
  const t = useTranslations('docs');
  return (
    <nav aria-label={t('nav')} className="mt-6">
      <ul>
        {DOCS_PAGES.map((page) => (
          <li key={page.to}>
            <Link to={page.to} activeOptions={{ exact: true }} activeProps={ACTIVE} className={LINK}>
              {t(page.text)}
            </Link>
          </li>
        ))}
      </ul>
      <EndpointLinks />
    </nav>
  );
}

function EndpointLinks() {
  const t = useTranslations('docs');
  const { data: endpoints = [] } = useEndpoints();
  return GROUPS.map((group) => (
    <div key={group} className="mt-8">
      <p className="pb-1 text-xs font-semibold text-soft">{t(`groups.${group}`)}</p>
      <ul className="border-l border-line pl-4">
        {endpoints
          .filter((endpoint) => groupOf(endpoint) === group)
          .map((endpoint) => (
            <li key={endpoint.operation}>
              <Link
                to="/docs/endpoints/$operation"
                params={{ operation: endpoint.operation }}
                activeProps={ACTIVE}
                className={LINK}
              >
                {endpoint.title}
              </Link>
            </li>
          ))}
      </ul>
    </div>
  ));
}
