import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AccountView } from '../../../src/portal/contract/own-account.ts';
import { postPortal, sessionQuery } from '../api.ts';
import { dayOf } from '../design/dates.ts';
import { Facts } from '../design/facts.tsx';
import { Notice } from '../design/notice.tsx';
import { Page } from '../design/page.tsx';
import { SideSection } from '../design/side-section.tsx';
import { ActionButton } from '../forms/action-button.tsx';
import { ConfirmButton } from '../forms/typed-confirmation.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { leaveSession } from './adopt-session.ts';
import { Connections, useHasPassword } from './connections.tsx';
import { Address, MailSentNotice } from './mail-entrance.tsx';
import { NameAndAddress } from './name-and-address.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

const route = getRouteApi('/portal/signed-in/account');

export function AccountPage() {
  const t = useTranslations('account.settings');
  const { account } = route.useRouteContext();
  return (
    <Page title={t('title')} lead={t('lead')}>
      {account.suspended && (
        <div className="mb-8">
          <Notice kind="bad">{t('suspended')}</Notice>
        </div>
      )}
      <Owner known={account} />
      <Password email={account.email} />
      <SecondFactor />
      <Connections />
      <Sessions />
      <OwnData />
      <Closing email={account.email} />
    </Page>
  );
}

/**
 * The session knows of a change that was made on this page. It is read here and not by the page, whose other sections
 * would ask for their data again when the session ends.
 */
function Owner({ known }: { readonly known: AccountView }) {
  const { data: session } = useQuery(sessionQuery);
  const account = session?.account ?? known;
  return (
    <>
      <About account={account} />
      <NameAndAddress account={account} />
    </>
  );
}

function About({ account }: { readonly account: AccountView }) {
  const t = useTranslations('account');
  const facts = [
    [t('name'), <bdi key="name">{account.name}</bdi>],
    [t('email'), account.email],
    [t('settings.tier'), t(`settings.tiers.${account.tier}`)],
    [t('settings.since'), dayOf(account.createdAtMs)],
  ] as const;
  return (
    <SideSection title={t('settings.about')}>
      <Facts layout="rows" facts={facts} />
    </SideSection>
  );
}

function Password({ email }: { readonly email: string }) {
  const t = useTranslations('account.settings');
  const { language } = useLanguage();
  const [isSent, setSent] = useState(false);
  const send = async () => {
    await postPortal('/password-reset/request', { email, language });
    setSent(true);
  };
  return (
    <SideSection title={t('passwordTitle')}>
      <p>{t.rich('passwordBody', { email, b: (text) => <Address>{text}</Address> })}</p>
      <ActionButton work={send}>{t('passwordSend')}</ActionButton>
      <MailSentNotice text={isSent ? t('passwordSent', { email }) : ''} />
    </SideSection>
  );
}

function OwnData() {
  const t = useTranslations('account.settings');
  return (
    <SideSection title={t('dataTitle')}>
      <p>{t('dataBody')}</p>
      <a href="/portal/api/account/data" download className="text-link underline underline-offset-4">
        {t('dataLink')}
      </a>
    </SideSection>
  );
}

function Closing({ email }: { readonly email: string }) {
  const t = useTranslations('account');
  const navigate = useNavigate();
  const hasPassword = useHasPassword();
  const close = async (confirmation: string, password: string) => {
    await postPortal('/account/close', { confirmation, password: hasPassword ? password : null });
    await leaveSession(() => navigate({ to: '/portal/sign-in', search: { after: 'closed' } }));
  };
  return (
    <SideSection title={t('settings.closeTitle')}>
      <Effects />
      <ConfirmButton
        ask={t('settings.close')}
        title={t('settings.closeTitle')}
        label={t.rich('settings.closeConfirm', { email, b: (text) => <Address>{text}</Address> })}
        expected={email}
        wrong={t('settings.closeWrong')}
        action={t('settings.closeNow')}
        keep={t('settings.keep')}
        passwordLabel={hasPassword ? t('change.password') : undefined}
        onConfirm={close}
      >
        <Effects />
        {!hasPassword && <p>{t('settings.closeNoPassword')}</p>}
      </ConfirmButton>
    </SideSection>
  );
}

function Effects() {
  const t = useTranslations('account.settings');
  return (
    <>
      <p>{t('closeBody')}</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>{t('closeEffects.key')}</li>
        <li>{t('closeEffects.history')}</li>
        <li>{t('closeEffects.addOn')}</li>
        <li>{t('closeEffects.person')}</li>
      </ul>
    </>
  );
}
