import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { UsagePage } from '../../../src/portal/contract/own-service.ts';
import { BarsPicture } from '../design/bars-picture.tsx';
import { Table } from '../design/table.tsx';
import { Choice } from '../forms/choice.tsx';
import { calledEndpoints, type DayBar, dayBars, firstPeriod, PERIODS } from './day-bars.ts';
import { OUTCOME_COLOURS, OUTCOMES, OutcomeLegend } from './outcomes.tsx';

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
  const bars = dayBars(usage, dayCount, endpoint);
  const total = bars.reduce((sum, bar) => sum + bar.total, 0);
  const limited = bars.reduce((sum, bar) => sum + bar.limited, 0);
  return (
    <section aria-labelledby="chart">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="chart" className="text-lg font-bold">
          {t('title', { days: dayCount })}
        </h2>
        <div className="flex flex-wrap gap-3">
          <Choice
            label={t('endpoint')}
            value={endpoint}
            onChange={setEndpoint}
            options={calledEndpoints(usage).map((one) => [one.endpoint, one.endpoint])}
            none={t('all')}
          />
          <Choice
            label={t('period')}
            value={String(dayCount)}
            onChange={(days) => setDayCount(Number(days))}
            options={PERIODS.map((days) => [days, t('days', { days })])}
          />
        </div>
      </div>
      <div className="mt-6">
        <DayBarsPicture bars={bars} total={total} />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <OutcomeLegend nameOf={t} />
        <p className="text-sm tabular-nums">
          {t('sum', { total })}
          {limited > 0 && <span className="text-soft"> {t('sumLimited', { limited })}</span>}
        </p>
      </div>
      <div className="mt-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <details className="min-w-0 flex-1">
          <summary className="w-fit py-2 text-sm font-semibold">{t('table')}</summary>
          {/* Times are those of all endpoints together. */}
          <DayTable bars={bars} times={endpoint === '' ? usage.times : []} />
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

interface DayTableProps {
  readonly bars: readonly DayBar[];
  readonly times: UsagePage['times'];
}

function DayTable({ bars, times }: DayTableProps) {
  const t = useTranslations('usage.chart');
  const format = useFormatter();
  const called = bars.filter((bar) => bar.total > 0).reverse();
  if (called.length === 0) return <p className="py-3 text-sm text-soft">{t('noneInTable')}</p>;
  const timesOf = new Map(times.map((one) => [one.day, one]));
  const timeColumn = (name: 'p50Ms' | 'p95Ms') => ({
    name,
    head: t(name),
    cell: ({ day }: DayBar) => {
      const ms = timesOf.get(day)?.[name];
      return ms === undefined ? '' : format.number(ms);
    },
    numeric: true,
  });
  return (
    <Table
      caption={t('tableCaption')}
      columns={[
        { name: 'day', head: t('day'), cell: (bar) => bar.day, nowrap: true },
        ...OUTCOMES.map((name) => ({ name, head: t(name), count: (bar: DayBar) => bar[name] })),
        {
          name: 'total',
          head: t('total'),
          cell: (bar) => <strong>{format.number(bar.total)}</strong>,
          numeric: true,
        },
        ...(times.length > 0 ? [timeColumn('p50Ms'), timeColumn('p95Ms')] : []),
      ]}
      rows={called}
      rowKey={(bar) => bar.day}
    />
  );
}

interface DayBarsPictureProps {
  readonly bars: readonly DayBar[];
  readonly total: number;
}

/** On a phone, there is no room for the names of more days. */
const NAMED_DAYS_MAX = 7;

/** Calls as stacked bars, one a day. */
function DayBarsPicture({ bars, total }: DayBarsPictureProps) {
  const t = useTranslations('usage.chart');
  const format = useFormatter();
  const from = bars[0]?.day ?? '';
  const until = bars.at(-1)?.day ?? '';
  return (
    <BarsPicture
      bars={bars.map((bar) => ({
        key: bar.day,
        parts: OUTCOMES.map((outcome) => ({ colour: OUTCOME_COLOURS[outcome], value: bar[outcome] })),
        words: t('read', { ...bar }),
      }))}
      label={t('label', { from, until, total: format.number(total) })}
      sliderLabel={t('day')}
      hint={t('hint')}
      names={bars.length <= NAMED_DAYS_MAX ? bars.map(({ day }) => day.slice(5)) : [from, until]}
    />
  );
}
