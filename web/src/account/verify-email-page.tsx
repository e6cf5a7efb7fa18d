import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SessionView, VerifyEmail } from '../../../src/portal/contract.ts';
import { PortalError, postPortal } from '../api.ts';
import { Failed, Loading } from '../design/loading.tsx';
import { adoptSession } from './adopt-session.ts';
import { EmailForm } from './email-form.tsx';
import { Entrance } from './entrance.tsx';
import { MailSent } from './mail-sent.tsx';
import { Steps } from './steps.tsx';

const route = getRouteApi('/portal/verify-email');

/** The landing of the link in the message: signs in and goes on to the key. */
export function VerifyEmailPage() {
  const t = useTranslations('account.verify');
  const { token } = route.useSearch();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // A link works once: an effect that runs twice must not use it up.
  const begun = useRef(-1);
  useEffect(() => {
    if (token === '' || begun.current === attempt) return;
    begun.current = attempt;
    const verify = async () => {
      try {
        const body: VerifyEmail = { token };
        adoptSession(await postPortal<SessionView>('/verify-email', body));
        await navigate({ to: '/portal/key', replace: true });
      } catch (failure) {
        setError(failure);
      }
    };
    void verify();
  }, [token, attempt, navigate]);

  if (token === '') return <NewLink lead={t('missing')} />;
  if (error instanceof PortalError && error.failure.code === 'TOKEN_INVALID') {
    return <NewLink lead={t('body')} />;
  }
  const retry = () => {
    setError(null);
    setAttempt(attempt + 1);
  };
  return (
    <Entrance title={t('busy')} above={<Steps at="account" />}>
      {error === null ? <Loading /> : <Failed error={error} onRetry={retry} />}
    </Entrance>
  );
}

function NewLink({ lead }: { readonly lead: string }) {
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
    <Entrance title={t('verify.title')} lead={lead} above={<Steps at="account" />}>
      <EmailForm
        send={(to) => postPortal('/verify-email/resend', to)}
        action={t('verify.submit')}
        onSent={setSentTo}
      />
    </Entrance>
  );
}
