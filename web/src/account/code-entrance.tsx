import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { postPortal } from '../api.ts';
import { TextField } from '../design/field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { adoptSession } from './adopt-session.ts';
import { Entrance } from './entrance.tsx';

interface CodeEntranceProps {
  readonly codeState: string;
  readonly onEntered: () => void;
}

/** The second step of signing in, for accounts that ask for a one-time code. */
export function CodeEntrance(props: CodeEntranceProps) {
  const t = useTranslations('account.code');
  return (
    <Entrance title={t('title')} lead={t('lead')}>
      <CodeForm {...props} />
    </Entrance>
  );
}

function CodeForm({ codeState, onEntered }: CodeEntranceProps) {
  const t = useTranslations('account');
  const { form, field } = useFields({ defaultValues: { code: '' } });
  const { setFocus } = form;
  // The form before had the focus, and is gone.
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <SubmitForm
      form={form}
      onSubmit={async ({ code }) => {
        adoptSession(await postPortal('/sign-in/code', { codeState, code: code.trim() }));
        onEntered();
      }}
      action={t('code.submit')}
      kind="primary"
      isWide
      className="space-y-5"
    >
      <TextField
        label={t('code.label')}
        hint={t('code.hint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...field('code', { required: t('fault.required') })}
      />
    </SubmitForm>
  );
}
