import { useFormatter, useTranslations } from 'use-intl';
import { BarsPicture } from '../design/bars-picture.tsx';
import type { DayBar } from './day-bars.ts';
import { OUTCOME_COLOURS, OUTCOMES } from './outcomes.tsx';

interface DayBarsPictureProps {
  readonly bars: readonly DayBar[];
  readonly total: number;
}

/** More days than that have no room for their names on a phone. */
const NAMED_DAYS_MAX = 7;

/** Calls as stacked bars, one a day. */
export function DayBarsPicture({ bars, total }: DayBarsPictureProps) {
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
