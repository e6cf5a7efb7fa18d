import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Provider } from '../../../src/portal/contract/providers.ts';
import { failureText, isRefusal, type PostBody, postPortal, sessionQuery } from '../api.ts';
import { ButtonLink } from '../design/button.tsx';
import { Loading } from '../design/loading.tsx';
import { adoptSession } from './adopt-session.ts';
import { CodeEntrance } from './code-entrance.tsx';
import { Entrance, StoppedEntrance } from './entrance.tsx';
import { nextAfterProvider } from './go-to-provider.ts';
import { MailEntrance } from './mail-entrance.tsx';
import { pageAfter } from './page-after.ts';

const route = getRouteApi('/portal/sign-in/$provider');

/** The page to which a provider sends the browser back: signs in, connects, or asks for an email address. */
export function ProviderReturnPage() {
  const t = useTranslations('account.provider');
  const { data: session } = useQuery(sessionQuery);
  const { provider: named } = route.useParams();
  const { code, state, error } = useCarried();
  const provider = session?.providers.find((one) => one === named);
  if (session === undefined) return <Arriving />;
  if (provider === undefined || (error === '' && (code === '' || state === ''))) {
    return <Stopped reason={t('incomplete')} />;
  }
  if (error !== '') {
    const name = t(`names.${provider}`);
    return <Stopped reason={t(error === 'access_denied' ? 'declined' : 'refused', { provider: name })} />;
  }
  return <Arrival provider={provider} code={code} state={state} />;
}

/**
 * What the provider put into the address. It works only once and is nobody else's business, so it is removed from the
 * address.
 */
function useCarried() {
  const [carried] = useState(() => {
    const search = new URLSearchParams(window.location.search);
    const read = (name: string) => search.get(name) ?? '';
    return { code: read('code'), state: read('state'), error: read('error') };
  });
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return carried;
}

function Arriving() {
  const t = useTranslations('account.provider');
  return (
    <Entrance title={t('busy')}>
      <Loading />
    </Entrance>
  );
}

function Arrival(back: PostBody<'/provider/finish'>) {
  const t = useTranslations('account');
  const router = useRouter();
  const { failure, asked, codeState } = useArrival(back);
  if (codeState !== '') {
    const enter = () => router.history.replace(pageAfter(nextAfterProvider()));
    return <CodeEntrance codeState={codeState} onEntered={enter} />;
  }
  if (asked !== null) return <AddressWanted provider={back.provider} {...asked} />;
  if (failure === null) return <Arriving />;
  const isKnown = isRefusal(failure, 'ADDRESS_KNOWN');
  return (
    <Stopped reason={failureText(failure) || t('failed')} next={isKnown ? '/portal/account' : undefined} />
  );
}

interface Asked {
  readonly email: string;
  readonly person: string;
}

/** Sends what came back to the server, once: a code works only once. */
function useArrival(back: PostBody<'/provider/finish'>) {
  const router = useRouter();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [codeState, setCodeState] = useState('');
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const arrive = async () => {
      const answer = await postPortal('/provider/finish', back);
      if (answer.outcome === 'address-needed') return setAsked(answer);
      if (answer.outcome === 'code-needed') return setCodeState(answer.codeState);
      if (answer.outcome === 'connected') return navigate({ to: '/portal/account', replace: true });
      adoptSession(answer.session);
      router.history.replace(pageAfter(nextAfterProvider()));
    };
    arrive().catch(setFailure);
  }, [back, navigate, router]);
  return { failure, asked, codeState };
}

function AddressWanted({ provider, email, person }: Asked & { readonly provider: Provider }) {
  const t = useTranslations('account.provider');
  return (
    <MailEntrance
      title={t('addressTitle')}
      lead={t('addressLead', { provider: t(`names.${provider}`) })}
      send={(to) => postPortal('/provider/address', { ...to, person })}
      action={t('addressSubmit')}
      email={email}
    />
  );
}

/** Signing in by the provider failed. `next` is the page to open after signing in with a password. */
function Stopped({ reason, next }: { readonly reason: string; readonly next?: string | undefined }) {
  const t = useTranslations('account.provider');
  const { data: session } = useQuery(sessionQuery);
  const isSignedIn = session !== undefined && session.account !== null;
  return (
    <StoppedEntrance title={t(isSignedIn ? 'notConnected' : 'stopped')} reason={reason}>
      {isSignedIn ? (
        <ButtonLink kind="primary" to="/portal/account">
          {t('toAccount')}
        </ButtonLink>
      ) : (
        <ButtonLink kind="primary" to="/portal/sign-in" search={next === undefined ? {} : { next }}>
          {t('back')}
        </ButtonLink>
      )}
    </StoppedEntrance>
  );
}
