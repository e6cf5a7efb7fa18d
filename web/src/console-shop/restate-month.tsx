import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useFormatter, useTranslations } from 'use-intl';
import { PortalError, postPortal } from '../api.ts';
import { refreshConsole } from '../console/console-queries.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { useToast } from '../design/toast.tsx';
import { placeFailure } from '../forms/form-fault.tsx';
import { TypedConfirmation } from '../forms/typed-confirmation.tsx';

/** Counts a closed month again with what came late, once its name was typed a second time. */
export function RestateMonth() {
  const t = useTranslations('consoleShop.rankings.restate');
  const words = useTranslations('account');
  const format = useFormatter();
  const toast = useToast();
  const [month, setMonth] = useState('');
  const form = useForm({ defaultValues: { month: '' } });
  const { errors } = form.formState;
  const restate = async (confirmation: string) => {
    const body = { month, confirmation };
    try {
      const { lateLines, lateCancellations } = await postPortal('/console/rankings/restate', body);
      const counts = {
        lines: format.number(lateLines),
        cancellations: format.number(lateCancellations),
      };
      setMonth('');
      form.reset();
      toast(t('done', counts));
      await refreshConsole();
    } catch (error) {
      // A fault of the month is shown at its field, behind the dialog.
      if (!(error instanceof PortalError) || error.failure.field !== 'month') throw error;
      setMonth('');
      placeFailure(form, error, words('failed'));
    }
  };
  return (
    <>
      <p>{t('body')}</p>
      <form
        onSubmit={form.handleSubmit((typed) => setMonth(typed.month.trim()))}
        noValidate
        className="max-w-xs space-y-5"
      >
        <TextField
          label={t('month')}
          hint={t('monthHint')}
          autoComplete="off"
          inputMode="numeric"
          error={errors.month?.message}
          {...form.register('month', {
            validate: (typed) => /^\d{4}-(0[1-9]|1[0-2])$/.test(typed.trim()) || t('monthFault'),
          })}
        />
        <Button type="submit" kind="danger">
          {t('open')}
        </Button>
      </form>
      <TypedConfirmation
        open={month !== ''}
        onClose={() => setMonth('')}
        title={t('question', { month })}
        label={t.rich('confirm', { month, b: (text) => <strong>{text}</strong> })}
        expected={month}
        wrong={t('wrong')}
        action={t('now')}
        keep={t('keep')}
        failed={words('failed')}
        onConfirm={restate}
      >
        <p>{t('warning')}</p>
      </TypedConfirmation>
    </>
  );
}
