import { useFormatter, useTranslations } from 'use-intl';
import type { RunView } from '../../../src/portal/contract/console-shop.ts';
import { AuditParty, useActionName } from '../console/audit-table.tsx';
import { Moment } from '../design/moment.tsx';
import type { Column } from '../design/table.tsx';
import { TableSection } from '../design/table-section.tsx';

interface RunsProps {
  readonly title: string;
  readonly runs: readonly RunView[];
  /** Tallies count days and months; refreshes do not. */
  readonly isOfTallies?: boolean;
}

const COLOURS = { published: 'text-good', failed: 'text-bad', stopped: 'text-warn' } as const;

/** Runs that ended, newest first. */
export function Runs({ title, runs, isOfTallies = false }: RunsProps) {
  const t = useTranslations('consoleShop.rankings');
  const format = useFormatter();
  const ofTallies: readonly Column<RunView>[] = [
    { name: 'until', head: t('until'), cell: ({ untilDay }) => untilDay, nowrap: true },
    { name: 'months', head: t('months'), count: ({ months }) => months },
  ];
  return (
    <TableSection
      title={title}
      none={t('none')}
      columns={[
        { name: 'started', head: t('started'), cell: ({ startedAtMs }) => <Moment atMs={startedAtMs} /> },
        { name: 'cause', head: t('cause'), cell: (run) => <Cause run={run} /> },
        {
          name: 'outcome',
          head: t('outcome'),
          cell: ({ outcome }) => <strong className={COLOURS[outcome]}>{t(`outcomes.${outcome}`)}</strong>,
        },
        ...(isOfTallies ? ofTallies : []),
        { name: 'lists', head: t('lists'), count: ({ editions }) => editions },
        {
          name: 'took',
          head: t('took'),
          cell: ({ elapsedMs }) =>
            t('seconds', { seconds: format.number(elapsedMs / 1000, { maximumFractionDigits: 1 }) }),
          numeric: true,
        },
      ]}
      rows={runs}
      rowKey={({ startedAtMs }) => startedAtMs}
    />
  );
}

/** What started a run; if a person did, who, and with which action. */
function Cause({ run: { cause, asked } }: { readonly run: RunView }) {
  const t = useTranslations('consoleShop.rankings');
  const action = useActionName();
  return (
    <>
      {t(`causes.${cause}`)}
      {asked !== null && (
        <span className="block text-xs text-soft">
          {action(asked.action)}: <AuditParty party={asked.by} />
        </span>
      )}
    </>
  );
}
