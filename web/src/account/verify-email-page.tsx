import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PendingSignUpView } from '../../../src/portal/contract/sign-in.ts';
import { isRefusal, postPortal } from '../api.ts';
import { CheckField, TextField } from '../design/field.tsx';
import { Failed, Loading } from '../design/loading.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useAccountRules } from './account-rules.ts';
import { adoptSession } from './adopt-session.ts';
import { ENTRANCE_FORM, Entrance } from './entrance.tsx';
import { Address, MailEntrance } from './mail-entrance.tsx';
import { PrivacyLink, usePrivacyUrl } from './privacy-notice.tsx';
import { Steps } from './steps.tsx';

const route = getRouteApi('/portal/verify-email');

/** The page behind the mailed link. Opening it changes nothing: the owner of the mailbox completes the form. */
export function VerifyEmailPage() {
  const t = useTranslations('account.verify');
  const { token } = route.useSearch();
  const { data, error, refetch } = useQuery({
    queryKey: ['sign-up', token],
    queryFn: () => postPortal('/sign-up/look', { token }),
    enabled: token !== '',
  });
  const [isSpent, setSpent] = useState(false);
  if (token === '') return <NewLink lead={t('missing')} />;
  if (isSpent || isRefusal(error, 'TOKEN_INVALID')) return <NewLink lead={t('body')} />;
  if (data !== undefined) return <Completion token={token} pending={data} onSpent={() => setSpent(true)} />;
  return (
    <Entrance title={t('busy')} above={<Steps at="account" />}>
      {error === null ? <Loading /> : <Failed error={error} onRetry={refetch} />}
    </Entrance>
  );
}

interface CompletionProps {
  readonly token: string;
  readonly pending: PendingSignUpView;
  readonly onSpent: () => void;
}

function Completion({ token, pending, onSpent }: CompletionProps) {
  const t = useTranslations('account');
  const lead = t.rich('complete.lead', {
    email: pending.email,
    b: (text) => <Address>{text}</Address>,
  });
  return (
    <Entrance title={t('complete.title')} lead={lead} above={<Steps at="account" />}>
      <CompletionForm token={token} pending={pending} onSpent={onSpent} />
    </Entrance>
  );
}

function CompletionForm({ token, pending: { email, name, provider }, onSpent }: CompletionProps) {
  const t = useTranslations('account');
  const rules = useAccountRules();
  const navigate = useNavigate();
  const { form, field } = useFields({ defaultValues: { name, password: '', consent: false } });
  const privacyUrl = usePrivacyUrl();
  return (
    <SubmitForm
      form={form}
      onSubmit={async (typed) => {
        const password = provider === null ? typed.password : null;
        const consent = privacyUrl === null ? {} : { consent: typed.consent };
        try {
          adoptSession(
            await postPortal('/sign-up/complete', { token, name: typed.name.trim(), password, ...consent }),
          );
          await navigate({ to: '/portal/key', replace: true });
        } catch (error) {
          if (!isRefusal(error, 'TOKEN_INVALID')) throw error;
          onSpent();
        }
      }}
      action={t('complete.submit')}
      {...ENTRANCE_FORM}
    >
      {/* Tells password managers which account the password is for. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField label={t('name')} hint={t('nameHint')} autoComplete="name" {...field('name', rules.name)} />
      {provider === null ? (
        <PasswordField
          label={t('password')}
          hint={t('passwordHint')}
          autoComplete="new-password"
          {...field('password', rules.newPassword)}
        />
      ) : (
        <p>{t('complete.provider', { provider: t(`provider.names.${provider}`) })}</p>
      )}
      {privacyUrl !== null && (
        <CheckField
          label={t.rich('complete.consent', {
            link: (text) => <PrivacyLink href={privacyUrl}>{text}</PrivacyLink>,
          })}
          {...field('consent', { required: t('complete.consentNeeded') })}
        />
      )}
    </SubmitForm>
  );
}

function NewLink({ lead }: { readonly lead: string }) {
  const t = useTranslations('account.verify');
  return (
    <MailEntrance
      title={t('title')}
      lead={lead}
      above={<Steps at="account" />}
      send={(to) => postPortal('/sign-up', to)}
      action={t('submit')}
    />
  );
}
