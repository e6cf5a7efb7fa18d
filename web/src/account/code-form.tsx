import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { postPortal } from '../api.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { adoptSession } from './adopt-session.ts';

interface CodeFormProps {
  readonly codeState: string;
  readonly onEntered: () => void;
}

/** The second step of signing in, for accounts that ask for a one-time code. */
export function CodeForm({ codeState, onEntered }: CodeFormProps) {
  const t = useTranslations('account');
  const form = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  // The form before had the focus, and is gone.
  useEffect(() => setFocus('code'), [setFocus]);
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      adoptSession(await postPortal('/sign-in/code', { codeState, code: code.trim() }));
      onEntered();
    } catch (error) {
      placeFailure(form, error, t('failed'));
    }
  });
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <TextField
        label={t('code.label')}
        hint={t('code.hint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.code?.message}
        {...form.register('code', { required: t('fault.required') })}
      />
      <FormFault message={errors.root?.message} />
      <Button type="submit" kind="primary" busy={isSubmitting} className="w-full">
        {t('code.submit')}
      </Button>
    </form>
  );
}
