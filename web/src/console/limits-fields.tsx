import { useFormatter, useTranslations } from 'use-intl';
import {
  type ConsoleAccountPage,
  LIMITS_FIELDS,
  type LimitsOverride,
} from '../../../src/portal/contract/console-accounts.ts';
import { TextField } from '../design/field.tsx';
import type { FieldProps } from '../forms/submit-form.tsx';

/** Limits as they are typed; empty follows the tier. */
export interface TypedLimits {
  readonly dailyQuota: string;
  readonly burstPerSecond: string;
  readonly burst: string;
}

const NAMES = ['dailyQuota', 'burstPerSecond', 'burst'] as const;

export function typedLimits(override: LimitsOverride): TypedLimits {
  const typed = (value: number | null) => (value === null ? '' : String(value));
  return {
    dailyQuota: typed(override.dailyQuota),
    burstPerSecond: typed(override.burstPerSecond),
    burst: typed(override.burst),
  };
}

export function limitsFrom(typed: TypedLimits): LimitsOverride {
  const value = (text: string) => (text.trim() === '' ? null : Number(text));
  return {
    dailyQuota: value(typed.dailyQuota),
    burstPerSecond: value(typed.burstPerSecond),
    burst: value(typed.burst),
  };
}

type Rules = { readonly validate: (typed: string) => string | true };

interface LimitsFieldsProps {
  readonly field: (name: keyof TypedLimits, rules: Rules) => FieldProps;
  /** What holds where a field is empty. Null where it is not known. */
  readonly tierLimits: ConsoleAccountPage['tierLimits'] | null;
  /** The daily quota has to be given; what holds until now. */
  readonly quotaNow?: number;
}

/** An account's own limits. */
export function LimitsFields({ field, tierLimits, quotaNow }: LimitsFieldsProps) {
  const t = useTranslations('console.limits');
  const format = useFormatter();
  const needsQuota = quotaNow !== undefined;
  const hintOf = (name: keyof TypedLimits) => {
    if (needsQuota && name === 'dailyQuota') return t('nowHint', { limit: format.number(quotaNow) });
    if (tierLimits === null) return t('hintOpen');
    return t('hint', { limit: format.number(tierLimits[name], { maximumFractionDigits: 2 }) });
  };
  const check = (name: keyof TypedLimits) => (typed: string) => {
    const text = typed.trim();
    if (text === '') return needsQuota && name === 'dailyQuota' ? t('required') : true;
    const isWhole = name !== 'burstPerSecond';
    if (!(isWhole ? /^\d+$/ : /^\d+(\.\d+)?$/).test(text))
      return isWhole ? t('wholeFault') : t('numberFault');
    const { maximum } = LIMITS_FIELDS[name].anyOf[0];
    if (Number(text) > maximum) return t('maxFault', { max: format.number(maximum) });
    return (needsQuota || name !== 'dailyQuota') && Number(text) === 0 ? t('zeroFault') : true;
  };
  return NAMES.map((name) => (
    <TextField
      key={name}
      label={t(name)}
      hint={hintOf(name)}
      inputMode="decimal"
      {...field(name, { validate: check(name) })}
    />
  ));
}
