import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText, isRefusal, postPortal } from '../api.ts';
import { ButtonLink } from '../design/button.tsx';
import { Loading } from '../design/loading.tsx';
import { adoptSession } from './adopt-session.ts';
import { CodeEntrance } from './code-entrance.tsx';
import { Entrance, StoppedEntrance } from './entrance.tsx';

/** The page behind the link that a demo prints when it starts: signs in as its operator. */
export function DemoEntrancePage() {
  const t = useTranslations('account');
  const router = useRouter();
  const { failure, codeState } = useDemoLink();
  if (codeState !== '') {
    return <CodeEntrance codeState={codeState} onEntered={() => router.history.replace(CONSOLE)} />;
  }
  if (failure === null) {
    return (
      <Entrance title={t('demo.busy')}>
        <Loading />
      </Entrance>
    );
  }
  const reason = isRefusal(failure, 'TOKEN_INVALID') ? (
    <>
      <p>{t('demo.spent')}</p>
      <p className="mt-2 font-mono text-sm">npm start</p>
    </>
  ) : (
    failureText(failure) || t('failed')
  );
  return (
    <StoppedEntrance title={t('demo.stopped')} reason={reason}>
      <ButtonLink kind="primary" to="/portal/sign-in">
        {t('signIn.submit')}
      </ButtonLink>
    </StoppedEntrance>
  );
}

const CONSOLE = '/portal/console';

/** Sends the link's secret to the server, once, and removes it from the address, so that no history keeps it. */
function useDemoLink() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const [codeState, setCodeState] = useState('');
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const enter = async () => {
      const secret = window.location.hash.slice(1) || 'none';
      window.history.replaceState(window.history.state, '', window.location.pathname);
      const answer = await postPortal('/sign-in/demo', { secret });
      if ('codeState' in answer) return setCodeState(answer.codeState);
      adoptSession(answer);
      await navigate({ to: CONSOLE, replace: true });
    };
    enter().catch(setFailure);
  }, [navigate]);
  return { failure, codeState };
}
