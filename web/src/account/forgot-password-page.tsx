import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { postPortal } from '../api.ts';
import { TextLink } from '../design/button.tsx';
import { EmailForm } from './email-form.tsx';
import { Entrance } from './entrance.tsx';
import { Address, OutboxHint } from './mail-entrance.tsx';

export function ForgotPasswordPage() {
  const t = useTranslations('account');
  const [sentTo, setSentTo] = useState('');
  return (
    <Entrance
      title={sentTo === '' ? t('forgot.title') : t('forgot.sentTitle')}
      lead={sentTo === '' ? t('forgot.lead') : undefined}
    >
      {sentTo === '' ? (
        <EmailForm
          send={(to) => postPortal('/password-reset/request', to)}
          action={t('forgot.submit')}
          onSent={setSentTo}
        />
      ) : (
        <div role="status" className="space-y-5">
          <p>{t.rich('forgot.sent', { email: sentTo, b: (text) => <Address>{text}</Address> })}</p>
          <OutboxHint />
        </div>
      )}
      <p className="mt-6 text-sm">
        <TextLink to="/portal/sign-in">{t('forgot.back')}</TextLink>
      </p>
    </Entrance>
  );
}
