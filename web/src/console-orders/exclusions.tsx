import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordedExclusion } from '../../../src/rankings/order-desk.ts';
import { postPortal } from '../api.ts';
import { pageQuery, refreshConsole } from '../console/console-queries.ts';
import { useMay } from '../console/may.tsx';
import { Button } from '../design/button.tsx';
import { Moment } from '../design/moment.tsx';
import type { Column } from '../design/table.tsx';
import { TableSection } from '../design/table-section.tsx';
import { Fetched } from '../forms/fetched.tsx';
import { Pager } from '../forms/pager.tsx';
import { useAction } from '../forms/use-action.tsx';

/** What is left out of months now, each with its way back. */
export function Exclusions() {
  const t = useTranslations('consoleOrders.exclusions');
  const mayChange = useMay('shop');
  const name = useExclusionName();
  const [page, setPage] = useState(1);
  const query = useQuery(pageQuery('/console/orders/exclusions', { page }));
  const undo: Column<RecordedExclusion> = {
    name: 'undo',
    head: t('undo'),
    cell: (one) => <Undo exclusionId={one.exclusionId} name={name(one)} />,
  };
  return (
    <div className="mt-14">
      <Fetched query={query}>
        {(data) => (
          <TableSection
            title={t('title')}
            none={t('none')}
            columns={[
              { name: 'month', head: t('month'), cell: ({ month }) => month },
              { name: 'what', head: t('what'), cell: (one) => <bdi>{name(one)}</bdi> },
              { name: 'reason', head: t('reason'), cell: ({ reason }) => <bdi>{reason}</bdi> },
              { name: 'time', head: t('time'), cell: (one) => <Moment atMs={one.excludedAtMs} /> },
              ...(mayChange ? [undo] : []),
            ]}
            rows={data.exclusions}
            rowKey={({ exclusionId }) => exclusionId}
          >
            <Pager {...data} page={page} onPage={setPage} />
          </TableSection>
        )}
      </Fetched>
    </div>
  );
}

function useExclusionName(): (one: RecordedExclusion) => string {
  const t = useTranslations('consoleOrders');
  return ({ title, mark }) => (mark === null ? title : t('buyer', { mark }));
}

function Undo({ exclusionId, name }: { readonly exclusionId: number; readonly name: string }) {
  const t = useTranslations('consoleOrders.exclusions');
  const { busy, notice, run } = useAction();
  const undo = () =>
    run(async () => {
      await postPortal('/console/orders/undo', { exclusionId });
      await refreshConsole();
    }, t('undone'));
  return (
    <>
      <Button kind="bare" busy={busy} aria-label={t('undoOf', { name })} onClick={undo}>
        {t('undo')}
      </Button>
      {notice}
    </>
  );
}
