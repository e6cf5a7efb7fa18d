import { useFormatter, useTranslations } from 'use-intl';
import type { QuotaRequestView } from '../../../src/portal/contract/own-service.ts';
import { dayOf } from '../design/dates.ts';
import { Table } from '../design/table.tsx';

interface QuotaRequestTableProps {
  readonly caption: string;
  /** Said where there are no requests. */
  readonly none?: string;
  readonly requests: readonly QuotaRequestView[];
}

/** An account's requests for more calls, and their outcomes. */
export function QuotaRequestTable({ requests, ...words }: QuotaRequestTableProps) {
  const t = useTranslations('usage.quota');
  return (
    <Table
      {...words}
      columns={[
        { name: 'asked', head: t('asked'), cell: ({ createdAtMs }) => dayOf(createdAtMs), nowrap: true },
        { name: 'wanted', head: t('wanted'), count: (one) => one.dailyQuota },
        { name: 'state', head: t('state'), cell: (request) => <QuotaRequestState request={request} /> },
        { name: 'note', head: t('note'), cell: ({ note }) => <QuotaRequestNote note={note} /> },
      ]}
      rows={requests}
      rowKey={(request) => request.requestId}
    />
  );
}

const STATE_COLOURS = { waiting: 'text-warn', approved: 'text-good', denied: 'text-bad' } as const;

/** The outcome of a request, and the quota that was granted. */
export function QuotaRequestState({ request }: { readonly request: QuotaRequestView }) {
  const t = useTranslations('usage.quota');
  const format = useFormatter();
  const { status, grantedQuota } = request;
  return (
    <>
      <strong className={STATE_COLOURS[status]}>{t(status)}</strong>
      {grantedQuota !== null && (
        <span className="block text-xs whitespace-nowrap text-soft">
          {t('granted', { limit: format.number(grantedQuota) })}
        </span>
      )}
    </>
  );
}

/** The words of a decision, as they were typed. */
export function QuotaRequestNote({ note }: { readonly note: string }) {
  return <bdi className="whitespace-pre-wrap">{note}</bdi>;
}
