import type { Limits } from '../../gate/gate.ts';
import type { HtmlValue } from '../../http/html.ts';
import { type Field, integer, nullable, number } from '../kit/fields.ts';
import type { DrawField } from '../kit/form.ts';
import type { Visit } from '../kit/visit.ts';

/** More than anyone needs. */
export const DAILY_QUOTA_MAX = 1_000_000_000;
/** Far more than one process can serve. */
const BURST_MAX = 1_000_000;

/** An account's own limits; empty follows the tier. */
export const LIMITS_FIELDS = {
  dailyQuota: nullable(integer(0, DAILY_QUOTA_MAX)),
  burstPerSecond: nullable(number(0.01, BURST_MAX)),
  burst: nullable(integer(1, BURST_MAX)),
};

/** `quotaNow` where the daily quota has to be given: what holds until now. */
export function limitsFields(
  visit: Visit,
  draw: DrawField<Readonly<Record<keyof Limits, Field<unknown>>>>,
  tierLimits: Limits,
  quotaNow?: number,
): HtmlValue {
  const t = visit.words('console');
  return (['dailyQuota', 'burstPerSecond', 'burst'] as const).map((name) =>
    draw(name, {
      label: t(`limits.${name}`),
      hint:
        name === 'dailyQuota' && quotaNow !== undefined
          ? t('limits.nowHint', { limit: visit.number(quotaNow) })
          : t('limits.hint', { limit: visit.number(tierLimits[name], { maximumFractionDigits: 2 }) }),
    }),
  );
}
