import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { UsagePage } from '../../../src/portal/contract.ts';
import { Table } from '../design/table.tsx';
import { Choice } from '../forms/choice.tsx';
import { BAR_COLOURS, OUTCOMES } from './bar-colours.ts';
import { calledEndpoints, type DayBar, dayBars } from './day-bars.ts';
import { DayBarsPicture } from './day-bars-picture.tsx';

const PERIODS = [90, 30, 7] as const;

interface UsageChartProps {
  readonly usage: UsagePage;
  /** Where the same figures are a file, if anywhere. */
  readonly csv?: string;
}

/** Calls by day, endpoint and outcome: a picture, and a table with the same figures. */
export function UsageChart({ usage, csv }: UsageChartProps) {
  const t = useTranslations('usage.chart');
  const [dayCount, setDayCount] = useState<number>(() => firstPeriod(usage));
  const [endpoint, setEndpoint] = useState('');
  const bars = dayBars(usage.rows, usage.today, dayCount, endpoint);
  const total = bars.reduce((sum, bar) => sum + bar.total, 0);
  return (
    <section aria-labelledby="chart">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="chart" className="text-lg font-bold">
          {t('title', { days: dayCount })}
        </h2>
        <div className="flex flex-wrap gap-3">
          <Choice label={t('endpoint')} value={endpoint} onChange={setEndpoint}>
            <option value="">{t('all')}</option>
            {calledEndpoints(usage.rows).map((one) => (
              <option key={one.endpoint} value={one.endpoint}>
                {one.endpoint}
              </option>
            ))}
          </Choice>
          <Choice label={t('period')} value={String(dayCount)} onChange={(days) => setDayCount(Number(days))}>
            {PERIODS.map((days) => (
              <option key={days} value={days}>
                {t('days', { days })}
              </option>
            ))}
          </Choice>
        </div>
      </div>
      <div className="mt-6">
        <DayBarsPicture bars={bars} total={total} />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Legend />
        <p className="text-sm tabular-nums">{t('sum', { total })}</p>
      </div>
      <div className="mt-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <details className="min-w-0 flex-1">
          <summary className="w-fit py-2 text-sm font-semibold">{t('table')}</summary>
          <DayTable bars={bars} />
        </details>
        {csv !== undefined && (
          <a href={csv} download className="py-2 text-sm text-link underline underline-offset-4">
            {t('csv')}
          </a>
        )}
      </div>
    </section>
  );
}

/** The shortest period that holds all calls: a newcomer's few days fill the chart. Rows come oldest first. */
function firstPeriod({ today, rows }: UsagePage): number {
  const dayMs = 86_400_000;
  const firstDay = rows[0]?.day ?? today;
  const days = (Date.parse(today) - Date.parse(firstDay)) / dayMs + 1;
  return PERIODS.toReversed().find((period) => period >= days) ?? PERIODS[0];
}

function Legend() {
  const t = useTranslations('usage.chart');
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-soft">
      {OUTCOMES.map((name) => (
        <li key={name} className="flex items-center gap-2">
          <svg aria-hidden="true" className="size-3">
            <rect width="12" height="12" rx="2" className={BAR_COLOURS[name]} />
          </svg>
          {t(name)}
        </li>
      ))}
    </ul>
  );
}

function DayTable({ bars }: { readonly bars: readonly DayBar[] }) {
  const t = useTranslations('usage.chart');
  const called = bars.filter((bar) => bar.total > 0).reverse();
  if (called.length === 0) return <p className="py-3 text-sm text-soft">{t('noneInTable')}</p>;
  return (
    <Table
      caption={t('tableCaption')}
      captionHidden
      columns={[
        { name: 'day', head: t('day'), cell: (bar) => <span className="whitespace-nowrap">{bar.day}</span> },
        ...OUTCOMES.map((name) => ({
          name,
          head: t(name),
          cell: (bar: DayBar) => bar[name],
          numeric: true,
        })),
        { name: 'total', head: t('total'), cell: (bar) => <strong>{bar.total}</strong>, numeric: true },
      ]}
      rows={called}
      rowKey={(bar) => bar.day}
    />
  );
}
