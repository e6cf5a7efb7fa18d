import { Link, useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { inReadingOrder } from './reading-order.ts';
import { useEndpoints } from './use-endpoints.ts';

/** The pages before and after this one. */
export function Neighbours() {
  const t = useTranslations('docs');
  const pages = useReadingOrder();
  const address = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') });
  const at = pages.findIndex((page) => page.to === address);
  if (at === -1) return null;
  const [previous, next] = [pages[at - 1], pages[at + 1]];
  return (
    <nav
      aria-label={t('neighbours')}
      className="mx-auto flex max-w-3xl print:hidden flex-wrap justify-between gap-6 px-4 pb-20 text-sm sm:px-8"
    >
      {previous === undefined ? (
        <span />
      ) : (
        <Link to={previous.to} rel="prev" className="py-2 no-underline hover:underline">
          <span aria-hidden="true">← </span>
          <span className="sr-only">{`${t('previous')}: `}</span>
          {previous.title}
        </Link>
      )}
      {next !== undefined && (
        <Link to={next.to} rel="next" className="py-2 text-right no-underline hover:underline">
          <span className="sr-only">{`${t('next')}: `}</span>
          {next.title}
          <span aria-hidden="true"> →</span>
        </Link>
      )}
    </nav>
  );
}

function useReadingOrder() {
  const t = useTranslations('docs');
  const { data: endpoints = [] } = useEndpoints();
  return inReadingOrder(endpoints, t);
}
