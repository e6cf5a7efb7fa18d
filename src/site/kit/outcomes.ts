import { type Html, html } from '../../http/html.ts';
import { barsPicture, legend } from './picture.ts';
import { type Column, details, table } from './ui.ts';
import type { Visit } from './visit.ts';

/** Calls of one day or minute by outcome, in the order in which they are stacked. */
export interface OutcomeCounts {
  /** Of the day or minute, as tables show it. */
  readonly name: string;
  /** Answered with 2xx or 3xx. */
  readonly fine: number;
  /** 4xx but 429. */
  readonly refused: number;
  /** 429: these count against nothing. */
  readonly limited: number;
  /** 5xx. */
  readonly failed: number;
}

const OUTCOMES = ['fine', 'refused', 'limited', 'failed'] as const;

interface OutcomesOptions {
  readonly title: string;
  /** Describes the picture for screen readers. */
  readonly label: string;
  /** What a row of the table is: a day, a minute. */
  readonly head: string;
  /** Says the table's line, which opens. */
  readonly open: string;
  /** Columns after the others. */
  readonly more?: readonly Column<OutcomeCounts>[];
}

/** Names of bars fit below each of so few, on phones, too. */
const NAMED_MAX = 7;

/** Calls over time: a picture, what its colours mean, and a table with the same figures, latest first. */
export function outcomesChart(
  visit: Visit,
  counts: readonly OutcomeCounts[],
  options: OutcomesOptions,
): Html {
  const t = visit.words('console');
  const picture = barsPicture(
    counts.map((one) => ({
      words: `${one.name}: ${OUTCOMES.filter((name) => one[name] > 0)
        .map((name) => `${t(`outcomes.${name}`)} ${visit.number(one[name])}`)
        .join(', ')}`,
      parts: OUTCOMES.map((name) => ({ kind: `bar-${name}`, value: one[name] })),
    })),
    {
      label: options.label,
      names:
        counts.length <= NAMED_MAX
          ? counts.map(({ name }) => name.slice(-5))
          : [counts[0]?.name ?? '', counts.at(-1)?.name ?? ''],
      number: (value) => visit.number(value, { notation: 'compact' }),
    },
  );
  const rows = counts.filter((one) => totalOf(one) > 0).reverse();
  const figures = table({
    caption: options.title,
    columns: [
      [options.head, ({ name }) => name, 'line'],
      ...OUTCOMES.map(
        (name): Column<OutcomeCounts> => [t(`outcomes.${name}`), (one) => visit.number(one[name]), 'number'],
      ),
      [t('outcomes.total'), (one) => html`<strong>${visit.number(totalOf(one))}</strong>`, 'number'],
      ...(options.more ?? []),
    ],
    rows,
  });
  return html`<div class="stack">${picture}${legend(OUTCOMES.map((name) => [`bar-${name}`, t(`outcomes.${name}`)]))}${rows.length > 0 && details(options.open, figures)}</div>`;
}

export function totalOf({ fine, refused, limited, failed }: Omit<OutcomeCounts, 'name'>): number {
  return fine + refused + limited + failed;
}
