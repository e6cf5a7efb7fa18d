import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { TextField } from '../design/field.tsx';

interface OfferDaysProps {
  readonly from: UseFormRegisterReturn;
  readonly until: UseFormRegisterReturn;
  readonly errors: { readonly from?: FieldError | undefined; readonly until?: FieldError | undefined };
}

/** The first and the last day of an offer. */
export function OfferDays({ from, until, errors }: OfferDaysProps) {
  const t = useTranslations('consoleShop.shop');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField type="date" label={t('from')} error={errors.from?.message} {...from} />
      <TextField type="date" label={t('until')} error={errors.until?.message} {...until} />
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
