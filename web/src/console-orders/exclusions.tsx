import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordedExclusion } from '../../../src/rankings/order-desk.ts';
import { getPortal, postPortal } from '../api.ts';
import { refreshConsole } from '../console/console-queries.ts';
import { useMay } from '../console/may.tsx';
import { Button } from '../design/button.tsx';
import { Moment } from '../design/moment.tsx';
import { Notice } from '../design/notice.tsx';
import { type Column, Table } from '../design/table.tsx';
import { useToast } from '../design/toast.tsx';
import { Pager } from '../forms/pager.tsx';
import { QueryFailed } from '../forms/query-failed.tsx';
import { useAction } from '../forms/use-action.ts';

/** What is left out of months now, each with its way back. */
export function Exclusions() {
  const t = useTranslations('consoleOrders.exclusions');
  const mayChange = useMay('shop');
  const name = useExclusionName();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['console', 'orders', 'exclusions', page],
    queryFn: () => getPortal('/console/orders/exclusions', { page }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const undo: Column<RecordedExclusion> = {
    name: 'undo',
    head: t('undo'),
    cell: (one) => <Undo exclusionId={one.exclusionId} name={name(one)} />,
  };
  return (
    <section aria-labelledby="exclusions" className="mt-14">
      <h2 id="exclusions" className="mb-4 text-lg font-bold">
        {t('title')}
      </h2>
      {data === undefined && error !== null && <QueryFailed error={error} onRetry={refetch} />}
      {data?.totalCount === 0 && <p className="text-sm text-soft">{t('none')}</p>}
      {data !== undefined && data.totalCount > 0 && (
        <Table
          caption={t('title')}
          captionHidden
          columns={[
            { name: 'month', head: t('month'), cell: ({ month }) => month },
            { name: 'what', head: t('what'), cell: (one) => <bdi>{name(one)}</bdi> },
            { name: 'reason', head: t('reason'), cell: ({ reason }) => <bdi>{reason}</bdi> },
            { name: 'time', head: t('time'), cell: (one) => <Moment atMs={one.excludedAtMs} /> },
            ...(mayChange ? [undo] : []),
          ]}
          rows={data.exclusions}
          rowKey={({ exclusionId }) => exclusionId}
        />
      )}
      {data !== undefined && <Pager {...data} page={page} onPage={setPage} />}
    </section>
  );
}

function useExclusionName(): (one: RecordedExclusion) => string {
  const t = useTranslations('consoleOrders');
  return ({ title, mark }) => (mark === null ? title : t('buyer', { mark }));
}

function Undo({ exclusionId, name }: { readonly exclusionId: number; readonly name: string }) {
  const t = useTranslations('consoleOrders.exclusions');
  const toast = useToast();
  const { busy, fault, run } = useAction();
  const undo = () =>
    run(async () => {
      await postPortal('/console/orders/undo', { exclusionId });
      toast(t('undone'));
      await refreshConsole();
    });
  return (
    <>
      <Button kind="bare" busy={busy} aria-label={t('undoOf', { name })} onClick={undo}>
        {t('undo')}
      </Button>
      {fault !== '' && <Notice kind="bad">{fault}</Notice>}
    </>
  );
}
