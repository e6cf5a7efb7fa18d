import { useTranslations } from 'use-intl';
import type { RankMonth } from './rank-months.ts';

const WIDTH = 600;
const HEIGHT = 180;
const EDGE = 12;

interface RankChartProps {
  readonly name: string;
  readonly months: readonly RankMonth[];
}

interface Point {
  readonly month: string;
  readonly rank: number;
  readonly x: number;
  readonly y: number;
}

/**
 * A line of monthly ranks, rank 1 at the top. The scale is logarithmic: from 2 to 1 is as far as from 200
 * to 100, which is about as hard. Months without a rank break the line.
 */
export function RankChart({ name, months }: RankChartProps) {
  const t = useTranslations('explorer.item');
  const ranks = months.flatMap(({ rank }) => (rank === null ? [] : [rank]));
  const best = Math.min(...ranks);
  const worst = Math.max(...ranks, 10);
  const runs = runsOf(months, worst);
  return (
    <div className="grid grid-cols-[2.5rem_1fr] gap-x-3 text-xs text-soft tabular-nums">
      <div aria-hidden="true" className="flex flex-col justify-between text-right leading-none">
        <span>{t('place', { rank: 1 })}</span>
        <span>{t('place', { rank: worst })}</span>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('chart', { category: name, best })}
        className="w-full"
      >
        {[EDGE, HEIGHT / 2, HEIGHT - EDGE].map((y) => (
          <line key={y} x2={WIDTH} y1={y} y2={y} className="stroke-line" />
        ))}
        {runs.map((run) => (
          <polyline
            key={run[0]?.month}
            points={run.map(({ x, y }) => `${x},${y}`).join(' ')}
            fill="none"
            strokeWidth="3"
            strokeLinejoin="round"
            className="stroke-mark"
          />
        ))}
        {runs.flat().map(({ month, rank, x, y }) => (
          <circle key={month} cx={x} cy={y} r={rank === best ? 7 : 4.5} className="fill-ink">
            <title>{`${month} · ${t('place', { rank })}`}</title>
          </circle>
        ))}
      </svg>
      <div className="col-start-2 mt-2 flex justify-between">
        <span>{months[0]?.month}</span>
        {months.length > 1 && <span>{months.at(-1)?.month}</span>}
      </div>
    </div>
  );
}

/** Points of months in a row that have a rank. */
function runsOf(months: readonly RankMonth[], worst: number): readonly (readonly Point[])[] {
  const runs: Point[][] = [[]];
  for (const [index, { month, rank }] of months.entries()) {
    if (rank === null) {
      runs.push([]);
      continue;
    }
    const share = months.length === 1 ? 0.5 : index / (months.length - 1);
    const depth = Math.log(rank) / Math.log(worst);
    const [x, y] = [EDGE + share * (WIDTH - 2 * EDGE), EDGE + depth * (HEIGHT - 2 * EDGE)];
    runs.at(-1)?.push({ month, rank, x: Math.round(x), y: Math.round(y) });
  }
  return runs.filter((run) => run.length > 0);
}
