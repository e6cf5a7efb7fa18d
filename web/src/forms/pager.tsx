import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';

interface PagerProps {
  readonly page: number;
  readonly totalCount: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
}

/** The way to the pages before and after; nothing where there is but one. */
export function Pager({ page, totalCount, pageSize, onPage }: PagerProps) {
  const t = useTranslations('frame.pages');
  const format = useFormatter();
  const last = Math.max(1, Math.ceil(totalCount / pageSize));
  if (last === 1) return null;
  return (
    <nav aria-label={t('label')} className="mt-12 flex flex-wrap items-center justify-center gap-4">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('previous')}
      </Button>
      <span className="text-sm tabular-nums">
        {t('at', { page: format.number(page), last: format.number(last) })}
      </span>
      <Button disabled={page >= last} onClick={() => onPage(page + 1)}>
        {t('next')}
      </Button>
    </nav>
  );
}
