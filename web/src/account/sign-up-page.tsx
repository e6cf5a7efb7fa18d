import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type PostBody, postPortal, sessionQuery } from '../api.ts';
import { TextLink } from '../design/button.tsx';
import { EmailForm } from './email-form.tsx';
import { Entrance } from './entrance.tsx';
import { MailSent } from './mail-sent.tsx';
import { PrivacyLink, usePrivacyUrl } from './privacy-notice.tsx';
import { ProviderWays } from './provider-ways.tsx';
import { Steps } from './steps.tsx';

/** Asks for the address alone: name and password are chosen by whoever opens the link in the mail. */
export function SignUpPage() {
  const t = useTranslations('account');
  const privacyUrl = usePrivacyUrl();
  const { data: session } = useQuery(sessionQuery);
  const [sentTo, setSentTo] = useState('');
  const send = (to: PostBody<'/sign-up'>) => postPortal('/sign-up', to);
  if (sentTo !== '') {
    return (
      <Entrance
        title={t(session?.mail === 'outbox' ? 'sent.keptTitle' : 'sent.title')}
        above={<Steps at="account" />}
        takesFocus
      >
        <MailSent email={sentTo} send={send} onOther={() => setSentTo('')} />
      </Entrance>
    );
  }
  return (
    <Entrance title={t('signUp.title')} lead={t('signUp.lead')} above={<Steps at="account" />}>
      <EmailForm send={send} action={t('signUp.submit')} onSent={setSentTo} />
      {privacyUrl !== null && (
        <p className="mt-4 text-sm text-soft">
          {t.rich('signUp.privacy', { link: (text) => <PrivacyLink href={privacyUrl}>{text}</PrivacyLink> })}
        </p>
      )}
      <ProviderWays />
      <p className="mt-6 text-sm text-soft">
        {t('signUp.have')}{' '}
        <TextLink to="/portal/sign-in" className="font-semibold">
          {t('signUp.signIn')}
        </TextLink>
      </p>
    </Entrance>
  );
}
