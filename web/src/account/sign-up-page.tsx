import { useTranslations } from 'use-intl';
import { postPortal } from '../api.ts';
import { TextLink } from '../design/button.tsx';
import { MailEntrance } from './mail-entrance.tsx';
import { PrivacyLink, usePrivacyUrl } from './privacy-notice.tsx';
import { ProviderWays } from './provider-ways.tsx';
import { Steps } from './steps.tsx';

/** Asks for the address alone: name and password are chosen by whoever opens the link in the mail. */
export function SignUpPage() {
  const t = useTranslations('account');
  const privacyUrl = usePrivacyUrl();
  return (
    <MailEntrance
      title={t('signUp.title')}
      lead={t('signUp.lead')}
      above={<Steps at="account" />}
      send={(to) => postPortal('/sign-up', to)}
      action={t('signUp.submit')}
    >
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
    </MailEntrance>
  );
}
