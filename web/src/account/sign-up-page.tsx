import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { SignUp } from '../../../src/portal/contract.ts';
import { postPortal } from '../api.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { useAccountRules } from './account-rules.ts';
import { Entrance } from './entrance.tsx';
import { MailSent } from './mail-sent.tsx';
import { ProviderWays } from './provider-ways.tsx';
import { Steps } from './steps.tsx';

export function SignUpPage() {
  const t = useTranslations('account');
  const [sentTo, setSentTo] = useState('');
  if (sentTo !== '') {
    return (
      <Entrance title={t('sent.title')} above={<Steps at="account" />}>
        <MailSent email={sentTo} onOther={() => setSentTo('')} />
      </Entrance>
    );
  }
  return (
    <Entrance title={t('signUp.title')} lead={t('signUp.lead')} above={<Steps at="account" />}>
      <SignUpForm onSent={setSentTo} />
      <ProviderWays />
      <p className="mt-6 text-sm text-soft">
        {t('signUp.have')}{' '}
        <Link to="/portal/sign-in" className="font-semibold text-link underline underline-offset-4">
          {t('signUp.signIn')}
        </Link>
      </p>
    </Entrance>
  );
}

function SignUpForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const t = useTranslations('account');
  const { language } = useLanguage();
  const rules = useAccountRules();
  const form = useForm({ defaultValues: { email: '', name: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email, name, password }) => {
    const body: SignUp = { email: email.trim(), name: name.trim(), password, language };
    try {
      await postPortal('/sign-up', body);
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
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name', rules.name)}
      />
      <PasswordField
        label={t('password')}
        hint={t('passwordHint')}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password', rules.newPassword)}
      />
      <FormFault message={errors.root?.message} />
      <Button type="submit" kind="primary" busy={isSubmitting} className="w-full">
        {t('signUp.submit')}
      </Button>
    </form>
  );
}
