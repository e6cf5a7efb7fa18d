import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isRefusal, postPortal } from '../api.ts';
import { TextLink } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useAccountRules } from './account-rules.ts';
import { adoptSession } from './adopt-session.ts';
import { CodeEntrance } from './code-entrance.tsx';
import { ENTRANCE_FORM, Entrance } from './entrance.tsx';
import { pageAfter } from './page-after.ts';
import { ProviderWays } from './provider-ways.tsx';

const route = getRouteApi('/portal/sign-in');

export function SignInPage() {
  const t = useTranslations('account');
  const { next } = route.useSearch();
  const router = useRouter();
  const [codeState, setCodeState] = useState('');
  if (codeState !== '') {
    return <CodeEntrance codeState={codeState} onEntered={() => router.history.push(pageAfter(next))} />;
  }
  return (
    <Entrance title={t('signIn.title')} lead={t('signIn.lead')}>
      <WhyHere />
      <SignInForm onCodeNeeded={setCodeState} />
      <ProviderWays next={next} />
      <p className="mt-6 text-sm text-soft">
        {t('signIn.none')}{' '}
        <TextLink to="/portal/sign-up" className="font-semibold">
          {t('signIn.signUp')}
        </TextLink>
      </p>
    </Entrance>
  );
}

/** Why the person was led here, if they didn't choose to. */
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
  const { form, field } = useFields({ defaultValues: { email: '', password: '' } });
  return (
    <SubmitForm
      form={form}
      onSubmit={async ({ email, password }) => {
        try {
          const answer = await postPortal('/sign-in', { email: email.trim(), password });
          if ('codeState' in answer) return onCodeNeeded(answer.codeState);
          adoptSession(answer);
          router.history.push(pageAfter(next));
        } catch (error) {
          if (!isRefusal(error, 'WRONG_CREDENTIALS')) throw error;
          form.setError('root', { message: t('signIn.wrong') });
          form.setFocus('password', { shouldSelect: true });
        }
      }}
      action={t('signIn.submit')}
      {...ENTRANCE_FORM}
    >
      <TextField label={t('email')} type="email" autoComplete="username" {...field('email', rules.email)} />
      <div>
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          {...field('password', rules.password)}
        />
        <p className="mt-3 text-sm">
          <TextLink to="/portal/forgot-password">{t('signIn.forgot')}</TextLink>
        </p>
      </div>
    </SubmitForm>
  );
}
