import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { firstCall } from '../../../src/portal/contract/catalogue.ts';
import type { KeyView, ServiceInformation } from '../../../src/portal/contract/own-service.ts';
import { curlCommand } from '../../../src/portal/curl.ts';
import { portalQuery, postPortal, sessionQuery } from '../api.ts';
import { ButtonLink } from '../design/button.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { momentOf } from '../design/dates.ts';
import { Facts } from '../design/facts.tsx';
import { queryClient } from '../query-client.ts';
import { FirstCall } from './first-call.tsx';
import { RevokeKey } from './revoke-key.tsx';

interface LiveKeyProps {
  readonly live: KeyView;
  readonly service: ServiceInformation | null;
  readonly onRevoked: () => void;
}

export function LiveKey({ live, service, onRevoked }: LiveKeyProps) {
  const t = useTranslations('key.live');
  return (
    <div className="space-y-12">
      <section aria-labelledby="live-key" className="rounded-md border border-line bg-raised p-5 sm:p-7">
        <div className="flex items-center gap-3">
          <span aria-hidden="true" className="size-2.5 rounded-full bg-good" />
          <h2 id="live-key" className="text-lg font-bold">
            {t('title')}
          </h2>
        </div>
        <p dir="ltr" className="mt-4 rounded-md bg-well px-4 py-3 font-mono text-sm break-all">
          {live.masked}
        </p>
        <AboutKey live={live} service={service} />
        <p className="mt-5 text-sm text-soft">{t('lost')}</p>
        <div className="mt-5">
          <Revoke live={live} onRevoked={onRevoked} />
        </div>
      </section>
      <TryIt isUsed={live.lastUsedDay !== null} />
    </div>
  );
}

function AboutKey({
  live,
  service,
}: {
  readonly live: KeyView;
  readonly service: ServiceInformation | null;
}) {
  const t = useTranslations('key.live');
  const facts = [
    [t('issued'), momentOf(live.issuedAtMs)],
    [
      t('lastUsed'),
      live.lastUsedAtMs === null ? (live.lastUsedDay ?? t('never')) : momentOf(live.lastUsedAtMs),
    ],
    ...(service === null ? [] : [[t('service'), <bdi key="service">{service.serviceName}</bdi>] as const]),
  ] as const;
  return <Facts facts={facts} className="mt-5 text-sm" />;
}

function Revoke({ live, onRevoked }: { readonly live: KeyView; readonly onRevoked: () => void }) {
  const revoke = async (confirmation: string) => {
    await postPortal('/key/revoke', { confirmation });
    onRevoked();
    await queryClient.invalidateQueries({ queryKey: portalQuery('/key').queryKey });
  };
  return <RevokeKey last={live.masked.slice(-4)} onConfirm={revoke} />;
}

/** A command that works if you have the key, and a way to try the API without it. */
function TryIt({ isUsed }: { readonly isUsed: boolean }) {
  const t = useTranslations('key.live');
  // The check mark of the first call stays until the reader leaves.
  const [wasUsed] = useState(isUsed);
  const { data: session } = useQuery(sessionQuery);
  const address = session === undefined ? '' : `${session.baseUrl}${firstCall(session.firstCategory)}`;
  return (
    <section aria-labelledby="first-call" className="space-y-4">
      <h2 id="first-call" className="text-lg font-bold">
        {t('firstCall')}
      </h2>
      <p className="text-sm">{t('firstCallLead', { variable: 'SEOGA_API_KEY' })}</p>
      {wasUsed ? (
        <CodeBlock label="curl" code={curlCommand(address)} />
      ) : (
        <FirstCall command={curlCommand(address)} />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink to="/portal/test" kind="primary">
          {t('tool')}
        </ButtonLink>
        <p className="text-xs text-soft">{t('toolLead')}</p>
      </div>
    </section>
  );
}
