import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ImportView } from '../../../src/portal/contract/console-feeds.ts';
import { consoleQuery } from '../console/console-queries.ts';
import { Button } from '../design/button.tsx';
import { AllFindings } from './feed-report.tsx';

/** The refused lines and warnings of one import, once somebody wants to see them. */
export function ImportReasons({ one }: { readonly one: ImportView }) {
  const t = useTranslations('consoleShop.feeds');
  const [isOpen, setOpen] = useState(false);
  if (one.problemCount + one.warningCount === 0) return null;
  return isOpen ? <Reasons one={one} /> : <Button onClick={() => setOpen(true)}>{t('showReasons')}</Button>;
}

function Reasons({ one }: { readonly one: ImportView }) {
  const { data } = useQuery(consoleQuery('/console/feed/log', { importId: one.importId }));
  return (
    data !== undefined && (
      <div className="space-y-4">
        <AllFindings of={data} />
      </div>
    )
  );
}
