import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { PortalError, postPortal } from '../api.ts';
import { refreshConsole } from '../console/console-queries.ts';
import { TextField } from '../design/field.tsx';
import { useToast } from '../design/toast.tsx';
import { placeFailure, SubmitForm, useFields } from '../forms/submit-form.tsx';
import { TypedConfirmation } from '../forms/typed-confirmation.tsx';

/** Counts a closed month again with what came late, once its name was typed a second time. */
export function RestateMonth() {
  const t = useTranslations('consoleShop.rankings.restate');
  const words = useTranslations('account');
  const format = useFormatter();
  const toast = useToast();
  const [month, setMonth] = useState('');
  const { form, field } = useFields({ defaultValues: { month: '' } });
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
      <SubmitForm
        form={form}
        onSubmit={async (typed) => setMonth(typed.month.trim())}
        action={t('open')}
        kind="danger"
        className="max-w-xs space-y-5"
      >
        <TextField
          label={t('month')}
          hint={t('monthHint')}
          autoComplete="off"
          inputMode="numeric"
          {...field('month', {
            validate: (typed) => /^\d{4}-(0[1-9]|1[0-2])$/.test(typed.trim()) || t('monthFault'),
          })}
        />
      </SubmitForm>
      <TypedConfirmation
        open={month !== ''}
        onClose={() => setMonth('')}
        title={t('question', { month })}
        label={t.rich('confirm', { month, b: (text) => <strong>{text}</strong> })}
        expected={month}
        wrong={t('wrong')}
        action={t('now')}
        keep={t('keep')}
        onConfirm={restate}
      >
        <p>{t('warning')}</p>
      </TypedConfirmation>
    </>
  );
}
