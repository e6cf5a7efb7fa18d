import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { SessionsPage } from '../../../src/portal/contract/own-account.ts';
import { portalQuery, postPortal, sessionQuery } from '../api.ts';
import { Button } from '../design/button.tsx';
import { momentOf } from '../design/dates.ts';
import { SideSection } from '../design/side-section.tsx';
import { useAction } from '../forms/use-action.tsx';
import { browserName } from './browser-name.ts';
import { useSignOut } from './use-sign-out.ts';

const sessionsQuery = portalQuery('/sessions');

/** The browsers that are signed in, and signing out of each or of all. */
export function Sessions() {
  const t = useTranslations('account.settings');
  const client = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const isSignedIn = session !== undefined && session.account !== null;
  const { data } = useQuery({ ...sessionsQuery, enabled: isSignedIn });
  const { busy: isEnding, notice: endNotice, run } = useAction();
  const { busy: isLeaving, notice: leaveNotice, signOut, signOutEverywhere } = useSignOut();
  const busy = isEnding || isLeaving;
  const end = (sessionId: string) =>
    run(async () => {
      const left = await postPortal('/sessions/end', { sessionId });
      client.setQueryData(sessionsQuery.queryKey, left);
    });
  return (
    <SideSection title={t('sessionsTitle')}>
      <p>{t('sessionsBody')}</p>
      <ul className="divide-y divide-line border-y border-line">
        {data?.sessions.map((one) => (
          <Row key={one.sessionId} session={one} busy={busy} onEnd={() => end(one.sessionId)} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={signOut} busy={busy}>
          {t('here')}
        </Button>
        <Button onClick={signOutEverywhere} busy={busy}>
          {t('everywhere')}
        </Button>
      </div>
      {endNotice || leaveNotice}
    </SideSection>
  );
}

interface RowProps {
  readonly session: SessionsPage['sessions'][number];
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function Row({ session, busy, onEnd }: RowProps) {
  const t = useTranslations('account.settings');
  const { userAgent, place, usedAtMs, isThis } = session;
  const time = momentOf(usedAtMs);
  const name = browserName(userAgent) || t('unknownBrowser');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="min-w-40 flex-1">
        <bdi className="font-semibold">{name}</bdi>
        <span className="block text-sm text-soft">
          {isThis ? t('thisBrowser') : t('lastUsed', { time })}
          {place !== '' && ` · ${place}`}
        </span>
      </span>
      {!isThis && (
        <Button busy={busy} onClick={onEnd} aria-label={t('endOne', { name })}>
          {t('endThis')}
        </Button>
      )}
    </li>
  );
}
