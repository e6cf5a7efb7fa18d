import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FeedPage } from '../../../src/portal/contract/console-feeds.ts';
import { refreshConsole } from '../console/console-queries.ts';
import { May } from '../console/may.tsx';
import { feedQuery } from '../console-shop/shop-queries.ts';
import { Notice } from '../design/notice.tsx';
import { Page } from '../design/page.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { FeedForm } from './feed-form.tsx';
import { Imports } from './imports.tsx';
import { Intake } from './intake.tsx';

/** Brings feeds in: upload, check, import; and those that came in last. */
export function FeedsPage() {
  const t = useTranslations('consoleShop.feeds');
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <Fetch of={feedQuery}>{(data) => <Feeds page={data} />}</Fetch>
    </Page>
  );
}

function Feeds({ page }: { readonly page: FeedPage }) {
  const { intake, imports } = page;
  // Of an upload that failed: its form was replaced by the progress meanwhile.
  const [fault, setFault] = useState('');
  // What an import changed is seen all over the console.
  useEffect(() => {
    if (intake.stage === 'imported') void refreshConsole();
  }, [intake.stage]);
  return (
    <div className="space-y-14">
      {fault !== '' && <Notice kind="bad">{fault}</Notice>}
      <May right="shop">
        {intake.stage === 'idle' ? <FeedForm page={page} onFault={setFault} /> : <Intake intake={intake} />}
      </May>
      <Imports imports={imports} />
    </div>
  );
}
