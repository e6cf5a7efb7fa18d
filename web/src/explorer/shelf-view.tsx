import type { UseQueryResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Shelf as ShelfAnswer } from '../../../src/portal/contract/catalogue.ts';
import { Button } from '../design/button.tsx';
import { Shelf } from '../design/shelf.tsx';
import { Fetched } from '../forms/fetched.tsx';
import { Pager } from '../forms/pager.tsx';
import { MadeBy } from './made-by.tsx';

const PAGE_SIZE = 20;

interface ShelfViewProps {
  readonly shelf: UseQueryResult<ShelfAnswer>;
  readonly label: string;
  readonly page: number;
  readonly isRanked: boolean;
  readonly noneTitle: string;
  readonly noneBody: string;
  readonly onPage: (page: number) => void;
  readonly onWiden: () => void;
  /** What an empty shelf offers besides wider filters. */
  readonly instead?: ReactNode;
}

/** A shelf of covers with its pages, and the call that made it. */
export function ShelfView({ shelf, ...rest }: ShelfViewProps) {
  return <Fetched query={shelf}>{(data) => <Books shelf={data} {...rest} />}</Fetched>;
}

function Books({
  shelf,
  label,
  page,
  isRanked,
  noneTitle,
  noneBody,
  onPage,
  onWiden,
  instead,
}: Omit<ShelfViewProps, 'shelf'> & { readonly shelf: ShelfAnswer }) {
  const t = useTranslations('explorer');
  const top = useRef<HTMLDivElement>(null);
  useInnerLinks(top);
  const turn = (to: number) => {
    onPage(to);
    top.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div ref={top} className="scroll-mt-20">
      <p role="status" className="pt-6 pb-4 text-xs text-soft tabular-nums">
        {[
          shelf.edition === '' ? '' : t('edition', { edition: shelf.edition }),
          t('total', { count: shelf.totalCount }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {shelf.items.length === 0 ? (
        <div className="rounded-md border border-dashed border-edge px-6 py-16 text-center">
          <p className="font-semibold">{noneTitle}</p>
          <p className="mt-1 mb-5 text-sm text-soft">{noneBody}</p>
          {instead}
          <Button onClick={onWiden}>{t('widen')}</Button>
        </div>
      ) : (
        <Shelf
          items={shelf.items}
          label={label}
          layout="grid"
          ranked={isRanked}
          hrefOf={(item) => `/portal/explorer/items/${item.itemId}`}
        />
      )}
      <Pager page={page} totalCount={shelf.totalCount} pageSize={PAGE_SIZE} onPage={turn} />
      <div className="mt-16">
        <MadeBy title={t('call.title')} calls={[{ name: '', call: shelf.call }]} />
      </div>
    </div>
  );
}

/** Follows plain links to the portal's pages within an element without reloading the portal. */
function useInnerLinks(element: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    const container = element.current;
    const follow = (event: MouseEvent) => {
      const isPlain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const path = link?.getAttribute('href') ?? '';
      if (!isPlain || !path.startsWith('/portal/')) return;
      event.preventDefault();
      router.history.push(path);
    };
    container?.addEventListener('click', follow);
    return () => container?.removeEventListener('click', follow);
  }, [element, router]);
}
