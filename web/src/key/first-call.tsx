import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CodeBlock } from '../design/code-block.tsx';
import { sampleQuery } from '../docs/samples.ts';
import { usageQuery } from '../usage/usage-query.ts';

/** The command to paste, what it answers, and a tick as soon as a call of the account arrives. */
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

/** Watches the day's count, which the page asks for again by itself. A call that was there before isn't the first one. */
function Arrival() {
  const t = useTranslations('key.first');
  const { data } = useQuery(usageQuery);
  const [before, setBefore] = useState<number | null>(null);
  const calls = data?.callsToday ?? null;
  if (before === null && calls !== null) setBefore(calls);
  const hasArrived = before !== null && calls !== null && calls > before;
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
