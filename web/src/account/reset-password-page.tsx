import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isRefusal, postPortal } from '../api.ts';
import { TextLink } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useAccountRules } from './account-rules.ts';
import { leaveSession } from './adopt-session.ts';
import { ENTRANCE_FORM, Entrance } from './entrance.tsx';

const route = getRouteApi('/portal/reset-password');

/** The page behind the link mailed for a forgotten password. */
export function ResetPasswordPage() {
  const t = useTranslations('account.reset');
  const { token } = route.useSearch();
  const [isSpent, setSpent] = useState(token === '');
  return (
    <Entrance title={t('title')} lead={isSpent ? undefined : t('lead')}>
      {isSpent ? (
        <Notice kind="bad">
          <p>{t('invalid')}</p>
          <p className="mt-3">
            <TextLink to="/portal/forgot-password" className="font-semibold">
              {t('again')}
            </TextLink>
          </p>
        </Notice>
      ) : (
        <ResetForm token={token} onSpent={() => setSpent(true)} />
      )}
    </Entrance>
  );
}

interface ResetFormProps {
  readonly token: string;
  readonly onSpent: () => void;
}

function ResetForm({ token, onSpent }: ResetFormProps) {
  const t = useTranslations('account');
  const rules = useAccountRules();
  const navigate = useNavigate();
  const { form, field } = useFields({ defaultValues: { password: '' } });
  return (
    <SubmitForm
      form={form}
      onSubmit={async ({ password }) => {
        try {
          await postPortal('/password-reset', { token, password });
          await leaveSession(() =>
            navigate({ to: '/portal/sign-in', search: { after: 'changed' }, replace: true }),
          );
        } catch (error) {
          if (!isRefusal(error, 'TOKEN_INVALID')) throw error;
          onSpent();
        }
      }}
      action={t('reset.submit')}
      {...ENTRANCE_FORM}
    >
      <PasswordField
        label={t('newPassword')}
        hint={t('passwordHint')}
        autoComplete="new-password"
        {...field('password', rules.newPassword)}
      />
    </SubmitForm>
  );
}
