import { type PointerEvent, useId, useState } from 'react';
import { useFormatter } from 'use-intl';
import { axisTop } from './axis-top.ts';

/** Units of the picture; it is stretched to the width of the page. */
const STEP = 10;
const HEIGHT = 200;

interface StackedBar {
  readonly key: string;
  /** From below. The colour is a class such as fill-good. */
  readonly parts: readonly { readonly colour: string; readonly value: number }[];
  /** The bar in words. */
  readonly words: string;
}

interface BarsPictureProps {
  /** One or more. */
  readonly bars: readonly StackedBar[];
  /** Describes the picture for screen readers. */
  readonly label: string;
  /** What the slider chooses, such as a day. */
  readonly sliderLabel: string;
  readonly hint: string;
  /** Below each bar, or below the first and the last one. */
  readonly names: readonly string[];
}

/**
 * Stacked bars over time. Hovering or the arrow keys choose a bar to read: an invisible slider lies over the picture,
 * and its outline shows when it has the focus. A table beside it must hold the same figures.
 */
export function BarsPicture({ bars, label, sliderLabel, hint, names }: BarsPictureProps) {
  const [at, setAt] = useState<number | null>(null);
  const id = useId();
  const top = axisTop(Math.max(...bars.map(heightOf)));
  const point = (event: PointerEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * bars.length);
    setAt(Math.min(bars.length - 1, Math.max(0, index)));
  };
  const last = bars.length - 1;
  const words = bars[at ?? last]?.words ?? '';
  return (
    <div className="grid grid-cols-[2.5rem_1fr] gap-x-3">
      <Axis top={top} />
      <div className="relative">
        <svg
          viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
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
            <Bar key={bar.key} bar={bar} index={index} top={top} isChosen={index === at} />
          ))}
        </svg>
        <input
          type="range"
          min={0}
          max={last}
          value={at ?? last}
          onChange={(event) => setAt(Number(event.target.value))}
          onPointerMove={point}
          onPointerDown={point}
          aria-label={sliderLabel}
          aria-valuetext={words}
          aria-describedby={`${id}-hint`}
          className="absolute inset-0 h-full w-full cursor-crosshair appearance-none bg-transparent [&::-moz-range-thumb]:invisible [&::-webkit-slider-thumb]:invisible"
        />
      </div>
      <div className="col-start-2 mt-2">
        <div className="flex justify-between text-xs text-soft tabular-nums">
          {names.map((name) => (
            <span key={name} className={names.length === bars.length ? 'flex-1 text-center' : ''}>
              {name}
            </span>
          ))}
        </div>
        <p className="mt-3 text-sm font-semibold tabular-nums">{words}</p>
        <p id={`${id}-hint`} className="text-xs text-soft">
          {hint}
        </p>
      </div>
    </div>
  );
}

function heightOf({ parts }: StackedBar): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

function Axis({ top }: { readonly top: number }) {
  const format = useFormatter();
  return (
    <div
      aria-hidden="true"
      className="flex flex-col justify-between text-right text-xs leading-none text-soft tabular-nums"
    >
      <span>{format.number(top, { notation: 'compact' })}</span>
      <span>{format.number(top / 2, { notation: 'compact' })}</span>
      <span>0</span>
    </div>
  );
}

interface BarProps {
  readonly bar: StackedBar;
  readonly index: number;
  readonly top: number;
  readonly isChosen: boolean;
}

function Bar({ bar, index, top, isChosen }: BarProps) {
  const x = index * STEP;
  let below = 0;
  const parts = bar.parts.map(({ colour, value }) => {
    const height = (value / top) * HEIGHT;
    below += height;
    return { colour, height, y: HEIGHT - below };
  });
  return (
    <g>
      {isChosen && <rect x={x} width={STEP} height={HEIGHT} className="fill-well" />}
      {parts.map(({ colour, height, y }) => (
        <rect key={colour} x={x + STEP * 0.15} y={y} width={STEP * 0.7} height={height} className={colour} />
      ))}
    </g>
  );
}
