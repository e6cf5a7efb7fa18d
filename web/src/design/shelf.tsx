import { useFormatter, useTranslations } from 'use-intl';
import type { ShelfItem } from '../../../src/portal/contract/catalogue.ts';
import { Cover } from './cover.tsx';

interface ShelfProps {
  readonly items: readonly ShelfItem[];
  /** Names the list for screen readers. */
  readonly label: string;
  /** One row that scrolls sideways, or as many rows as it takes. */
  readonly layout?: 'row' | 'grid';
  /** What a cover leads to; the product page when left out. */
  readonly hrefOf?: (item: ShelfItem) => string;
  /** Ranks are shown. Searches have none. */
  readonly ranked?: boolean;
}

const LAYOUT = {
  row: 'relative -mx-4 flex snap-x scroll-px-4 sm:scroll-px-8 gap-5 overflow-x-auto px-4 pt-2 pb-6 sm:-mx-8 sm:gap-7 sm:px-8',
  // A page of twenty books fills its rows at every width.
  grid: 'grid grid-cols-2 gap-x-5 gap-y-10 sm:grid-cols-4 sm:gap-x-8 lg:grid-cols-5',
} as const;

/** Books as covers. Each book is one link, so keyboard users pass the row quickly. */
export function Shelf({
  items,
  label,
  layout = 'row',
  hrefOf = (item) => item.link,
  ranked = true,
}: ShelfProps) {
  // In a list without a predecessor every entry is new, so none is marked.
  const marksNew = items.some(({ upDown }) => upDown !== null);
  return (
    <ol aria-label={label} className={LAYOUT[layout]}>
      {items.map((item, index) => (
        <li key={item.itemId} className={layout === 'row' ? 'w-32 shrink-0 snap-start sm:w-37' : ''}>
          <a href={hrefOf(item)} className="group block no-underline">
            <Cover
              itemId={item.itemId}
              src={item.cover}
              eager={index < 8}
              className="duration-200 group-hover:-translate-y-1 motion-safe:transition-transform"
            />
            <Caption item={item} ranked={ranked} marksNew={marksNew} />
          </a>
        </li>
      ))}
    </ol>
  );
}

interface CaptionProps {
  readonly item: ShelfItem;
  readonly ranked: boolean;
  readonly marksNew: boolean;
}

function Caption({ item, ranked, marksNew }: CaptionProps) {
  const t = useTranslations('frame');
  const format = useFormatter();
  return (
    <div className="mt-4">
      {ranked && (
        <p className="flex h-6 items-baseline gap-2 text-xs text-soft tabular-nums">
          <span className="font-title text-lg leading-none font-bold text-ink">{item.rank}</span>
          <UpDown value={item.upDown} marksNew={marksNew} />
        </p>
      )}
      <p dir="auto" className="mt-1 line-clamp-2 text-sm leading-snug font-semibold group-hover:underline">
        {item.title}
      </p>
      <p dir="auto" className="mt-1 line-clamp-1 text-xs text-soft">
        {item.author}
      </p>
      <p className="mt-0.5 text-xs text-soft tabular-nums">
        {t('won', { amount: format.number(item.salePrice) })}
      </p>
    </div>
  );
}

/** Places gained or lost since the previous list, or that the book is new in it. */
function UpDown({ value, marksNew }: { readonly value: number | null; readonly marksNew: boolean }) {
  const t = useTranslations('frame');
  if (value === null) return marksNew && <span className="font-semibold text-link">{t('rankNew')}</span>;
  if (value === 0) return <span>{t('rankSame')}</span>;
  return value > 0 ? (
    <span className="text-good">
      <span aria-hidden="true">▲{value}</span>
      <span className="sr-only">{t('rankUp', { places: value })}</span>
    </span>
  ) : (
    <span className="text-bad">
      <span aria-hidden="true">▼{-value}</span>
      <span className="sr-only">{t('rankDown', { places: -value })}</span>
    </span>
  );
}
