import { useFormatter, useTranslations } from 'use-intl';
import {
  FEED_RECORD_KINDS,
  type FeedCounts,
  type FeedReport,
} from '../../../src/portal/console-shop-contract.ts';
import { type Column, Table } from '../design/table.tsx';

const OUTCOMES = ['added', 'changed', 'unchanged', 'late'] as const;

interface CountRow {
  readonly kind: (typeof FEED_RECORD_KINDS)[number];
  readonly counts: FeedCounts[(typeof FEED_RECORD_KINDS)[number]];
}

/** What became of a feed, or would become: records by kind, and the lines that are wrong. */
export function FeedReportView({ report }: { readonly report: FeedReport }) {
  const t = useTranslations('consoleShop.feeds');
  const format = useFormatter();
  const rows = countRows(report.counts);
  const columns: readonly Column<CountRow>[] = [
    { name: 'kind', head: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
    ...OUTCOMES.map((outcome) => ({
      name: outcome,
      head: t(outcome),
      cell: ({ counts }: CountRow) => format.number(counts[outcome]),
      numeric: true,
    })),
  ];
  const { lines, problemCount } = report;
  return (
    <div className="space-y-6">
      <p className="text-sm tabular-nums">
        {t('lines', { lines: format.number(lines), problems: format.number(problemCount) })}
      </p>
      {rows.length === 0 ? (
        <p className="text-sm text-soft">{t('noCounts')}</p>
      ) : (
        <Table caption={t('counts')} columns={columns} rows={rows} rowKey={({ kind }) => kind} />
      )}
      {report.problems.length > 0 && <Problems report={report} />}
    </div>
  );
}

function Problems({ report }: { readonly report: FeedReport }) {
  const t = useTranslations('consoleShop.feeds');
  const format = useFormatter();
  const shown = report.problems.length;
  return (
    <div>
      <h3 className="font-bold">{t('problems')}</h3>
      <p className="mb-3 text-xs text-soft">
        {t('passedOver')}
        {report.problemCount > shown && ` ${t('problemsShown', { count: format.number(shown) })}`}
      </p>
      <Table
        caption={t('problems')}
        captionHidden
        columns={[
          { name: 'line', head: t('line'), cell: ({ line }) => format.number(line), numeric: true },
          {
            name: 'field',
            head: t('field'),
            cell: ({ field }) => <span className="font-mono text-xs">{field}</span>,
          },
          {
            name: 'reason',
            head: t('reason'),
            cell: ({ reason }) => <bdi className="block min-w-48">{reason}</bdi>,
          },
        ]}
        rows={report.problems}
        rowKey={({ line, reason }) => `${line} ${reason}`}
      />
    </div>
  );
}

/** Kinds of which there are any. */
function countRows(counts: FeedCounts): readonly CountRow[] {
  return FEED_RECORD_KINDS.map((kind) => ({ kind, counts: counts[kind] })).filter((row) =>
    OUTCOMES.some((outcome) => row.counts[outcome] > 0),
  );
}
