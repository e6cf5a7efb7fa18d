import { type PointerEvent, useId, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { BAR_COLOURS, OUTCOMES } from './bar-colours.ts';
import { axisTop, type DayBar } from './day-bars.ts';

/** Units of the picture; it is stretched to the width of the page. */
const STEP = 10;
const HEIGHT = 200;

interface DayBarsPictureProps {
  readonly bars: readonly DayBar[];
  readonly total: number;
}

/** Stacked bars, one a day. Pointing at a bar, or the slider below, reads its day. */
export function DayBarsPicture({ bars, total }: DayBarsPictureProps) {
  const t = useTranslations('usage.chart');
  const format = useFormatter();
  const [at, setAt] = useState<number | null>(null);
  const id = useId();
  const top = axisTop(Math.max(...bars.map((bar) => bar.total)));
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * bars.length);
    setAt(Math.min(bars.length - 1, Math.max(0, index)));
  };
  const from = bars[0]?.day ?? '';
  const until = bars.at(-1)?.day ?? '';
  const chosen = bars[at ?? bars.length - 1];
  const words = chosen === undefined ? '' : t('read', { ...chosen });
  return (
    <div className="grid grid-cols-[2.5rem_1fr] gap-x-3">
      <div
        aria-hidden="true"
        className="flex flex-col justify-between text-right text-xs leading-none text-soft tabular-nums"
      >
        <span>{format.number(top, { notation: 'compact' })}</span>
        <span>{format.number(top / 2, { notation: 'compact' })}</span>
        <span>0</span>
      </div>
      <svg
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('label', { from, until, total: format.number(total) })}
        onPointerMove={point}
        className="h-52 w-full overflow-visible"
      >
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <line
            key={y}
            x2={bars.length * STEP}
            y1={y}
            y2={y}
            vectorEffect="non-scaling-stroke"
            className="stroke-line"
          />
        ))}
        {bars.map((bar, index) => (
          <Bar key={bar.day} bar={bar} index={index} top={top} isChosen={index === at} />
        ))}
      </svg>
      <div className="col-start-2">
        <input
          type="range"
          min={0}
          max={bars.length - 1}
          value={at ?? bars.length - 1}
          onChange={(event) => setAt(Number(event.target.value))}
          aria-label={t('day')}
          aria-valuetext={words}
          aria-describedby={`${id}-hint`}
          className="mt-2 block h-6 w-full accent-link"
        />
        <div className="flex justify-between text-xs text-soft tabular-nums">
          <span>{from}</span>
          <span>{until}</span>
        </div>
        <p className="mt-3 text-sm font-semibold tabular-nums">{words}</p>
        <p id={`${id}-hint`} className="text-xs text-soft">
          {t('hint')}
        </p>
      </div>
    </div>
  );
}

interface BarProps {
  readonly bar: DayBar;
  readonly index: number;
  readonly top: number;
  readonly isChosen: boolean;
}

function Bar({ bar, index, top, isChosen }: BarProps) {
  const x = index * STEP;
  let below = 0;
  const parts = OUTCOMES.map((outcome) => {
    const height = (bar[outcome] / top) * HEIGHT;
    below += height;
    return { outcome, height, y: HEIGHT - below };
  });
  return (
    <g>
      {isChosen && <rect x={x} width={STEP} height={HEIGHT} className="fill-well" />}
      {parts.map(({ outcome, height, y }) => (
        <rect
          key={outcome}
          x={x + STEP * 0.15}
          y={y}
          width={STEP * 0.7}
          height={height}
          className={BAR_COLOURS[outcome]}
        />
      ))}
    </g>
  );
}
