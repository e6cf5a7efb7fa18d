import type { Outcome } from '../../accounts/account.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { details, table } from './ui.ts';
import type { Visit } from './visit.ts';

export type OutcomeCounts = { readonly name: string } & Readonly<Record<Outcome, number>>;

const OUTCOMES = ['fine', 'refused', 'limited', 'failed'] as const;

export type MoreFigures = readonly [head: string, figures: ReadonlyMap<string, string>];

interface OutcomesOptions {
  readonly title: string;
  readonly label: string;
  readonly head: string;
  readonly more?: readonly MoreFigures[];
}

export function outcomesChart(visit: Visit, counts: readonly OutcomeCounts[], options: OutcomesOptions) {
  const { title, label, head, more = [] } = options;
  const t = visit.words('console');
  // 2026-11-29 becomes 11-29, because the table shows the year; 09:30 stays 09:30.
  const names = counts.map(({ name }) => name.slice(-5));
  const number = (value: number) => visit.number(value, { notation: 'compact' });
  const bars = barsPicture(visit, counts, { label, names, number });
  const legend = OUTCOMES.map(
    (one) => html`<li><span class="bar-${one}"></span>${t(`outcomes.${one}`)}</li>`,
  );
  const rows = counts.filter((one) => totalOf(one) > 0).reverse();
  const figures = table(t, {
    caption: title,
    columns: [
      [head, 'line'],
      ...OUTCOMES.map((name) => `outcomes.${name}:number` as const),
      'outcomes.total:number',
      ...more.map(([name]) => [name, 'number'] as const),
    ],
    rows: rows.map((one) => [
      one.name,
      ...OUTCOMES.map((name) => visit.number(one[name])),
      html`<strong>${visit.number(totalOf(one))}</strong>`,
      ...more.map(([, figures]) => figures.get(one.name)),
    ]),
  });
  return html`<div class="stack">${bars}<ul class="legend">${legend}</ul>${rows.length > 0 && details(visit.words('frame')('asTable'), figures)}</div>`;
}

export function totalOf({ fine, refused, limited, failed }: Omit<OutcomeCounts, 'name'>): number {
  return fine + refused + limited + failed;
}

/** Width of a column and height of a chart, in units of the SVG. Browsers stretch charts. */
const STEP = 10;
const HEIGHT = 200;

interface PictureOptions {
  readonly label: string;
  readonly names: readonly string[];
  readonly number: (value: number) => string;
}

function barsPicture(visit: Visit, counts: readonly OutcomeCounts[], options: PictureOptions): Html {
  const t = visit.words('console');
  const top = axisTop(Math.max(0, ...counts.map(totalOf)));
  const drawn = counts.map((one, at) => {
    const shown = OUTCOMES.filter((name) => one[name] > 0);
    const words = shown.map((name) => `${t(`outcomes.${name}`)} ${visit.number(one[name])}`);
    let below = 0;
    const rects = shown.map((name) => {
      const height = (one[name] / top) * HEIGHT;
      below += height;
      return html`<rect class="bar-${name}" x="${at * STEP + 1.5}" y="${round(HEIGHT - below)}" width="7" height="${round(height)}"/>`;
    });
    return html`<g><title>${one.name}: ${words.join(', ')}</title><rect class="ground" x="${at * STEP}" y="0" width="${STEP}" height="${HEIGHT}"/>${rects}</g>`;
  });
  return picture(counts.length * STEP, [top, top / 2, 0], drawn, options);
}

/** Ranks over time as dots that lines connect. Rank 1 is at the top, and null is a gap. */
export function rankPicture(ranks: readonly (number | null)[], options: PictureOptions): Html {
  const marks = rankMarks(Math.max(...ranks.map((rank) => rank ?? 0)));
  const last = marks.at(-1) ?? 1;
  const points = ranks.map((rank, at) =>
    rank === null ? null : `${(at + 0.5) * STEP},${round(((rank - 1) / (last - 1)) * HEIGHT)}`,
  );
  const dots = points.map((point) => point ?? '|');
  const lines = dots.join(' ').split('|');
  const drawn = [
    lines.map((line) => html`<polyline points="${line.trim()}"/>`),
    points.map((point) => point !== null && html`<path d="M${point}h0"/>`),
  ];
  return picture(ranks.length * STEP, marks, drawn, options);
}

/** Ranks at equal distances from 1 to `worst` or just above: 1, 5 and 9 if `worst` is 8. */
function rankMarks(worst: number): readonly number[] {
  if (worst <= 2) return [1, 2];
  const half = Math.ceil((worst - 1) / 2);
  return [1, 1 + half, 1 + 2 * half];
}

function picture(width: number, marks: readonly number[], drawn: HtmlValue, options: PictureOptions): Html {
  const { label, names, number } = options;
  const heights = marks.map((_, at) => (at * HEIGHT) / (marks.length - 1));
  return html`<div class="picture">
<div class="axis" aria-hidden="true">${marks.map((mark) => html`<span>${number(mark)}</span>`)}</div>
<svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">
${heights.map((y) => html`<line x2="${width}" y1="${y}" y2="${y}"/>`)}${drawn}
</svg>
${namesBelow(names)}
</div>`;
}

const NAMES_MAX = 7;

/** Shows at most NAMES_MAX names, at equal distances. Phones hide every second of these names. */
function namesBelow(names: readonly string[]): Html {
  const step = Math.ceil(names.length / NAMES_MAX);
  const cells = names.map((name, at) => {
    const isNamed = at % step === 0 && at + step <= names.length;
    return html`<span${isNamed && (at / step) % 2 === 1 && html` class="wide"`}>${isNamed && name}</span>`;
  });
  return html`<div class="names${step > 1 && ' sparse'}">${cells}</div>`;
}

/** An even number of at least `value`, because the axis also shows half of it. */
function axisTop(value: number): number {
  if (value <= 6) return Math.max(2, 2 * Math.ceil(value / 2));
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
