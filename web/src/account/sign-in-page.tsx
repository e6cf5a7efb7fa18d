import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { PortalError, postPortal } from '../api.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { useAccountRules } from './account-rules.ts';
import { adoptSession } from './adopt-session.ts';
import { CodeForm } from './code-form.tsx';
import { Entrance } from './entrance.tsx';
import { pageAfter } from './page-after.ts';
import { ProviderWays } from './provider-ways.tsx';

const route = getRouteApi('/portal/sign-in');

export function SignInPage() {
  const t = useTranslations('account');
  const { next } = route.useSearch();
  const router = useRouter();
  const [codeState, setCodeState] = useState('');
  if (codeState !== '') {
    return (
      <Entrance title={t('code.title')} lead={t('code.lead')}>
        <CodeForm codeState={codeState} onEntered={() => router.history.push(pageAfter(next))} />
      </Entrance>
    );
  }
  return (
    <Entrance title={t('signIn.title')} lead={t('signIn.lead')}>
      <WhyHere />
      <SignInForm onCodeNeeded={setCodeState} />
      <ProviderWays next={next} />
      <p className="mt-6 text-sm text-soft">
        {t('signIn.none')}{' '}
        <Link to="/portal/sign-up" className="font-semibold text-link underline underline-offset-4">
          {t('signIn.signUp')}
        </Link>
      </p>
    </Entrance>
  );
}

/** What led here, when it was not the person's own wish. */
function WhyHere() {
  const t = useTranslations('account.signIn');
  const { next, after } = route.useSearch();
  const reason = after ?? (next === undefined ? null : 'first');
  if (reason === null) return null;
  return (
    <div role="status" className="mb-6">
      <Notice kind={reason === 'first' ? 'info' : 'good'}>{t(reason)}</Notice>
    </div>
  );
}

function SignInForm({ onCodeNeeded }: { readonly onCodeNeeded: (codeState: string) => void }) {
  const t = useTranslations('account');
  const rules = useAccountRules();
  const router = useRouter();
  const { next } = route.useSearch();
  const form = useForm({ defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email, password }) => {
    try {
      const answer = await postPortal('/sign-in', { email: email.trim(), password });
      if ('codeState' in answer) return onCodeNeeded(answer.codeState);
      adoptSession(answer);
      router.history.push(pageAfter(next));
    } catch (error) {
      const code = error instanceof PortalError ? error.failure.code : null;
      if (code === 'WRONG_CREDENTIALS') {
        form.setError('root', { message: t('signIn.wrong') });
        form.setFocus('password', { shouldSelect: true });
      } else placeFailure(form, error, t('failed'));
    }
  });
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', rules.email)}
      />
      <div>
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', rules.password)}
        />
        <p className="mt-3 text-sm">
          <Link to="/portal/forgot-password" className="text-link underline underline-offset-4">
            {t('signIn.forgot')}
          </Link>
        </p>
      </div>
      <FormFault message={errors.root?.message} />
      <Button type="submit" kind="primary" busy={isSubmitting} className="w-full">
        {t('signIn.submit')}
      </Button>
    </form>
  );
}
