import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { NewKey } from '../../../src/portal/contract/own-service.ts';
import { Button } from '../design/button.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { FirstCall } from './first-call.tsx';

interface FreshKeyProps {
  readonly fresh: NewKey;
  readonly onStored: () => void;
}

/** Shows a key, once. Leaving the page before it is stored asks for confirmation. */
export function FreshKey({ fresh, onStored }: FreshKeyProps) {
  const t = useTranslations('key.fresh');
  useBlocker({
    shouldBlockFn: () => !window.confirm(t('leave')),
    enableBeforeUnload: true,
  });
  return (
    <section aria-labelledby="fresh-key" className="space-y-8">
      <div className="rounded-md border-2 border-mark bg-raised p-5 sm:p-7">
        <h2 id="fresh-key" className="text-lg font-bold">
          {t('title')}
        </h2>
        <p className="mt-1 text-sm text-soft">{t('once')}</p>
        <div className="mt-5 flex flex-col gap-3 sm:flex-row sm:items-center">
          <output
            aria-label={t('label')}
            dir="ltr"
            className="block min-w-0 flex-1 rounded-md bg-well px-4 py-3 font-mono text-sm break-all select-all"
          >
            {fresh.key}
          </output>
          <CopyButton text={fresh.key} label={t('copy')} />
        </div>
      </div>
      <div>
        <p className="mb-3 text-sm">{t('try', { variable: 'SEOGA_API_KEY' })}</p>
        <FirstCall command={`export SEOGA_API_KEY='${fresh.key}'\n${fresh.curl}`} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button kind="primary" onClick={onStored}>
          {t('stored')}
        </Button>
        <p className="text-xs text-soft">{t('storedHint')}</p>
      </div>
      <p className="text-sm text-soft">{t('lost')}</p>
    </section>
  );
}
