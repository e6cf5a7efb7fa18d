import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { portalQuery } from '../api.ts';
import { CodeBlock } from '../design/code-block.tsx';
import { sampleQuery } from '../docs/samples.ts';
import { queryClient } from '../query-client.ts';
import { usageQuery } from '../usage/usage-query.ts';

/** The command to paste, its response, and a check mark as soon as the account's first call arrives. */
export function FirstCall({ command }: { readonly command: string }) {
  const t = useTranslations('key.first');
  const { data: sample } = useQuery(sampleQuery('bestsellerMonthly'));
  return (
    <div className="space-y-4">
      <CodeBlock label="shell" code={command} />
      <Arrival />
      {sample != null && (
        <details>
          <summary className="w-fit py-2 text-sm font-semibold">{t('expected')}</summary>
          <CodeBlock label={t('expected')} code={JSON.stringify(sample.body, null, 2)} tall />
        </details>
      )}
    </div>
  );
}

/**
 * Watches the successful calls, which the page refetches. Calls from before don't count as the first one, nor do refused
 * ones, because the reader was told to expect a response.
 */
function Arrival() {
  const t = useTranslations('key.first');
  const { data } = useQuery(usageQuery);
  const [before, setBefore] = useState<number | null>(null);
  const calls = data?.rows.reduce((sum, cell) => sum + (cell.statusClass === 2 ? cell.calls : 0), 0) ?? null;
  if (before === null && calls !== null) setBefore(calls);
  const hasArrived = before !== null && calls !== null && calls > before;
  useEffect(() => {
    // The page says when the key was last used.
    if (hasArrived) queryClient.invalidateQueries({ queryKey: portalQuery('/key').queryKey });
  }, [hasArrived]);
  return (
    <p role="status" className={`flex items-center gap-2 text-sm ${hasArrived ? 'text-good' : 'text-soft'}`}>
      <span
        aria-hidden="true"
        className={`size-2.5 rounded-full ${hasArrived ? 'bg-good' : 'border border-edge'}`}
      />
      {hasArrived ? t('arrived') : t('waiting')}
    </p>
  );
}
