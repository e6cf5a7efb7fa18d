import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { type Attributes, attributesOf } from './ui.ts';

/** Units of a picture; it is stretched to the width of the page. */
const STEP = 10;
const HEIGHT = 200;

export interface Bar {
  /** The bar in words, shown where the mouse rests. */
  readonly words: string;
  /** From below. `kind` is a class of the stylesheet: bar-fine, bar-refused, bar-limited, bar-failed. */
  readonly parts: readonly { readonly kind: string; readonly value: number }[];
}

interface PictureOptions {
  /** Describes the picture for screen readers. A table beside it holds the same figures. */
  readonly label: string;
  /** Below the picture, from left to right. */
  readonly names: readonly string[];
  /** Numbers of the axis. */
  readonly number: (value: number) => string;
}

/** Stacked bars over time. */
export function barsPicture(bars: readonly Bar[], options: PictureOptions): Html {
  const top = axisTop(
    Math.max(0, ...bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))),
  );
  const drawn = bars.map(({ words, parts }, at) => {
    let below = 0;
    const rects = parts.map(({ kind, value }) => {
      const height = (value / top) * HEIGHT;
      below += height;
      return height > 0 && rect({ class: kind, x: at * STEP + 1.5, y: HEIGHT - below, width: 7, height });
    });
    return html`<g><title>${words}</title>${rect({ class: 'ground', x: at * STEP, y: 0, width: STEP, height: HEIGHT })}${rects}</g>`;
  });
  return picture(bars.length * STEP, [top, top / 2, 0], drawn, options);
}

/** Ranks over time as a line, the first at the top; null leaves a gap. */
export function rankPicture(ranks: readonly (number | null)[], options: PictureOptions): Html {
  const last = Math.max(2, ...ranks.map((rank) => rank ?? 0));
  const lines: string[][] = [[]];
  ranks.forEach((rank, at) => {
    if (rank === null) lines.push([]);
    else lines.at(-1)?.push(`${at * STEP + STEP / 2},${round(((rank - 1) / (last - 1)) * HEIGHT)}`);
  });
  const drawn = lines
    .filter((line) => line.length > 0)
    .map((line) => html`<polyline points="${(line.length === 1 ? [...line, ...line] : line).join(' ')}"/>`);
  return picture(ranks.length * STEP, [1, Math.round((last + 1) / 2), last], drawn, options);
}

/** `marks` are the numbers of the axis from above. */
function picture(
  width: number,
  marks: readonly number[],
  drawn: HtmlValue,
  { label, names, number }: PictureOptions,
): Html {
  const grid = [0, HEIGHT / 2, HEIGHT].map((y) => html`<line x2="${width}" y1="${y}" y2="${y}"/>`);
  return html`<div class="picture">
<div class="axis" aria-hidden="true">${marks.map((mark) => html`<span>${number(mark)}</span>`)}</div>
<svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${grid}${drawn}</svg>
<div class="names">${names.map((name) => html`<span>${name}</span>`)}</div>
</div>`;
}

/** What the colours of bars mean. */
export function legend(list: readonly (readonly [kind: string, name: string])[]): Html {
  return html`<ul class="legend">${list.map(([kind, name]) => html`<li><span class="${kind}"></span>${name}</li>`)}</ul>`;
}

/** Even numbers: the axis also shows half of the top, and there are no half calls. */
const SMALL_TOPS = [2, 4, 6, 10];

/** A round number of at least `value`: from 10 on 1, 2 or 5 times a power of ten. */
function axisTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const tops = power === 1 ? SMALL_TOPS : [1, 2, 5, 10].map((step) => step * power);
  return tops.find((top) => top >= value) ?? value;
}

function rect(attributes: Attributes): Html {
  const rounded = Object.entries(attributes).map(([name, value]) => [
    name,
    typeof value === 'number' ? round(value) : value,
  ]);
  return html`<rect${attributesOf(Object.fromEntries(rounded))}/>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
