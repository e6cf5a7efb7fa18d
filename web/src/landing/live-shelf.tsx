import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SHELF_LISTS, type Shelf as ShelfAnswer } from '../../../src/portal/contract/catalogue.ts';
import { portalQuery } from '../api.ts';
import { Failed } from '../design/loading.tsx';
import { Shelf } from '../design/shelf.tsx';
import { Tabs } from '../design/tabs.tsx';
import { ShelfCall } from './shelf-call.tsx';
import { FIRST_CHOICE, type ShelfChoice } from './shelf-choice.ts';
import { ShelfFilters } from './shelf-filters.tsx';

/** A list of the running catalogue, chosen by the visitor, and below it the API call that gives the same. */
export function LiveShelf() {
  const t = useTranslations('landing');
  const [choice, setChoice] = useState<ShelfChoice>(FIRST_CHOICE);
  const shelf = useQuery({
    ...portalQuery('/shelf', { ...choice, page: 1 }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="border-t border-line py-10 sm:py-12">
      <h2 className="font-title text-xl font-bold">{t('shelfTitle')}</h2>
      <div className="mt-6">
        <Tabs
          label={t('listLabel')}
          tabs={SHELF_LISTS.map((list) => ({ name: list, label: t(`lists.${list}`) }))}
          selected={choice.list}
          onSelect={(list) => setChoice({ ...choice, list })}
        >
          <ShelfFilters choice={choice} onChoose={setChoice} />
          {shelf.isError ? (
            <div className="pt-6">
              <Failed error={shelf.error} onRetry={() => shelf.refetch()} />
            </div>
          ) : (
            <Books shelf={shelf.data} label={t(`lists.${choice.list}`)} />
          )}
        </Tabs>
      </div>
      {shelf.data !== undefined && <ShelfCall shelf={shelf.data} />}
    </section>
  );
}

function Books({ shelf, label }: { readonly shelf: ShelfAnswer | undefined; readonly label: string }) {
  const t = useTranslations('landing');
  if (shelf === undefined) return <Empty />;
  const { totalCount: count, edition } = shelf;
  return (
    <>
      <p role="status" className="pt-5 pb-3 text-xs text-soft tabular-nums">
        {edition === '' ? t('count', { count }) : t('edition', { edition, count })}
      </p>
      {shelf.items.length === 0 ? (
        <p className="flex min-h-80 items-center text-soft">
          {shelf.call.parameters.categoryId === '' ? t('emptyCatalogue') : t('emptyShelf')}
        </p>
      ) : (
        <Shelf items={shelf.items} label={label} />
      )}
    </>
  );
}

/** Keeps the place of the first shelf while it is on its way. */
function Empty() {
  return (
    <div aria-hidden="true" data-loading className="flex gap-5 overflow-hidden pt-16 pb-36 sm:gap-7">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((place) => (
        <div key={place} className="aspect-[2/3] w-32 shrink-0 rounded-[2px] bg-well sm:w-40" />
      ))}
    </div>
  );
}
