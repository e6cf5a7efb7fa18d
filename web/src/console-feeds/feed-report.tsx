import { useFormatter, useTranslations } from 'use-intl';
import {
  FEED_RECORD_KINDS,
  type FeedCounts,
  type FeedFinding,
  type FeedReport,
} from '../../../src/portal/contract/console-feeds.ts';
import { type Column, Table } from '../design/table.tsx';

const OUTCOMES = ['added', 'changed', 'unchanged', 'late'] as const;

interface CountRow {
  readonly kind: (typeof FEED_RECORD_KINDS)[number];
  readonly counts: FeedCounts[(typeof FEED_RECORD_KINDS)[number]];
}

interface FeedReportViewProps {
  readonly report: FeedReport;
  /** It was imported: what it would do is no longer of interest. */
  readonly isDone: boolean;
}

/** What became of a feed, or would become: records by kind, and the lines that are wrong. */
export function FeedReportView({ report, isDone }: FeedReportViewProps) {
  const t = useTranslations('consoleShop.feeds');
  const format = useFormatter();
  const rows = countRows(report.counts);
  const columns: readonly Column<CountRow>[] = [
    { name: 'kind', head: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
    ...OUTCOMES.map((outcome) => ({
      name: outcome,
      head: t(outcome),
      count: ({ counts }: CountRow) => counts[outcome],
    })),
  ];
  const { unit, lines, problemCount } = report;
  return (
    <div className="space-y-6">
      <p className="text-sm tabular-nums">
        {t('lines', { unit, lines: format.number(lines), problems: format.number(problemCount) })}
      </p>
      {!isDone && <InWords report={report} />}
      <Table
        caption={t('counts')}
        captionShown
        none={t('noCounts')}
        columns={columns}
        rows={rows}
        rowKey={({ kind }) => kind}
      />
      <AllFindings of={report} />
    </div>
  );
}

/** What an operator has to know before confirming: what is added, removed, repriced and left out. */
function InWords({ report }: { readonly report: FeedReport }) {
  const t = useTranslations('consoleShop.feeds.inWords');
  const format = useFormatter();
  const { unit, counts, problemCount, effect } = report;
  const added = counts.item.added;
  const changed = counts.item.changed + counts.patch.changed;
  const sentences = [
    added + changed > 0 && t('items', { added: format.number(added), changed: format.number(changed) }),
    effect.removed > 0 &&
      t('removed', { count: format.number(effect.removed), items: format.number(effect.items) }),
    effect.repriced > 0 &&
      t('repriced', { count: format.number(effect.repriced), items: format.number(effect.items) }),
    counts.sale.added > 0 && t('orders', { count: format.number(counts.sale.added) }),
    problemCount > 0 && t('refused', { unit, count: format.number(problemCount) }),
  ].filter((sentence) => sentence !== false);
  return (
    <div className="text-sm tabular-nums">
      <h3 className="font-bold">{t('title')}</h3>
      <ul className="mt-1 list-disc ps-5">
        {(sentences.length > 0 ? sentences : [t('nothing')]).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}

/** Refused lines and warnings, as far as there are any. */
export function AllFindings({ of }: { readonly of: FeedReasons }) {
  const t = useTranslations('consoleShop.feeds');
  const { unit, problems, problemCount, warnings, warningCount } = of;
  const refused = { unit, title: t('problems', { unit }), hint: t('passedOver') };
  const kept = { unit, title: t('warnings'), hint: t('warningsKept') };
  return (
    <>
      <Findings {...refused} findings={problems} count={problemCount} />
      <Findings {...kept} findings={warnings} count={warningCount} />
    </>
  );
}

type FeedReasons = Pick<FeedReport, 'unit' | 'problems' | 'problemCount' | 'warnings' | 'warningCount'>;

interface FindingsProps {
  readonly unit: FeedReport['unit'];
  readonly title: string;
  readonly hint: string;
  readonly findings: readonly FeedFinding[];
  /** How many there are in all. */
  readonly count: number;
}

/** Refused lines or warnings with their reasons; nothing if there are none. */
function Findings({ unit, title, hint, findings, count }: FindingsProps) {
  const t = useTranslations('consoleShop.feeds');
  const format = useFormatter();
  const shown = findings.length;
  if (shown === 0) return null;
  return (
    <div>
      <h3 className="font-bold">{title}</h3>
      <p className="mb-3 text-xs text-soft">
        {hint}
        {count > shown && ` ${t('problemsShown', { count: format.number(shown) })}`}
      </p>
      <Table
        caption={title}
        columns={[
          { name: 'line', head: t('line', { unit }), count: ({ line }) => line },
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
