import { useFormatter, useTranslations } from 'use-intl';
import type { MinuteView } from '../../../src/portal/contract/console-overview.ts';
import { BarsPicture } from '../design/bars-picture.tsx';
import { timeOf } from '../design/dates.ts';
import { Table } from '../design/table.tsx';
import { OUTCOME_COLOURS, OUTCOMES, OutcomeLegend } from '../usage/outcomes.tsx';

type Minute = MinuteView & { readonly total: number };

/** Calls of the last hour by minute and outcome: figures, a picture, and a table with the same. */
export function MinuteChart({ minutes }: { readonly minutes: readonly MinuteView[] }) {
  const t = useTranslations('console.overview.chart');
  const bars: readonly Minute[] = minutes.map((minute) => ({ ...minute, total: totalOf(minute) }));
  const sums = Object.fromEntries(
    OUTCOMES.map((name) => [name, bars.reduce((sum, bar) => sum + bar[name], 0)]),
  );
  const from = timeOf(bars[0]?.atMs ?? 0);
  const until = timeOf(bars.at(-1)?.atMs ?? 0);
  return (
    <section aria-labelledby="minutes" className="space-y-6">
      <h2 id="minutes" className="text-lg font-bold">
        {t('title')}
      </h2>
      <Figures minutes={bars} sums={sums} />
      <BarsPicture
        bars={bars.map((bar) => ({
          key: String(bar.atMs),
          parts: OUTCOMES.map((name) => ({ colour: OUTCOME_COLOURS[name], value: bar[name] })),
          words: t('read', { ...bar, time: timeOf(bar.atMs) }),
        }))}
        label={t('label', { from, until })}
        sliderLabel={t('minute')}
        hint={t('hint')}
        names={[from, until]}
      />
      <OutcomeLegend nameOf={t} />
      <details>
        <summary className="w-fit py-2 text-sm font-semibold">{t('table')}</summary>
        <MinuteTable minutes={bars} />
      </details>
    </section>
  );
}

function totalOf({ fine, refused, limited, failed }: MinuteView): number {
  return fine + refused + limited + failed;
}

interface FiguresProps {
  readonly minutes: readonly Minute[];
  readonly sums: Readonly<Record<string, number>>;
}

function Figures({ minutes, sums }: FiguresProps) {
  const t = useTranslations('console.overview.chart');
  const format = useFormatter();
  // The minute under way is not whole yet.
  const lastWhole = minutes.at(-2)?.total ?? 0;
  const total = minutes.reduce((sum, minute) => sum + minute.total, 0);
  const facts = [
    { name: 'lastMinute', title: t('lastMinute'), value: lastWhole, colour: '' },
    { name: 'lastHour', title: t('lastHour'), value: total, colour: '' },
    { name: 'limited', title: t('limited'), value: sums.limited ?? 0, colour: 'text-warn' },
    { name: 'failed', title: t('failed'), value: sums.failed ?? 0, colour: 'text-bad' },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-10 gap-y-4 sm:grid-cols-4">
      {facts.map(({ name, title, value, colour }) => (
        <div key={name}>
          <dt className="text-xs text-soft">{title}</dt>
          <dd
            data-figure={name}
            className={`font-title text-xl font-bold tabular-nums ${value > 0 ? colour : ''}`}
          >
            {format.number(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function MinuteTable({ minutes }: { readonly minutes: readonly Minute[] }) {
  const t = useTranslations('console.overview.chart');
  const called = minutes.filter((minute) => minute.total > 0).reverse();
  if (called.length === 0) return <p className="py-3 text-sm text-soft">{t('none')}</p>;
  return (
    <Table
      caption={t('title')}
      columns={[
        { name: 'minute', head: t('minute'), cell: ({ atMs }) => timeOf(atMs) },
        ...OUTCOMES.map((name) => ({
          name,
          head: t(name),
          cell: (minute: Minute) => minute[name],
          numeric: true,
        })),
        { name: 'total', head: t('total'), cell: ({ total }) => <strong>{total}</strong>, numeric: true },
      ]}
      rows={called}
      rowKey={({ atMs }) => atMs}
    />
  );
}
