import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { PortalError, postPortal } from '../api.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { useAccountRules } from './account-rules.ts';
import { leaveSession } from './adopt-session.ts';
import { Entrance } from './entrance.tsx';

const route = getRouteApi('/portal/reset-password');

/** The landing of the link in the message about a forgotten password. */
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
            <Link
              to="/portal/forgot-password"
              className="font-semibold text-link underline underline-offset-4"
            >
              {t('again')}
            </Link>
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
  const form = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await postPortal('/password-reset', { token, password });
      await leaveSession(() =>
        navigate({ to: '/portal/sign-in', search: { after: 'changed' }, replace: true }),
      );
    } catch (error) {
      if (error instanceof PortalError && error.failure.code === 'TOKEN_INVALID') onSpent();
      else placeFailure(form, error, t('failed'));
    }
  });
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <PasswordField
        label={t('newPassword')}
        hint={t('passwordHint')}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password', rules.newPassword)}
      />
      <FormFault message={errors.root?.message} />
      <Button type="submit" kind="primary" busy={isSubmitting} className="w-full">
        {t('reset.submit')}
      </Button>
    </form>
  );
}
