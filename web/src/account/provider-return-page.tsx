import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type {
  ForEmail,
  ProvidedAddress,
  ProviderName,
  ProviderOutcome,
  ProviderReturn,
} from '../../../src/portal/contract.ts';
import { failureText, PortalError, postPortal } from '../api.ts';
import { ButtonLink } from '../design/button.tsx';
import { Loading } from '../design/loading.tsx';
import { Notice } from '../design/notice.tsx';
import { adoptSession } from './adopt-session.ts';
import { EmailForm } from './email-form.tsx';
import { Entrance } from './entrance.tsx';
import { MailSent } from './mail-sent.tsx';
import { pageAfter } from './page-after.ts';

const route = getRouteApi('/portal/sign-in/$provider');

const PROVIDERS: readonly ProviderName[] = ['kakao', 'naver', 'google'];

/** Where a provider sends the browser back to: signs in, connects, or asks for an address. */
export function ProviderReturnPage() {
  const t = useTranslations('account.provider');
  const { provider: named } = route.useParams();
  const provider = PROVIDERS.find((one) => one === named);
  const { code, state, error } = route.useSearch();
  if (provider === undefined || (error === '' && (code === '' || state === ''))) {
    return <Stopped reason={t('incomplete')} />;
  }
  if (error !== '') {
    const name = t(`names.${provider}`);
    return <Stopped reason={t(error === 'access_denied' ? 'declined' : 'refused', { provider: name })} />;
  }
  return <Arrival provider={provider} code={code} state={state} />;
}

function Arrival(back: ProviderReturn) {
  const t = useTranslations('account');
  const { failure, asked } = useArrival(back);
  if (asked !== null) return <AddressWanted provider={back.provider} {...asked} />;
  if (failure === null) {
    return (
      <Entrance title={t('provider.busy')}>
        <Loading />
      </Entrance>
    );
  }
  const isKnown = failure instanceof PortalError && failure.failure.code === 'ADDRESS_KNOWN';
  return (
    <Stopped reason={failureText(failure) || t('failed')} next={isKnown ? '/portal/account' : undefined} />
  );
}

interface Asked {
  readonly email: string;
  readonly person: string;
}

/** Turns in what came back, once: a code is worth nothing the second time. */
function useArrival(back: ProviderReturn) {
  const router = useRouter();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const arrive = async () => {
      const answer = await postPortal<ProviderOutcome>('/provider/finish', back);
      if (answer.outcome === 'address-needed') return setAsked(answer);
      if (answer.outcome === 'connected') return navigate({ to: '/portal/account', replace: true });
      adoptSession(answer.session);
      router.history.replace(pageAfter(answer.next));
    };
    arrive().catch(setFailure);
  }, [back, navigate, router]);
  return { failure, asked };
}

function AddressWanted({ provider, email, person }: Asked & { readonly provider: ProviderName }) {
  const t = useTranslations('account');
  const [sentTo, setSentTo] = useState('');
  if (sentTo !== '') {
    return (
      <Entrance title={t('sent.title')}>
        <MailSent email={sentTo} onOther={() => setSentTo('')} />
      </Entrance>
    );
  }
  const send = (to: ForEmail) => {
    const body: ProvidedAddress = { ...to, person };
    return postPortal<object>('/provider/address', body);
  };
  const lead = t('provider.addressLead', { provider: t(`provider.names.${provider}`) });
  return (
    <Entrance title={t('provider.addressTitle')} lead={lead}>
      <EmailForm send={send} action={t('provider.addressSubmit')} email={email} onSent={setSentTo} />
    </Entrance>
  );
}

/** The way ends here. `next` is where signing in by password leads to. */
function Stopped({ reason, next }: { readonly reason: ReactNode; readonly next?: string | undefined }) {
  const t = useTranslations('account.provider');
  return (
    <Entrance title={t('stopped')}>
      <div className="space-y-6">
        <div role="status">
          <Notice kind="warn">{reason}</Notice>
        </div>
        <ButtonLink kind="primary" to="/portal/sign-in" search={next === undefined ? {} : { next }}>
          {t('back')}
        </ButtonLink>
      </div>
    </Entrance>
  );
}
