import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { KeyPage as KeyPageView, NewKey } from '../../../src/portal/contract/own-service.ts';
import { Steps } from '../account/steps.tsx';
import { portalQuery } from '../api.ts';
import { Notice } from '../design/notice.tsx';
import { Page } from '../design/page.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { useFocusOnChange } from '../forms/use-focus-on-change.ts';
import { AddOn } from './add-on.tsx';
import { FreshKey } from './fresh-key.tsx';
import { KeyHistory } from './key-history.tsx';
import { LiveKey } from './live-key.tsx';
import { ServiceForm } from './service-form.tsx';

export function KeyPage() {
  const t = useTranslations('key');
  return (
    <Page
      title={t('title')}
      lead={t.rich('lead', { code: (name) => <code className="code-word whitespace-nowrap">{name}</code> })}
    >
      <Fetch of={portalQuery('/key')}>{(data) => <Keys page={data} />}</Fetch>
    </Page>
  );
}

function Keys({ page }: { readonly page: KeyPageView }) {
  const t = useTranslations('key');
  // The key is kept nowhere else until the person has stored it.
  const [fresh, setFresh] = useState<NewKey | null>(null);
  const [isRevoked, setRevoked] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const stage = fresh !== null ? 'fresh' : page.live !== null ? 'live' : 'form';
  useFocusOnChange(stage, top);
  const isFirst = page.history.length === 0 || (page.history.length === 1 && page.live !== null);
  return (
    <div ref={top} tabIndex={-1} className="space-y-16 outline-none">
      <div>
        {isFirst && stage !== 'live' && (
          <div className="mb-8">
            <Steps at={stage === 'fresh' ? 'call' : 'key'} />
          </div>
        )}
        {stage === 'form' && isRevoked && (
          <div role="status" className="mb-8">
            <Notice kind="good">{t('revoke.done')}</Notice>
          </div>
        )}
        {fresh !== null && <FreshKey fresh={fresh} onStored={() => setFresh(null)} />}
        {stage === 'live' && page.live !== null && (
          <LiveKey live={page.live} service={page.service} onRevoked={() => setRevoked(true)} />
        )}
        {stage === 'form' && (
          <ServiceForm
            service={page.service}
            onIssued={(issued) => {
              setRevoked(false);
              setFresh(issued);
            }}
          />
        )}
      </div>
      {fresh === null && page.history.length > 0 && <KeyHistory keys={page.history} />}
      {stage === 'live' && <AddOn />}
    </div>
  );
}
