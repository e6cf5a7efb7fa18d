import { useTranslations } from 'use-intl';
import { TextField } from '../design/field.tsx';
import type { FieldProps } from '../forms/submit-form.tsx';

interface OfferDaysProps {
  readonly from: FieldProps;
  readonly until: FieldProps;
}

/** The first and the last day of an offer. */
export function OfferDays({ from, until }: OfferDaysProps) {
  const t = useTranslations('consoleShop.shop');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField type="date" label={t('from')} {...from} />
      <TextField type="date" label={t('until')} {...until} />
    </div>
  );
}

/** Both days are needed, in their order. */
export function useOfferDayRules() {
  const t = useTranslations('consoleShop.shop');
  const required = t('required');
  return {
    from: { required },
    until: {
      required,
      validate: (until: string, { from }: { readonly from: string }) => until >= from || t('untilFault'),
    },
  };
}
