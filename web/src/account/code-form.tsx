import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { ButtonKind } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';

interface CodeFormProps {
  /** The form before had the focus, and is gone. */
  readonly takesFocus?: boolean;
  readonly hint?: string;
  readonly action: string;
  readonly kind?: ButtonKind;
  readonly isWide?: boolean;
  readonly className?: string;
  readonly send: (code: string) => Promise<void>;
}

/** Asks for a one-time code of the app. */
export function CodeForm({ takesFocus = false, hint, send, ...look }: CodeFormProps) {
  const t = useTranslations('account');
  const { form, field } = useFields({ defaultValues: { code: '' } });
  const { setFocus } = form;
  useEffect(() => {
    if (takesFocus) setFocus('code');
  }, [takesFocus, setFocus]);
  return (
    <SubmitForm form={form} onSubmit={({ code }) => send(code.trim())} {...look}>
      <TextField
        label={t('code.label')}
        hint={hint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...field('code', { required: t('fault.required') })}
      />
    </SubmitForm>
  );
}
