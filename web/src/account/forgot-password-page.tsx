import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { ForEmail } from '../../../src/portal/contract.ts';
import { postPortal } from '../api.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { useAccountRules } from './account-rules.ts';
import { Entrance } from './entrance.tsx';
import { Address, OutboxHint } from './mail-sent.tsx';

export function ForgotPasswordPage() {
  const t = useTranslations('account');
  const [sentTo, setSentTo] = useState('');
  return (
    <Entrance
      title={sentTo === '' ? t('forgot.title') : t('forgot.sentTitle')}
      lead={sentTo === '' ? t('forgot.lead') : undefined}
    >
      {sentTo === '' ? (
        <ForgotForm onSent={setSentTo} />
      ) : (
        <div role="status" className="space-y-5">
          <p>{t.rich('forgot.sent', { email: sentTo, b: (text) => <Address>{text}</Address> })}</p>
          <OutboxHint />
        </div>
      )}
      <p className="mt-6 text-sm">
        <Link to="/portal/sign-in" className="text-link underline underline-offset-4">
          {t('forgot.back')}
        </Link>
      </p>
    </Entrance>
  );
}

function ForgotForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const t = useTranslations('account');
  const { language } = useLanguage();
  const rules = useAccountRules();
  const form = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email }) => {
    const body: ForEmail = { email: email.trim(), language };
    try {
      await postPortal('/password-reset/request', body);
      onSent(body.email);
    } catch (error) {
      placeFailure(form, error, t('failed'));
    }
  });
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <TextField
        label={t('email')}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email', rules.email)}
      />
      <FormFault message={errors.root?.message} />
      <Button type="submit" kind="primary" busy={isSubmitting} className="w-full">
        {t('forgot.submit')}
      </Button>
    </form>
  );
}
