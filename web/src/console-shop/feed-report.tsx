import { useFormatter, useTranslations } from 'use-intl';
import {
  FEED_RECORD_KINDS,
  type FeedCounts,
  type FeedFinding,
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
      <Effect report={report} />
      {rows.length === 0 ? (
        <p className="text-sm text-soft">{t('noCounts')}</p>
      ) : (
        <Table caption={t('counts')} columns={columns} rows={rows} rowKey={({ kind }) => kind} />
      )}
      {report.problems.length > 0 && (
        <Findings
          title={t('problems')}
          hint={t('passedOver')}
          findings={report.problems}
          count={report.problemCount}
        />
      )}
      {report.warnings.length > 0 && (
        <Findings
          title={t('warnings')}
          hint={t('warningsKept')}
          findings={report.warnings}
          count={report.warningCount}
        />
      )}
    </div>
  );
}

/** How much of the catalogue is removed or repriced: what an operator has to know before confirming. */
function Effect({ report }: { readonly report: FeedReport }) {
  const t = useTranslations('consoleShop.feeds');
  const format = useFormatter();
  const { items, removed, repriced } = report.effect;
  if (removed === 0 && repriced === 0) return null;
  return (
    <p className="text-sm tabular-nums">
      {t('effect', {
        items: format.number(items),
        removed: format.number(removed),
        repriced: format.number(repriced),
      })}
    </p>
  );
}

interface FindingsProps {
  readonly title: string;
  readonly hint: string;
  readonly findings: readonly FeedFinding[];
  /** How many there are in all. */
  readonly count: number;
}

/** Refused lines or warnings with their reasons. */
export function Findings({ title, hint, findings, count }: FindingsProps) {
  const t = useTranslations('consoleShop.feeds');
  const format = useFormatter();
  const shown = findings.length;
  return (
    <div>
      <h3 className="font-bold">{title}</h3>
      <p className="mb-3 text-xs text-soft">
        {hint}
        {count > shown && ` ${t('problemsShown', { count: format.number(shown) })}`}
      </p>
      <Table
        caption={title}
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
        rows={findings}
        rowKey={({ line, field, reason }) => `${line} ${field} ${reason}`}
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
